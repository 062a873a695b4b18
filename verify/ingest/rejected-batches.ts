import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { type Person, upload, waitForImport } from "../harness/person.ts";
import { csvOf, postReadings, type Reading, range, readingsOf } from "../harness/readings.ts";

export const METERS = 100;
/** New hours of all meters in a batch: a thousand rows. */
const HOURS_EACH = 10;
export const BATCHES = 30;
export const HOURS = BATCHES * HOURS_EACH;
export const ROWS = METERS * HOURS_EACH;
export const FIRST_HOUR = Date.UTC(2026, 4, 1);

/** A row that cannot be read: what stands in it, where it was sent, and how it should have been. */
export interface BadRow {
  text: string;
  /** As the list of rejected rows counts: rows of a body and lines of a file. */
  line: number;
  source: RegExp;
  right: Reading;
}

export interface Sent {
  rows: number;
  unaccounted: number;
  difference: number;
  bad: BadRow[];
}

/**
 * Sends hours of a place, by turns to the ingest call and as a file. In each batch one row's hour cannot be read, and the
 * last hour of the batch before comes again.
 */
export async function sendBatches(person: Person, place: BenchPlace): Promise<Sent> {
  const sent: Sent = { rows: 0, unaccounted: 0, difference: 0, bad: [] };
  for (let batch = 0; batch < BATCHES; batch++) {
    const from = batch * HOURS_EACH;
    const again = batch === 0 ? 0 : 1;
    const rows = readingsOf(place, METERS, FIRST_HOUR, range(from - again, HOURS_EACH + again));
    // Among those of the batch's first new hour.
    const at = again * METERS + ((batch * 7) % METERS);
    const right = rows[at];
    if (right === undefined) throw new Error("The batch has no such row.");
    const text = `the ${batch + 1}. of never`;
    rows[at] = { ...right, hour: text };
    const isFile = batch % 2 === 1;
    // A file has a line with headings first.
    sent.bad.push({ text, line: isFile ? at + 2 : at + 1, source: isFile ? /readings\.csv/ : /./, right });
    const result = isFile ? await sendFile(person, place, rows) : await post(person, place, rows);
    sent.rows += rows.length;
    sent.difference += Math.abs(rows.length - result.stored - result.duplicate - result.rejected);
    const isAsSent = result.stored === ROWS - 1 && result.duplicate === again * METERS && result.rejected === 1;
    if (result.received !== rows.length || !isAsSent) sent.unaccounted++;
  }
  return sent;
}

interface BatchResult {
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
}

async function post(person: Person, place: BenchPlace, rows: readonly Reading[]): Promise<BatchResult> {
  return ingestAnswer.parse(JSON.parse((await postReadings(person, place, JSON.stringify(rows))).text));
}

async function sendFile(person: Person, { propertyId }: BenchPlace, rows: readonly Reading[]): Promise<BatchResult> {
  const { id } = await upload(person, propertyId, csvOf(rows));
  const row = await waitForImport(person, propertyId, id, ({ finished_at }) => finished_at !== null);
  return { received: row.rows, stored: row.stored, duplicate: row.duplicate ?? 0, rejected: row.rejected };
}
