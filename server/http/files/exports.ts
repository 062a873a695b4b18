import { z } from "zod";
import type { Call } from "../../../contract/call/call.ts";
import { type CallName, calls } from "../../../contract/calls.ts";
import { languages } from "../../../contract/display/languages.ts";
import { measures } from "../../../contract/display/measures.ts";
import { fileType, rowOf, SPREADSHEET, tableOf } from "../../../contract/files/exports.ts";
import { columnsOf, shownIn, totalCells } from "../../../contract/files/file-columns.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { csvPieces } from "../../exports/csv.ts";
import { datesIn } from "../../exports/dates-in.ts";
import { fileName } from "../../exports/file-name.ts";
import { exportProperty } from "../../exports/property/export-property.ts";
import { begun, type ReadPage, readTable, stillSees } from "../../exports/read-table.ts";
import { tableMoney } from "../../exports/table-money.ts";
import { totalsOf } from "../../exports/totals.ts";
import { xlsxFile } from "../../exports/xlsx.ts";
import { readerOf } from "../../language/reader.ts";
import { textsIn } from "../../language/texts.ts";
import { translated } from "../../problem/translated.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import { makeReport } from "../../report-files/make-report.ts";
import type { Clock } from "../../time/clock.ts";
import { type Routes, type ScopedRequest, unchanged } from "../route/route.ts";
import { fileSender, type SendFile } from "./file-sender.ts";

type ExportName = { [K in CallName]: K extends `${string}/export` ? K : never }[CallName];

/** The exported list. */
interface Table {
  /** Its rows hold sentences with volumes. */
  hasText: boolean;
  name: CallName;
  row: z.ZodObject;
  /** Whether it defaults to yesterday, as reports do. */
  isOverDays: boolean;
}

interface Deps {
  connections: Connections;
  clock: Clock;
}

/** Serves each list of the contract as a file, and properties with everything in them. */
export function serveExports(routes: Routes, deps: Deps): void {
  const sendFile = fileSender(deps.connections);
  for (const name of Object.keys(calls)) {
    const table = listOf(name);
    if (table === null || !isExport(name)) continue;
    routes.scoped(name, (call) => sendTable(routes, deps, sendFile, name, table, call));
  }
  for (const [name, kind] of madeReports) {
    routes.scoped(name, (call) =>
      sendFile(call, (scope) =>
        inScope(deps.connections.app, scope, async (tx) => {
          const { language, measure, ...params } = call.query;
          const reader = readerOf({ language, measure });
          const { name: file, type, bytes } = await makeReport(kind, { ...deps, scope, tx, reader, params });
          return { name: file, type, pieces: onePiece(bytes) };
        }),
      ),
    );
  }
  routes.scoped("GET /v1/reporting/leak-report/properties/{id}/export", (call) =>
    sendFile(call, (scope) =>
      inScope(deps.connections.app, scope, async (tx) => {
        const property = await propertyInScope(scope, tx, call.params.id);
        const { title } = await fileName(scope, tx, "GET /v1/property/export", call.params, {}, deps.clock);
        const between = () => stillSees(call.scope, call.again);
        // Reading continues after this returns: the transaction lasts until the file is sent.
        const pieces = exportProperty(tx, property, deps.clock, between);
        return { name: `${title}.json`, type: "application/json", pieces };
      }),
    ),
  );
}

const madeReports = [
  ["GET /v1/reporting/portfolio-insights/workbook/export", "portfolio workbook"],
  ["GET /v1/reporting/portfolio-insights/owner-report/export", "owner report"],
] as const;

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function isExport(name: string): name is ExportName {
  return Object.hasOwn(calls, name) && name.endsWith("/export");
}

function listOf(name: string): Table | null {
  const contract: Readonly<Record<string, Call>> = calls;
  const table = tableOf(calls, name);
  const list = table === null ? undefined : contract[table];
  const row = list === undefined ? null : rowOf(list);
  if (table === null || row === null) return null;
  const takesDays = list?.query instanceof z.ZodObject && "days_ago" in list.query.shape;
  const hasText = list?.query instanceof z.ZodObject && "measure" in list.query.shape;
  return { name: table, row, hasText, isOverDays: takesDays && table.startsWith("GET /v1/reporting/") };
}

/** Calls the list's own handler page by page, and sends each page before the next is read. */
function sendTable(
  routes: Routes,
  { connections: { app }, clock }: Deps,
  sendFile: SendFile,
  name: ExportName,
  table: Table,
  call: ScopedRequest<ExportName>,
): ReturnType<SendFile> {
  const { params, query, request, reply, again } = call;
  const { file_type, headings, measure, language, columns: fields, ...filters } = chosen.parse(query);
  const rows = z.array(table.row);
  const texts = table.hasText ? { measure, language } : {};
  const i18n = textsIn(language);
  const translate = (english: string) => datesIn(translated(english, i18n), i18n);
  return sendFile(call, async (scope) => {
    const readPage: ReadPage = async (page) => {
      const pageCall = { request, reply, again, scope, params, query: { ...filters, ...texts, ...page } };
      const answer = await routes.answerOf(table.name, pageCall);
      if (answer === unchanged) throw new Unchanged();
      const { count, results } = list.parse(answer);
      return { count: count ?? results.length, rows: rows.parse(results) };
    };
    const batches = await begun(readTable(readPage, call.scope, again)).catch((error: unknown): typeof unchanged => {
      if (error instanceof Unchanged) return unchanged;
      throw error;
    });
    if (batches === unchanged) return unchanged;
    const { title, days, sums, money } = await inScope(app, scope, async (tx) => ({
      ...(await fileName(scope, tx, name, params, filters, clock, table.isOverDays)),
      money: await tableMoney(scope, tx, params, filters),
      sums: headings === "fields" ? null : await totalsOf(table.name, scope, tx, filters, clock),
    }));
    const columns = shownIn(columnsOf(table.name, table.row, headings, fields, translate), measure, money);
    const totals = sums && totalCells(columns, { ...sums, label: translate(sums.label) });
    return file_type === "csv"
      ? { name: `${title}.csv`, type: "text/csv; charset=utf-8", pieces: csvPieces(columns, batches, totals) }
      : {
          name: `${title}.xlsx`,
          type: SPREADSHEET,
          pieces: xlsxFile(days.join(i18n._(" to ")), columns, batches, totals),
        };
  });
}

/** The caller has the file already. */
class Unchanged extends Error {}

const chosen = z.looseObject({
  file_type: fileType,
  headings: z.enum(["screen", "fields"]).default("screen"),
  measure: z.enum(measures).default("gallon"),
  language: z.enum(languages).default("en"),
  columns: z.array(z.string()).optional(),
});
const some = z.array(z.unknown());
/** A page of rows, all rows, or the points of a chart. */
const list = z.union([
  z.object({ count: z.number().optional(), results: some }),
  z.object({ points: some }).transform(({ points }) => ({ count: points.length, results: points })),
  some.transform((results) => ({ count: results.length, results })),
]);
