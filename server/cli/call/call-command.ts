import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import { z } from "zod";
import { scopeOfUser } from "../../accounts/authenticate.ts";
import type { Connections } from "../../database/connect.ts";
import { UsageError } from "../../imports/usage-error.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { named } from "../names/named.ts";
import { printJson } from "../output/print-json.ts";
import { writtenFile } from "../output/written-file.ts";
import type { Ask } from "./ask-calls.ts";
import { kindOf } from "./field-ids.ts";
import { findCall } from "./find-call.ts";
import { chosenFields, objectAsText, rowsAsTable } from "./print-answer.ts";
import { bodyIn, type RequestParts, requestParts, typedFields } from "./request-parts.ts";

interface Options {
  body?: string;
  as?: string;
  all?: true;
  fields?: string;
  output?: string;
  json?: true;
}

/** `dripline call METHOD ADDRESS [NAME=VALUE…]`: any call of the API for people, as whoever runs the installation. */
export function callCommand(): Command {
  const command = new Command("call")
    .description("Make a call of the API: what the screens do, without an account.")
    .argument("<method>", "GET, POST, PUT, PATCH or DELETE")
    .argument("<address>", 'as the API has it, with ids or names in place: "/v1/properties/Elm Street/repairs"')
    .argument(
      "[name=value...]",
      "fields of the path, the query or the body: a name where the field takes an id, none for null, @FILE for the text of a file; lists repeat the field",
    )
    .option("--body <file>", "further fields of the body, a JSON file; - is the standard input")
    .option("--as <user>", "in the name of this user, with their rights, such as for an API key of theirs")
    .option("--all", "all pages of a list; left out: one")
    .option("--fields <names>", "only these fields, such as id,place.unit_name; one alone without a heading")
    .option("--output <file>", "where to write an answer that is a file; left out: to the standard output")
    .option("--json", "print the answer as JSON; of a list its rows")
    .action(makeCall);
  return withExample(command, 'call GET /v1/alerts property_id="Elm Street" state=open --all');
}

async function makeCall(method: string, address: string, pairs: string[], options: Options): Promise<void> {
  const found = findCall(method, address);
  const typed = typedFields(found, pairs);
  const body = options.body === undefined ? {} : bodyIn(options.body);
  await withDatabase(async (connections, config) => {
    const parts = await requestParts(connections, found.name, typed, body);
    const scope = options.as === undefined ? null : await scopeAs(connections, options.as, found.name, parts);
    // Only now: it takes half a second that other commands need not wait.
    const { askCalls } = await import("./ask-calls.ts");
    const ask = askCalls(connections, config, scope);
    if (found.call.media !== undefined) await write(await ask.file(found.name, parts), options.output);
    else print(await answerOf(ask, found.name, parts, options.all === true), options);
  });
}

/** What is made in a user's name is theirs, and works as long as their rights last; on record is the command. */
async function scopeAs(
  connections: Connections,
  user: string,
  call: string,
  parts: RequestParts,
): Promise<RequestScope> {
  const { id } = await named(connections, "user", user);
  const ids = Object.values(parts).flatMap((fields) =>
    Object.entries(fields).flatMap(([field, value]) =>
      kindOf(call, field) === "organization" && typeof value === "number" ? [value] : [],
    ),
  );
  const scope = await scopeOfUser(connections, id, ids[0] ?? null);
  if (scope === null) throw new UsageError(`There is no user "${user}".`);
  return { ...scope, isCommand: true, email: commandActor().email };
}

const page = z.object({
  count: z.number(),
  next: z.string().nullable(),
  results: z.array(z.record(z.string(), z.unknown())),
});

/** The answer; of a list all pages, where that is wanted. */
async function answerOf(ask: Ask, name: string, parts: RequestParts, isAll: boolean): Promise<unknown> {
  const answer = await ask.json(name, parts);
  const first = page.safeParse(answer).data;
  if (first === undefined || !isAll) return answer;
  const { count, results } = first;
  for (let { next } = first; next !== null; ) {
    const further = page.parse(await ask.page(next));
    results.push(...further.results);
    next = further.next;
  }
  return { count, next: null, results };
}

function print(answer: unknown, { json, fields }: Options): void {
  const list = page.safeParse(answer).data;
  const rows = list?.results ?? z.array(z.record(z.string(), z.unknown())).safeParse(answer).data;
  if (json === true) printJson(list?.results ?? answer);
  else process.stdout.write(textOf(answer, rows, fields));
  const left = list === undefined || list.next === null ? 0 : list.count - list.results.length;
  if (left > 0) process.stderr.write(`${left.toLocaleString("en-US")} more; show them with --all.\n`);
}

function textOf(answer: unknown, rows: Record<string, unknown>[] | undefined, fields: string | undefined): string {
  const object = z.record(z.string(), z.unknown()).parse(rows === undefined ? answer : {});
  if (fields !== undefined) return chosenFields(rows ?? [object], fields.split(","));
  if (rows === undefined) return objectAsText(object);
  return rows.length === 0 ? "There is nothing to list.\n" : rowsAsTable(rows);
}

async function write(file: NodeJS.ReadableStream, path: string | undefined): Promise<void> {
  if (path !== undefined) return pipeline(file, writtenFile(path, "--output"));
  await pipeline(file, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, as `head`, is no fault.
    if (error.code !== "EPIPE") throw error;
  });
}
