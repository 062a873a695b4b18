import { Command } from "commander";
import type { Call } from "../../../contract/call/call.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { withExample } from "../command/example.ts";
import { printJson } from "../output/print-json.ts";
import { type Columns, table } from "../output/table.ts";
import { type CallField, type Described, fieldsOfCall, itemsOf } from "./call-fields.ts";
import { kindOf } from "./field-ids.ts";
import { commandCalls } from "./find-call.ts";

/** `dripline calls [WORD…]`: the calls of the API, and what one of them takes. */
export function callsCommand(): Command {
  const command = new Command("calls")
    .description("List the calls of the API; of a single one what it takes.")
    .argument("[word...]", "words of their addresses or of what they do, or the method and address of one")
    .option("--json", "print the calls with their fields as JSON")
    .action(list);
  return withExample(command, "calls POST /v1/properties/{property_id}/repairs");
}

function list(words: string[], options: { json?: true }): void {
  const found = callsWith(words);
  const [first] = found;
  if (options.json === true) {
    printJson(found.map(([name, call]) => ({ call: name, ...described(name, call) })));
  } else if (first !== undefined && found.length === 1) {
    process.stdout.write(pageOf(...first));
  } else {
    process.stdout.write(table({ call: ([one]) => one, "what it does": ([, { summary }]) => summary }, found));
  }
}

function callsWith(words: readonly string[]): [string, Call][] {
  const one = commandCalls.get(words.join(" "));
  if (one !== undefined) return [[words.join(" "), one]];
  const found = [...commandCalls].filter(([name, { summary }]) =>
    words.every((word) => `${name} ${summary}`.toLowerCase().includes(word.toLowerCase())),
  );
  if (found.length === 0) throw new UsageError(`No call is about ${words.join(" ")}. Without a word, calls lists all.`);
  return found;
}

const heads = { params: "In the path", query: "In the query", body: "In the body" };

type Shown = ReturnType<typeof described>["fields"][number];

const columns: Columns<Shown> = {
  field: ({ field }) => field,
  value: ({ value }) => value,
  "must be given": ({ needed }) => needed,
  "what it is": ({ description }) => description,
};

/** A call with all that it takes, as a page of help. */
function pageOf(name: string, call: Call): string {
  const { fields } = described(name, call);
  const parts = (["params", "query", "body"] as const).map((part) => {
    const rows = fields.filter((field) => field.part === part);
    return rows.length === 0 ? "" : `\n${heads[part]}\n${table(columns, rows)}`;
  });
  return `${name}\n${call.summary}\n${parts.join("")}`;
}

function described(name: string, call: Call) {
  const fields = fieldsOfCall(call).map((field) => ({
    part: field.part,
    field: field.name,
    value: valueText(name, field),
    needed: field.part === "params" || field.isRequired,
    description: field.description ?? null,
  }));
  return { summary: call.summary, access: call.access, fields };
}

function valueText(call: string, { name, ways }: CallField): string {
  const items = itemsOf(ways);
  const what =
    kindOf(call, name) === null ? kindsOf(items.length > 0 ? items : ways) : `${kindOf(call, name)}, id or name`;
  const isList = items.length > 0;
  const isNullable = ways.some(({ type }) => type === "null");
  return `${isList ? "list: " : ""}${what}${isNullable ? ", or none" : ""}`;
}

/** `number`, `date`, `accept | reject`: what a value may be. */
function kindsOf(ways: readonly Described[]): string {
  const texts = ways.flatMap((way) => {
    if (way.type === "null") return [];
    if (way.const !== undefined) return [String(way.const)];
    if (way.enum !== undefined) return way.enum.map(String);
    if (way.type === "object" && way.properties !== undefined) return [`{${Object.keys(way.properties).join(", ")}}`];
    return [typeof way.format === "string" ? way.format : [way.type ?? "any"].flat().join(" | ")];
  });
  return [...new Set(texts)].join(" | ");
}
