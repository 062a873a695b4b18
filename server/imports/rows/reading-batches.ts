import { atRow, type Reading, type Rejection } from "../../ingest/reading.ts";
import type { Sentence } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { linesOf } from "../cells/lines.ts";
import { quoted } from "../cells/numbers.ts";
import type { SourceFile } from "../files/source-file.ts";
import { overDays } from "../layout/file-interval.ts";
import type { Layout } from "../layout/layout.ts";
import { option } from "../message.ts";
import { RowRejected } from "../rejections.ts";
import { DoubledHour, type Settled } from "../times/doubled-hour.ts";
import { instantsAt } from "../times/local-time.ts";
import { readRow } from "./row.ts";

/** Readings and rejected rows of a part of a file, in file order per serial. */
export interface ReadingBatch {
  readings: Reading[];
  rejected: Rejection[];
}

const MINUTE_MS = 60_000;
/** As many as one ingest call takes. */
const BATCH = 10_000;

/**
 * Reads a file of readings from its second row on, in batches.
 * @param timeZone the zone of local times
 */
export async function* readingBatches(
  file: SourceFile,
  layout: Layout,
  timeZone: string,
): AsyncGenerator<ReadingBatch> {
  const doubled = new DoubledHour<Omit<Reading, "at">>();
  let batch: ReadingBatch = { readings: [], rejected: [] };
  let { headerLine } = layout;

  const isEnd = layout.format.hasEndTimes === true;
  // Registers have no minutes, nor have the hours of the product's own files. A volume over hours has the time of the last.
  const minutesOf = ({ minutes, hours }: Omit<Reading, "at">) =>
    minutes ?? (hours > 1 && layout.format.intervals !== undefined ? 60 : 0);
  const add = (reading: Omit<Reading, "at">, at: number) =>
    batch.readings.push({ ...reading, at: isEnd ? at - minutesOf(reading) * MINUTE_MS : at });
  const settle = (settled: Settled<Omit<Reading, "at">>[]) => {
    for (const { row, at } of settled) {
      if (at !== null) add(row, at);
      else
        reject(
          row.row,
          row.raw,
          "ambiguous_local_time",
          text`the clocks in ${timeZone} showed this time twice that day, and the file's order does not tell which one is meant. Give the time with its offset, as in 2026-11-01T01:30-05:00.`,
        );
    }
  };
  const reject = (row: number, raw: string, code: string, what: Sentence) => {
    batch.rejected.push({ row, raw, code, reason: atRow(row, what) });
  };

  const instantsOf = (localTime: number) => {
    const instants = instantsAt(timeZone, localTime);
    if (instants.length > 0) return instants;
    const clock = new Date(localTime).toISOString().slice(0, 19).replace("T", " ");
    throw new RowRejected(
      "no_such_local_time",
      text`the clocks in ${timeZone} never showed ${quoted(clock)}: they were put forward over it. Give the time with its offset, or say the right zone with ${option("time_zone")}.`,
    );
  };

  for await (const lines of linesOf(file.text)) {
    for (const line of lines) {
      headerLine ??= line.number;
      if (line.number <= headerLine) continue;
      try {
        const { written, reading, days } = readRow(line, layout);
        if (days !== null) batch.readings.push(overDays(reading, written, days, timeZone, isEnd));
        else if (written.offset === null)
          settle(doubled.take(reading.serial, written.wall, instantsOf(written.wall), reading));
        else add(reading, written.wall - written.offset);
      } catch (error) {
        if (!(error instanceof RowRejected)) throw error;
        reject(line.number, line.text, error.code, error.text);
      }
      if (batch.readings.length + batch.rejected.length >= BATCH) {
        yield batch;
        batch = { readings: [], rejected: [] };
      }
    }
  }
  settle(doubled.finish());
  yield batch;
}
