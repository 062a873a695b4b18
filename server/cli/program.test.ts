import { globSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { connect } from "../database/connect.ts";
import { openCalls } from "./call/ask-calls.ts";
import { commandCalls, findCall } from "./call/find-call.ts";
import { typedFields } from "./call/request-parts.ts";
import { exampleOf } from "./command/example.ts";
import { leafCommands } from "./leaf-commands.ts";
import { dripline } from "./program.ts";

const leaves = leafCommands(dripline());

// Covers command-line-8
test("every command has an example, and prints JSON on request", () => {
  expect(leaves.length).toBeGreaterThan(15);
  const without = leaves.filter(({ command }) => !command.options.some(({ long }) => long === "--json"));
  expect(without.map(({ fullName }) => fullName)).toEqual([]);
  expect(leaves.filter(({ command }) => !exampleOf(command)).map(({ fullName }) => fullName)).toEqual([]);
});

test.each(leaves.map(({ fullName, command }) => [fullName, exampleOf(command) ?? ""]))(
  "the example of %s is valid for that command",
  async (fullName, example) => {
    const program = dripline();
    const ran: string[] = [];
    for (const leaf of leafCommands(program)) {
      leaf.command.action(() => {
        ran.push(leaf.fullName);
      });
    }
    quiet(program);
    await program.parseAsync(typed(example), { from: "user" });
    expect(ran).toEqual([fullName]);
  },
);

/** Calls as manuals show them: behind the command's name, or in a table of what is often done. */
const pages = globSync("{README.md,docs/*.md}").flatMap((file) => {
  const text = readFileSync(file, "utf8").replaceAll("\\\n", " ");
  const found = text.matchAll(/(?:dripline -- call |^\| [^|]+ \| `)((?:GET|POST|PUT|PATCH|DELETE) .*?)(?:`|\)$|$)/gm);
  return [...found].map((match) => [file, match[1] ?? ""] as const);
});

test("the manuals show calls", () => expect(pages.length).toBeGreaterThan(60));

test.each(pages)("%s: call %s is a call of the contract, with its fields", (_file, sample) => {
  const [method = "", address = "", ...rest] = typed(sample.replace(/ +#.*/, ""));
  const pairs = rest.slice(0, rest.findIndex((arg) => arg.startsWith("--")) >>> 0);
  expect(typedFields(findCall(method, address), pairs).length).toBeGreaterThanOrEqual(0);
});

// Covers command-line-1
test("serves every call of the contract for people", async () => {
  const connections = connect("postgres://nobody@127.0.0.1:1/none");
  const { app, routes } = openCalls(
    connections,
    readConfig({ SESSION_SECRET: "not a secret, for one test run only" }),
    null,
  );
  const isServed = new Set<string>(routes.served);
  expect([...commandCalls.keys()].filter((name) => !isServed.has(name))).toEqual([]);
  await app.close();
  await connections.close();
});

/** The arguments of an example, split as by a shell. */
function typed(example: string): string[] {
  return (example.match(/("[^"]*"|'[^']*'|[^\s"'])+/g) ?? []).map((arg) =>
    arg.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"),
  );
}

function quiet(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const inner of command.commands) quiet(inner);
}
