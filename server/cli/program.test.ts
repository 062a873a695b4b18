import type { Command } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { calls } from "../../contract/calls.ts";
import { callsOf } from "./call-command.ts";
import { exampleOf } from "./example.ts";
import { leafCommands } from "./leaf-commands.ts";
import { dripline } from "./program.ts";

/** Commands that print another file format. */
const WITHOUT_JSON = ["audit-log csv"];

const leaves = leafCommands(dripline());

test("every command has an example, and prints JSON on request", () => {
  expect(leaves.length).toBeGreaterThan(70);
  const without = leaves.filter(({ command }) => !command.options.some(({ long }) => long === "--json"));
  expect(without.map(({ fullName }) => fullName)).toEqual(WITHOUT_JSON);
  expect(leaves.filter(({ command }) => !exampleOf(command)).map(({ fullName }) => fullName)).toEqual([]);
});

test.each(leaves.map(({ fullName, command }) => [fullName, exampleOf(command) ?? ""]))(
  "the example of %s is taken, by that command",
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

test("every option of a command is a field of its call", () => {
  for (const { fullName, command } of leaves) {
    const made = callsOf(command);
    for (const name of made?.calls ?? []) {
      for (const { part, field } of made?.args ?? []) {
        const schema = calls[name][part];
        const fields = schema === undefined ? [] : fieldsOf(schema);
        expect(fields, `${fullName}: ${name}`).toContain(field);
      }
    }
  }
});

/** The arguments of an example, split as by a shell. */
function typed(example: string): string[] {
  return [...example.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
}

function quiet(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const inner of command.commands) quiet(inner);
}

function fieldsOf(schema: z.ZodType): string[] {
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(described.properties ?? {});
}
