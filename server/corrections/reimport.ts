import { MOST_REPAIR_ROWS, type RequestOf } from "../../contract/readings/repair-request.ts";
import { parseReading } from "../ingest/batch/parse-readings.ts";
import { isIn, isWholeIn, placeOf } from "../ingest/place/place-of-reading.ts";
import type { Reading, Rejection } from "../ingest/reading.ts";
import { keyOfValue } from "../ingest/rejudge/known-values.ts";
import type { Inventory, Stretch } from "../metering/inventory/inventory-types.ts";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { localDayAt } from "../time/local-day.ts";
import { rejectClosed } from "./closed-days.ts";
import { excludeStretches } from "./excluded-stretches.ts";
import { personsValues, repairsOf } from "./persons-values.ts";
import { readCsv } from "./read-csv.ts";
import { inventoryAtWork, meterNamed, type RepairWork, touch } from "./repair-work.ts";
import { storeValues } from "./store-values.ts";

const LONGEST_DAYS = 800;

/**
 * In a range only these rows count for these meters, whatever devices sent of it or will send: an hour or a register that
 * is not among the rows was not measured.
 */
export async function reimport(work: RepairWork, request: RequestOf<"reimport">): Promise<void> {
  const inventory = await inventoryAtWork(work);
  const serials = [...new Set(request.meter_serial_numbers)];
  const meters = serials.map((serial) => meterNamed(inventory, serial, "meter_serial_numbers"));
  const range = { from: Date.parse(request.from), until: Date.parse(request.until) };
  if (range.until <= range.from) throw wrongField("until", text`until must be later than from.`);
  rejectClosed(inventory, range.from, "from");
  const presentEnd = endOfHour(work.timeZone, work.clock());
  if (range.until > presentEnd) {
    throw wrongField(
      "until",
      text`until must not be later than ${new Date(presentEnd).toISOString()}, the end of the present hour: readings to come would not count.`,
    );
  }
  if (range.until - range.from > LONGEST_DAYS * DAY_MS)
    throw wrongField("until", text`Take at most two years at once.`);
  const { readings, field } = await rowsOf(inventory, request);
  const named = new Set(serials);
  for (const reading of readings) {
    const { row, serial, at, hours } = reading;
    const why = !named.has(serial)
      ? text`meter "${serial}" is not among meter_serial_numbers`
      : !isWholeIn(reading, range)
        ? text`its time ${new Date(isIn(reading, range) ? at - (hours - 1) * HOUR_MS : at).toISOString()} is not in the range`
        : null;
    if (why !== null) throw wrongField(field, text`Row ${row}: ${why}. Nothing was stored.`);
  }
  for (const meter of meters) await rejectLost(work, meter, range, readings);
  await touch(
    work,
    meters.map(({ meterId }) => meterId),
  );
  await excludeStretches(
    work,
    meters.map(({ meterId }) => ({ meterId, ...range })),
  );
  const newestReadings = newestOf(readings).map((reading) => ({ ...reading, sequence: work.repairId, class: 1 }));
  const rejected = (await storeValues(work, newestReadings)).find(({ status }) => status === "rejected");
  if (rejected !== undefined)
    throw wrongField(field, text`${rejected.reason ?? text`A row was rejected.`} Nothing was stored.`);
}

/** The end of the local hour in which an instant is. */
function endOfHour(timeZone: string, at: number): number {
  const { startsAt } = localDayAt(timeZone, at);
  return startsAt + (Math.floor((at - startsAt) / HOUR_MS) + 1) * HOUR_MS;
}

async function rowsOf(inventory: Inventory, { readings, csv }: RequestOf<"reimport">) {
  if ((readings === undefined) === (csv === undefined)) {
    throw wrongField("readings", text`Give either readings or csv: the rows that count in the range.`);
  }
  const field = csv === undefined ? "readings" : "csv";
  const read: (Reading | Rejection)[] =
    csv === undefined
      ? (readings ?? []).map((value, i) => parseReading(i + 1, { value, raw: JSON.stringify(value) }))
      : await readCsv(csv, inventory);
  if (read.length > MOST_REPAIR_ROWS)
    throw wrongField(field, text`A repair takes at most 10,000 rows. Split the range.`);
  const good: Reading[] = [];
  for (const row of read) {
    if ("code" in row) throw wrongField(field, text`${row.reason} Nothing was stored.`);
    const place = placeOf(inventory.timeZone, row);
    // A row without a place is rejected with its reason when it is stored.
    if (place === null) good.push(row);
    else good.push({ ...row, kind: place.kind === "lump" ? "hour" : place.kind, minutes: place.minutes, at: place.at });
  }
  return { readings: good, field };
}

/** Key of an hour, lump, interval or instant of a meter. */
function spanOf({ at, hours, minutes }: Pick<Reading, "at" | "hours" | "minutes">): string {
  return `${at} ${hours > 1} ${minutes}`;
}

/** Of several rows for the same hour, interval or instant those with the highest sequence. */
function newestOf(readings: Reading[]): Reading[] {
  const newest = new Map<string, number>();
  const keyOf = (row: Reading) => `${spanOf(row)} ${row.serial}`;
  for (const row of readings) newest.set(keyOf(row), Math.max(row.sequence, newest.get(keyOf(row)) ?? 0));
  return readings.filter((row) => row.sequence === newest.get(keyOf(row)));
}

/** A person's value in the range that these rows do not replace would go on counting: it has to be undone first. */
async function rejectLost(
  work: RepairWork,
  { meterId, serial }: { meterId: number; serial: string },
  range: Stretch,
  readings: Reading[],
): Promise<void> {
  const given = new Set(readings.filter((row) => row.serial === serial).map(spanOf));
  const values = (await personsValues(work, meterId, range)).filter((value) => !given.has(spanOf(value)));
  if (values.length === 0) return;
  const repairs = await repairsOf(work, values);
  // The registers of a swap belong to the swap, whatever is imported around them.
  const lost = values.find((value) => repairs.get(keyOfValue(value))?.kind !== "swap");
  if (lost === undefined) return;
  const repair = repairs.get(keyOfValue(lost));
  const at = new Date(lost.at).toISOString();
  throw new ProblemError(
    "conflict",
    repair === undefined
      ? text`The value of meter "${serial}" at ${at} is a person's that came from an archive, and these rows do not include it. Add a row for it.`
      : text`Repair ${repair.id} gave meter "${serial}" a value at ${at}, which these rows do not include. Undo that repair first, or add a row for it.`,
  );
}
