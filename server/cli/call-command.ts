import { Command } from "commander";
import { type CallName, calls } from "../../contract/calls.ts";
import type { Connections } from "../database/connect.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { type CommandArg, partsOf } from "./arguments.ts";
import type { AnswerOf, Ask, RequestedParts } from "./call-api.ts";
import { withExample } from "./example.ts";
import { addArgs, typedOf } from "./parse-arguments.ts";
import { printJson } from "./print-json.ts";
import { type Columns, table } from "./table.ts";
import { withDatabase } from "./with-database.ts";

/** A row of a list, or the one object that a call returns. */
type RowOf<A> = A extends { results: (infer R)[] } ? R : A;

/** A command that makes one call of the contract. */
export interface CallCommand<N extends CallName> {
  name: string;
  description: string;
  /** Arguments of a working example, after `npm run dripline --`. */
  example: string;
  call: N;
  /** The call that is made in its place for some of what can be typed. */
  instead?: { call: N; when: (connections: Connections, parts: RequestedParts) => Promise<boolean> };
  args?: readonly CommandArg[];
  /** The user on whose behalf the call is made; left out: whoever runs the installation. */
  as?: {
    arg: CommandArg;
    scope: (connections: Connections, value: string, parts: RequestedParts) => Promise<RequestScope>;
  };
  columns?: Columns<RowOf<AnswerOf<N>>>;
  /** Rows that a list shows by default; left out: all. */
  most?: number;
  /** The message for an empty list. */
  none?: string;
  /** The message besides the columns, or in their place. */
  message?: (answer: AnswerOf<N>) => string;
}

const PAGE = 50;

/** The calls that commands make, and the arguments that become their fields. */
const made = new WeakMap<Command, { calls: readonly CallName[]; args: readonly CommandArg[] }>();

/** The calls that a command makes, and the arguments that become their fields; null for one that makes none. */
export function callsOf(command: Command): { calls: readonly CallName[]; args: readonly CommandArg[] } | null {
  return made.get(command) ?? null;
}

/** Builds the command: arguments, example, `--json`, and for lists `--limit`. */
export function callCommand<N extends CallName>(declared: CallCommand<N>): Command {
  const { name, description, example, call, instead, args = [], as } = declared;
  const command = new Command(name).description(description);
  const all = as === undefined ? args : [...args, as.arg];
  addArgs(command, all);
  if (isListed(declared)) {
    const most = declared.most === undefined ? "all" : `${declared.most}`;
    command.option("--limit <rows>", `the first so many rows, or all; default: ${most}`);
  }
  command.option("--json", "print the answer of the call, as JSON");
  command.action(async (...given: unknown[]) => {
    const typed = typedOf(command, all, given);
    await withDatabase(async (connections, config) => {
      // Only now: it takes half a second that other commands need not wait.
      const { askCalls } = await import("./call-api.ts");
      const parts = await partsOf(connections, args, typed);
      const user = as === undefined ? undefined : typed.get(as.arg);
      const scope = as === undefined ? undefined : await as.scope(connections, String(user), parts);
      const isOther = instead !== undefined && (await instead.when(connections, parts));
      await run(declared, isOther ? instead.call : call, askCalls(connections, config, scope), parts, command.opts());
    });
  });
  made.set(command, { calls: instead === undefined ? [call] : [call, instead.call], args });
  return withExample(command, example);
}

async function run<N extends CallName>(
  declared: CallCommand<N>,
  call: N,
  ask: Ask,
  parts: RequestedParts,
  options: { json?: true; limit?: string },
): Promise<void> {
  const { columns, message, none = "There is nothing to list." } = declared;
  if (isListed(declared)) {
    const { rows, count } = await listed(ask, call, parts, mostOf(options.limit, declared.most));
    if (options.json === true) printJson(rows);
    else if (rows.length === 0) process.stdout.write(`${none}\n`);
    else process.stdout.write(table(columns ?? {}, rows));
    const left = count - rows.length;
    if (left > 0) process.stderr.write(`${left.toLocaleString("en-US")} more; show them with --limit.\n`);
    return;
  }
  const answer = await ask(call, parts);
  if (options.json === true) return printJson(answer);
  if (columns !== undefined && isRow<N>(answer)) process.stdout.write(table(columns, [answer]));
  if (message !== undefined) process.stdout.write(`${message(answer)}\n`);
}

/** Pages one after the other, until there are enough rows. */
async function listed<N extends CallName>(
  ask: Ask,
  call: N,
  parts: RequestedParts,
  most: number,
): Promise<{ rows: RowOf<AnswerOf<N>>[]; count: number }> {
  const rows: RowOf<AnswerOf<N>>[] = [];
  let place: Record<string, number> = {};
  for (;;) {
    const query = { ...parts.query, ...place, page_size: PAGE };
    const answer = await ask(call, { ...parts, query });
    if (!isPage<N>(answer)) throw new Error(`${call} is no list.`);
    rows.push(...answer.results);
    if (answer.next === null || rows.length >= most) return { rows: rows.slice(0, most), count: answer.count };
    place = placeIn(answer.next);
  }
}

/** The position in the URL of the next page: a page number or the row to start after. */
function placeIn(next: string): Record<string, number> {
  const parameters = new URLSearchParams(next.slice(next.indexOf("?")));
  const named = ["page", "older_than"].filter((name) => parameters.has(name));
  return Object.fromEntries(named.map((name) => [name, Number(parameters.get(name))]));
}

function mostOf(limit: string | undefined, most = Number.POSITIVE_INFINITY): number {
  if (limit === undefined) return most;
  if (limit === "all") return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit);
  throw new UsageError("--limit is a whole number from 1 on, or all.");
}

/** Whether a command's call is paginated. */
function isListed<N extends CallName>({ call }: CallCommand<N>): boolean {
  const { response } = calls[call];
  return "shape" in response && "results" in response.shape && "next" in response.shape;
}

function isPage<N extends CallName>(
  answer: unknown,
): answer is { count: number; next: string | null; results: RowOf<AnswerOf<N>>[] } {
  return typeof answer === "object" && answer !== null && "results" in answer && "next" in answer;
}

/** A response that is no page is its own row. */
function isRow<N extends CallName>(answer: AnswerOf<N>): answer is AnswerOf<N> & RowOf<AnswerOf<N>> {
  return !isPage(answer);
}
