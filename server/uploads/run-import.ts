import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ImportOptions } from "../../contract/readings/imports.ts";
import type { Connections } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { intervalsText } from "../imports/layout/file-interval.ts";
import { inspectFile } from "../imports/layout/inspect-file.ts";
import { type ImportReport, importReadings } from "../imports/readings/import-readings.ts";
import type { OddRow } from "../imports/readings/register-track.ts";
import { FileRejected } from "../imports/rejections.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { Rejection } from "../ingest/reading.ts";
import { toKeptJson } from "../problem/kept-sentence.ts";
import type { Sentence } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { Clock } from "../time/clock.ts";
import type { KeptOddRow, KeptRejectedRow } from "./import-rows.ts";
import { layoutWishFor } from "./layout-wish.ts";

const PropertyRow = z.object({ time_zone: z.string() });

/** A file that is to be imported and its row in `imports`. */
export interface ImportJob {
  propertyId: number;
  importId: number;
  /** The file's name in the records. */
  name: string;
  path: string;
  options: ImportOptions;
  dryRun: boolean;
}

/** How an import ended. `unfinished`: the server is stopping; the import resumes at the next start. */
export interface ImportEnd {
  state: "done" | "failed" | "interrupted" | "unfinished";
  /** Why it failed and what to do; null otherwise. */
  error: Sentence | null;
  rows: number;
  stored: number;
  duplicate: number;
  rejected: number;
  unitsMade: number;
  /** The interval of its volumes; null: not known, or registers. */
  interval: Sentence | null;
  rejectedRows: Rejection[];
  oddRows: OddRow[];
}

/** Maxima of rows: kept in the import's own row, and returned to the caller. */
const KEPT_ROWS = 100;
const RETURNED_ROWS = 10_000;
const LONGEST_RAW = 1000;

/** What imports need, whoever starts them. */
export interface ImportDeps {
  connections: Connections;
  clock: Clock;
  /** Aborted when the server stops. */
  stop: AbortSignal;
  /** Whether an error means that the database cannot be reached: then the import waits for it. */
  isDatabaseDown: (error: Error) => boolean;
  /** Called with unexpected errors. */
  onError: (error: unknown) => void;
}

type Counts = Pick<ImportReport, "rows" | "stored" | "duplicate" | "rejected" | "unitsMade">;
const nothing: Counts = { rows: 0, stored: 0, duplicate: 0, rejected: 0, unitsMade: 0 };

/**
 * Imports a file, its progress in its row. A resumed import starts from the beginning: stored rows are duplicates then.
 * @throws errors of a database that cannot be reached; the row's state is then still `running`
 */
export async function runImport(deps: ImportDeps, job: ImportJob): Promise<ImportEnd> {
  try {
    return await importOnce(deps, job);
  } catch (error) {
    if (!(error instanceof Error) || deps.isDatabaseDown(error)) throw error;
    // A retry would fail again, for ever.
    deps.onError(error);
    const why = text`An unexpected error stopped it; see the server's log. What was stored before stays.`;
    const end = { ...nothing, error: why, interval: null, rejectedRows: [], oddRows: [] };
    await finish(deps.connections.worker, job, "failed", end, deps.clock());
    return { ...end, state: "failed" };
  }
}

