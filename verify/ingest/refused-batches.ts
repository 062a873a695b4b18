import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { importCalls } from "../../contract/imports.ts";
import { ingestAnswer } from "../../contract/ingest.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { ask, type ImportRow, upload } from "../harness/admin.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";
import type { Person } from "../parallel/clients.ts";

export const METERS = 100;
/** New hours of all meters in a batch: a thousand rows. */
const HOURS_EACH = 10;
export const BATCHES = 30;
export const HOURS = BATCHES * HOURS_EACH;
export const ROWS = METERS * HOURS_EACH;
export const FIRST_HOUR = Date.UTC(2026, 4, 1);

interface Row {
  serial: string;
  hour: string;
  gallons: number;
}

/** A row that cannot be read: what stands in it, where it was sent, and how it should have been. */
export interface BadRow {
  text: string;
  /** As the list of refused rows counts: rows of a body and lines of a file. */
  line: number;
  source: RegExp;
  right: Row;
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
  const serials = serialsOf(place, METERS);
  const sent: Sent = { rows: 0, unaccounted: 0, difference: 0, bad: [] };
  for (let batch = 0; batch < BATCHES; batch++) {
    const from = batch * HOURS_EACH;
    const again = batch === 0 ? 0 : 1;
    const rows: Row[] = Array.from({ length: HOURS_EACH + again }, (_, n) => from - again + n).flatMap((hour) =>
      serials.map((serial, meter) => ({
        serial,
        hour: new Date(FIRST_HOUR + hour * HOUR_MS).toISOString(),
        gallons: thousandthsOf(meter, hour) / 1000,
      })),
    );
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
    sent.difference += Math.abs(rows.length - result.stored - result.duplicate - result.refused);
    const isAsSent = result.stored === ROWS - 1 && result.duplicate === again * METERS && result.refused === 1;
    if (result.received !== rows.length || !isAsSent) sent.unaccounted++;
  }
  return sent;
}

interface BatchResult {
  received: number;
  stored: number;
  duplicate: number;
  refused: number;
}

async function post({ url }: Person, { token }: BenchPlace, rows: readonly Row[]): Promise<BatchResult> {
  const answer = await fetch(`${url}/v1/ingest/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(rows),
  });
  return ingestAnswer.parse(JSON.parse(await answer.text()));
}

const { response: details } = importCalls["GET /v1/properties/{property_id}/imports/{import_id}"];

async function sendFile(
  { url, cookie }: Person,
  { propertyId }: BenchPlace,
  rows: readonly Row[],
): Promise<BatchResult> {
  const lines = rows.map(({ serial, hour, gallons }) => `${serial},${hour},${gallons}`);
  let row: ImportRow = await upload(url, cookie, propertyId, ["serial,hour,gallons", ...lines, ""].join("\n"));
  while (row.finished_at === null) {
    await pause(50);
    const { value } = await ask(url, cookie, ["GET", `/v1/properties/${propertyId}/imports/${row.id}`]);
    row = details.parse(value);
  }
  return { received: row.rows, stored: row.stored, duplicate: row.duplicate ?? 0, refused: row.refused };
}
