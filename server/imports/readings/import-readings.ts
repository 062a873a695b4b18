import type { Connections } from "../../database/connect.ts";
import { countTaken, emitTaken } from "../../ingest/batch/taken.ts";
import { atRow, type Outcome, type Reading, type Rejection } from "../../ingest/reading.ts";
import { keepRejected } from "../../ingest/store/rejected.ts";
import { storeReadings } from "../../ingest/store/store.ts";
import type { Sentence } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";
import { openReadingsFile } from "../files/readings-file.ts";
import type { Layout } from "../layout/layout.ts";
import { FileRejected } from "../rejections.ts";
import { asWritten } from "../rows/as-written.ts";
import { rejectOtherUnits } from "../rows/other-units.ts";
import { readingBatches } from "../rows/reading-batches.ts";
import { Causes } from "./all-rejected.ts";
import { createUnits } from "./create-units.ts";
import { foresee, metersOf } from "./foresee.ts";
import { type OddRow, RegisterTrack } from "./register-track.ts";

/** One import of a file of readings. */
export interface ImportTask {
  path: string;
  /** The file's name in the records; left out: its own name. */
  name?: string;
  layout: Layout;
  /** null: not there yet, which only a dry run can do with. */
  propertyId: number | null;
  /** The zone of local times in the file. */
  timeZone: string;
  createUnits: boolean;
  /** Reports what would happen and stores nothing. */
  dryRun: boolean;
}

/** Called while an import goes on. */
export interface ImportWatch {
  progress(bytesRead: number, bytes: number, report: ImportReport): void;
  /** In the order of the file within a batch; a row whose local time was long in doubt can come after later ones. */
  rejected(row: Rejection): void;
  odd(row: OddRow): void;
  /** Once aborted, the import ends after the batch that it is storing. */
  signal: AbortSignal;
}

/** What an import did. In a dry run `stored` counts rows that could be stored, those that are there already among them. */
export interface ImportReport {
  rows: number;
  stored: number;
  duplicate: number;
  rejected: number;
  unitsMade: number;
  /** The registers of the stored rows, by serial number. */
  registers: Map<string, RegisterTrack>;
  /** It was cancelled before the end of the file. */
  interrupted: boolean;
  /** Why the file could not be read to its end; null: it could. */
  broken: Sentence | null;
  /** Why no row at all was stored, and what to do; null: some were, or there is none. */
  allRejected: Sentence | null;
}

/** Imports a file of readings, batch by batch, each in its own transaction; idempotent. */
export async function importReadings(
  connections: Connections,
  task: ImportTask,
  clock: Clock,
  watch: ImportWatch,
): Promise<ImportReport> {
  const { propertyId, layout } = task;
  const file = await openReadingsFile(task.path, task.name);
  const meters = () => metersOf(connections, propertyId, task.timeZone);
  const known = new Set((await meters()).bySerial.keys());
  const report: ImportReport = {
    rows: 0,
    stored: 0,
    duplicate: 0,
    rejected: 0,
    unitsMade: 0,
    registers: new Map(),
    interrupted: false,
    broken: null,
    allRejected: null,
  };
  const causes = new Causes();
  try {
    for await (const batch of readingBatches(file, layout, task.timeZone)) {
      const unknown = new Set(batch.readings.map((reading) => reading.serial)).difference(known);
      // A unit of its own cannot be given to a meter of which nobody knows what it counts.
      if (task.createUnits && layout.format.inOwnUnit !== true && unknown.size > 0) {
        report.unitsMade +=
          task.dryRun || propertyId === null
            ? unknown.size
            : await createUnits(connections, propertyId, [...unknown], layout.format);
        for (const serial of unknown) known.add(serial);
      }
      const inventory = await meters();
      const { readings, rejected } = rejectOtherUnits(batch, inventory, layout.format);
      let outcomes: Outcome[];
      if (task.dryRun || propertyId === null) {
        outcomes = foresee(inventory, readings, clock(), task.createUnits ? layout.format : null);
      } else {
        const target = { propertyId, source: file.name, form: formOf(task) };
        outcomes = await storeReadings(connections, target, readings, clock);
        await keepRejected(connections, target, rejected);
        emitTaken("file", countTaken(outcomes, rejected.length));
      }
      report.rows += readings.length + rejected.length;
      report.rejected += rejected.length;
      const turnedDown = count(report, readings, outcomes, layout, watch);
      for (const row of rejected) causes.see(row, null);
      for (const { serial, ...row } of turnedDown) causes.see(row, serial);
      for (const { row, raw, code, reason } of [...rejected, ...turnedDown].sort((a, b) => a.row - b.row)) {
        watch.rejected({ row, raw, code, reason });
      }
      watch.progress(file.bytesRead(), file.bytes, report);
      if (watch.signal.aborted) {
        report.interrupted = true;
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    report.broken = error.text;
  }
  if (report.rows > 0 && report.rejected === report.rows) {
    report.allRejected = causes.sentence(report.rows, (await meters()).bySerial.keys());
  }
  return report;
}

/** How a line of the file is parsed again, without its header line. */
function formOf({ layout: { headerLine: _, ...layout }, timeZone }: ImportTask): Layout {
  return { ...layout, format: { ...layout.format, timeZone } };
}

/** Counts the outcomes of these readings. @returns the rejected ones. */
function count(
  report: ImportReport,
  readings: Reading[],
  outcomes: Outcome[],
  layout: Layout,
  watch: ImportWatch,
): (Rejection & { serial: string })[] {
  const rejected: (Rejection & { serial: string })[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const reading = readings[i];
    if (reading === undefined) continue;
    report[outcome.status]++;
    if (outcome.status === "rejected") {
      const { row, raw, serial } = reading;
      const reason = asWritten(outcome.reason ?? atRow(row, text`rejected.`), reading, layout);
      rejected.push({ row, raw, serial, code: outcome.code ?? "rejected", reason });
    } else if (outcome.code === "quarantined") {
      watch.odd({ row: reading.row, serial: reading.serial, kind: "quarantined", sentence: outcome.reason ?? "" });
    } else if (reading.kind === "register") {
      let track = report.registers.get(reading.serial);
      if (track === undefined) {
        track = new RegisterTrack(reading.serial);
        report.registers.set(reading.serial, track);
      }
      for (const odd of track.see(reading.row, reading.at, reading.gallons)) watch.odd(odd);
    }
  }
  return rejected;
}