async function importOnce({ connections, clock, stop }: ImportDeps, job: ImportJob): Promise<ImportEnd> {
  const rejectedRows: Rejection[] = [];
  const oddRows: OddRow[] = [];
  const { worker } = connections;
  const ending = new AbortController();
  let taken = false;
  let failure: unknown = null;
  let saving: Promise<void> | null = null;
  /** One after another: a slow database does not make a queue of them. */
  const progress = (bytesRead: number, report: Counts) => {
    saving ??= save(worker, job, bytesRead, report)
      .then((isOurs) => {
        taken = !isOurs;
      })
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        saving = null;
        if (taken || failure !== null) ending.abort();
      });
  };
  let counts: Counts = nothing;
  let interval: Sentence | null = null;
  let error: Sentence | null = null;
  let isBroken = false;
  if (!(await save(worker, job, 0, nothing)))
    return { ...nothing, state: "interrupted", interval, error, rejectedRows, oddRows };
  try {
    const layout = await inspectFile(job.path, layoutWishFor(job.options), job.name);
    const { intervals } = layout.format;
    if (intervals !== undefined) interval = intervalsText(intervals);
    const { propertyId, name, path, dryRun } = job;
    const timeZone = layout.format.timeZone ?? (await zoneOf(connections, propertyId));
    const createUnits = job.options.create_units === true;
    const task = { path, name, layout, propertyId, timeZone, createUnits, dryRun };
    const report = await importReadings(connections, task, clock, {
      signal: AbortSignal.any([stop, ending.signal]),
      progress: (bytesRead, _bytes, so) => progress(bytesRead, so),
      rejected: (row) => {
        const kept = { ...row, raw: row.raw.slice(0, LONGEST_RAW) };
        if (rejectedRows.length < RETURNED_ROWS) rejectedRows.push(kept);
      },
      odd: (row) => {
        if (oddRows.length < KEPT_ROWS) oddRows.push(row);
      },
    });
    counts = report;
    isBroken = report.broken !== null;
    error = report.broken ?? report.allRejected;
  } catch (thrown) {
    if (!(thrown instanceof FileRejected || thrown instanceof UsageError)) throw thrown;
    isBroken = true;
    error = thrown.text;
  }
  await saving;
  if (failure !== null) throw failure;
  const { rows, stored, duplicate, rejected, unitsMade } = counts;
  const end = { rows, stored, duplicate, rejected, unitsMade, interval, error, rejectedRows, oddRows };
  if (taken) return { ...end, state: await keepInterrupted(worker, job, end) };
  if (stop.aborted && !isBroken) return { ...end, state: "unfinished" };
  const state = isBroken ? "failed" : "done";
  const isOurs = await finish(worker, job, state, end, clock());
  return { ...end, state: isOurs ? state : await keepInterrupted(worker, job, end) };
}

/** @returns false when somebody interrupted the import. */
async function save(
  worker: Connections["worker"],
  { propertyId, importId }: ImportJob,
  bytesRead: number,
  { rows, stored, duplicate, rejected }: Counts,
): Promise<boolean> {
  const updated = await sql`
    update imports set state = 'running', bytes_read = ${bytesRead}, rows = ${rows}, stored = ${stored},
      duplicate = ${duplicate}, rejected = ${rejected}
    where property_id = ${propertyId} and id = ${importId} and state in ('waiting', 'running')
    returning id`.execute(worker);
  return updated.rows.length > 0;
}

/** What is recorded of an import that is over, whatever ended it. */
function columnsOf(end: Omit<ImportEnd, "state">): RawBuilder<unknown> {
  const rejectedRows: KeptRejectedRow[] = end.rejectedRows
    .slice(0, KEPT_ROWS)
    .map((row) => ({ ...row, reason: String(row.reason), text: row.reason }));
  const oddRows: KeptOddRow[] = end.oddRows.map((row) => ({
    ...row,
    sentence: String(row.sentence),
    text: row.sentence,
  }));
  return sql`
    rows = ${end.rows}, stored = ${end.stored}, duplicate = ${end.duplicate}, rejected = ${end.rejected},
    rejected_rows = ${toKeptJson(rejectedRows)}::jsonb, odd_rows = ${toKeptJson(oddRows)}::jsonb,
    interval = ${end.interval && String(end.interval)}, interval_text = ${toKeptJson(end.interval)}::jsonb`;
}

/** @returns false when somebody interrupted the import. */
async function finish(
  worker: Connections["worker"],
  { propertyId, importId }: ImportJob,
  state: "done" | "failed",
  end: Omit<ImportEnd, "state">,
  at: number,
): Promise<boolean> {
  const updated = await sql`
    update imports set state = ${state}, error = ${end.error && String(end.error)},
      error_text = ${toKeptJson(end.error)}::jsonb, bytes_read = case when ${state} = 'done' then bytes else bytes_read end,
      finished_at = ${new Date(at).toISOString()}::timestamptz, ${columnsOf(end)}
    where property_id = ${propertyId} and id = ${importId} and state = 'running'
    returning id`.execute(worker);
  return updated.rows.length > 0;
}

/** Records what was stored by the time when the worker noticed the interruption, which has its state and reason already. */
async function keepInterrupted(
  worker: Connections["worker"],
  { propertyId, importId }: ImportJob,
  end: Omit<ImportEnd, "state">,
): Promise<"interrupted"> {
  await sql`
    update imports set ${columnsOf(end)}
    where property_id = ${propertyId} and id = ${importId} and state = 'interrupted'`.execute(worker);
  return "interrupted";
}

async function zoneOf({ worker }: Connections, propertyId: number): Promise<string> {
  const row = await queryRow(worker, PropertyRow)`select time_zone from properties where id = ${propertyId}`;
  if (row === undefined) throw new UsageError(text`The property was removed meanwhile.`);
  return row.time_zone;
}
