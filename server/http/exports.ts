import { Readable } from "node:stream";
import { z } from "zod";
import type { Call } from "../../contract/call.ts";
import { type CallName, calls } from "../../contract/calls.ts";
import { fileType, rowOf, tableOf } from "../../contract/exports.ts";
import { createWorkQueue, type WorkQueue } from "../accounts/work-queue.ts";
import type { Clock } from "../clock.ts";
import { atOneInstant, type Connections, inScope } from "../database/connect.ts";
import { columnsOf } from "../exports/columns.ts";
import { csvFile } from "../exports/csv.ts";
import { fileName } from "../exports/file-name.ts";
import { begun, type ReadPage, readTable, watched } from "../exports/read-table.ts";
import { xlsxFile } from "../exports/xlsx.ts";
import { type AskedInScope, type Routes, unchanged } from "./route.ts";

/** Exports that are at work together, each with a connection of its own, and how many more may wait for their turn. */
const AT_ONCE = 4;
const WAITING = 50;

type ExportName = { [K in CallName]: K extends `${string}/export` ? K : never }[CallName];

/** The list that an export is of, with the columns of its rows. */
interface Table {
  name: CallName;
  row: z.ZodObject;
}

/**
 * Serves each list of the contract as a file: its own call is asked for page after page, all within one transaction, and
 * each is sent before the next is read.
 */
export function serveExports(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const line = createWorkQueue(AT_ONCE, WAITING, "Too many files are made at this moment. Try again in a minute.");
  for (const name of Object.keys(calls)) {
    const table = listOf(name);
    if (table === null || !isExport(name)) continue;
    routes.scoped(name, async (asked) => {
      const done = await turn(line);
      try {
        return await send(routes, deps, name, table, asked, done);
      } catch (error) {
        done();
        throw error;
      }
    });
  }
}

function isExport(name: string): name is ExportName {
  return Object.hasOwn(calls, name) && name.endsWith("/export");
}

function listOf(name: string): Table | null {
  const contract: Readonly<Record<string, Call>> = calls;
  const table = tableOf(calls, name);
  const list = table === null ? undefined : contract[table];
  const row = list === undefined ? null : rowOf(list);
  return table === null || row === null ? null : { name: table, row };
}

/** Waits for its turn. @returns what ends it */
async function turn(line: WorkQueue): Promise<() => void> {
  return new Promise((go, refuse) => {
    line.run(() => new Promise<void>((done) => go(done))).catch(refuse);
  });
}

/** @param done is called when nothing more is read, unless this throws */
async function send(
  routes: Routes,
  { connections: { app }, clock }: { connections: Connections; clock: Clock },
  name: ExportName,
  table: Table,
  { scope, params, query, request, reply, again }: AskedInScope<ExportName>,
  done: () => void,
): Promise<Readable | typeof unchanged> {
  const { file_type, ...filters } = chosen.parse(query);
  const rows = z.array(table.row);
  const instant = await atOneInstant(app, scope);
  try {
    const readPage: ReadPage = async (page) => {
      const asked = { request, reply, again, scope: instant.scope, params, query: { ...filters, ...page } };
      const answer = await routes.answerOf(table.name, asked);
      if (answer === unchanged) throw new Unchanged();
      const { count, results } = list.parse(answer);
      return { count: count ?? results.length, rows: rows.parse(results) };
    };
    const batches = await begun(readTable(readPage, scope, again));
    const given = { ...z.looseObject({}).parse(params ?? {}), ...filters };
    const title = await inScope(app, instant.scope, (tx) => fileName(scope, tx, name, given, clock));
    const columns = columnsOf(table.row);
    const watching = watched(batches, () => file.destroy(new Error("The reader of an export took nothing.")));
    const file: Readable =
      file_type === "csv"
        ? Readable.from(csvFile(columns, watching), { objectMode: false })
        : xlsxFile(title, columns, watching);
    file.once("close", () => {
      instant.release().catch((error: unknown) => request.log.error({ err: error }, "An export did not end well"));
      done();
    });
    reply.type(file_type === "csv" ? "text/csv; charset=utf-8" : SPREADSHEET);
    reply.header("content-disposition", `attachment; filename="${title}.${file_type}"`);
    return file;
  } catch (error) {
    await instant.release();
    if (!(error instanceof Unchanged)) throw error;
    done();
    return unchanged;
  }
}

const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The caller has the file already. */
class Unchanged extends Error {}

const chosen = z.looseObject({ file_type: fileType });
const list = z.preprocess(
  (answer) => (Array.isArray(answer) ? { results: answer } : answer),
  z.object({ count: z.number().optional(), results: z.array(z.unknown()) }),
);
