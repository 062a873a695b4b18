import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { type Person, upload, waitForImport } from "../harness/person.ts";
import { csvOf, postReadings, range, readingsOf } from "../harness/readings.ts";
import { everySoOften } from "./every-so-often.ts";

export const METERS = 400;
/** A file has so many new hours. */
const HOURS_IN_A_FILE = 6;
/** Every so many batches bring the hour before again. */
const BATCHES_PER_DUPLICATE = 4;

/** Rows sent to a place, and what the answers reported of them. */
export interface Balance {
  place: BenchPlace;
  firstHour: number;
  /** Whole hours of all meters, from the first on. */
  hours: number;
  sent: number;
  stored: number;
  duplicate: number;
  rejected: number;
  /** Answers that do not say of each row what it was sent to become. */
  unaccounted: number;
}

/**
 * Sends hours of a place that end now, one in a batch, some of them twice; each batch has a row that is rejected.
 * @param everySeconds from batch to batch
 */
export async function sendReadings(
  url: string,
  place: BenchPlace,
  everySeconds: number,
  seconds: number,
): Promise<Balance> {
  const balance = opened(place, seconds / everySeconds);
  await everySoOften(everySeconds, seconds, async (hour) => {
    const again = hour > 0 && hour % BATCHES_PER_DUPLICATE === 0 ? [hour - 1] : [];
    const rows = rowsOf(balance, [...again, hour]);
    const text = await post(url, place, JSON.stringify(rows));
    balance.hours++;
    account(balance, rows.length, again.length * METERS, ingestAnswer.parse(JSON.parse(text)));
  });
  return balance;
}

/** Sends a batch until it is taken, again whenever the answer is to retry. @returns the answer */
async function post(url: string, place: BenchPlace, body: string): Promise<string> {
  for (;;) {
    const { status, text, retryAfter } = await postReadings({ url }, place, body);
    if (status === 200) return text;
    if (status !== 429 && status !== 503) throw new Error(`A batch was answered with ${status}: ${text.slice(0, 300)}`);
    await pause(Number(retryAfter ?? 1) * 1000);
  }
}

/** The same as files, which are uploaded and waited for. */
export async function sendFiles(
  person: Person,
  place: BenchPlace,
  everySeconds: number,
  seconds: number,
): Promise<Balance> {
  const balance = opened(place, (seconds / everySeconds) * HOURS_IN_A_FILE);
  await everySoOften(everySeconds, seconds, async (time) => {
    const from = time * HOURS_IN_A_FILE;
    const again = time === 0 ? [] : [from - 1];
    const rows = rowsOf(balance, [...again, ...range(from, HOURS_IN_A_FILE)]);
    const { id } = await upload(person, place.propertyId, csvOf(rows));
    const done = await waitForImport(person, place.propertyId, id);
    balance.hours += HOURS_IN_A_FILE;
    const result = {
      received: done.rows,
      stored: done.stored,
      duplicate: done.duplicate ?? 0,
      rejected: done.rejected,
    };
    account(balance, rows.length, again.length * METERS, result);
  });
  return balance;
}

function opened(place: BenchPlace, hours: number): Balance {
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const firstHour = thisHour - (Math.ceil(hours) + 1) * HOUR_MS;
  return { place, firstHour, hours: 0, sent: 0, stored: 0, duplicate: 0, rejected: 0, unaccounted: 0 };
}

function rowsOf({ place, firstHour }: Balance, hours: readonly number[]) {
  const rows = readingsOf(place, METERS, firstHour, hours);
  return [...rows, { serial: rows[0]?.serial ?? "", hour: `after hour ${hours.at(-1)}`, gallons: 1 }];
}

type BatchResult = Pick<Balance, "stored" | "duplicate" | "rejected"> & { received: number };

function account(balance: Balance, sent: number, duplicate: number, result: BatchResult): void {
  balance.sent += sent;
  balance.stored += result.stored;
  balance.duplicate += result.duplicate;
  balance.rejected += result.rejected;
  const isAsSent = result.received === sent && result.duplicate === duplicate && result.rejected === 1;
  if (!isAsSent || result.stored + result.duplicate + result.rejected !== sent) balance.unaccounted++;
}
