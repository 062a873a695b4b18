import { z } from "zod";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import type { DayKey } from "../ingest/days/day-rows.ts";
import { placedAt, placeOf } from "../ingest/place/place-of-reading.ts";
import type { Outcome, Reading } from "../ingest/reading.ts";
import { type KnownValue, keyOfValue } from "../ingest/rejudge/known-values.ts";
import { storedOf, storeInTransaction } from "../ingest/store/store-in-transaction.ts";
import type { Inventory } from "../metering/inventory/inventory-types.ts";
import { localDayAt } from "../time/local-day.ts";
import { valuesOfDays } from "./persons-values.ts";
import { inventoryAtWork, type RepairWork, touch } from "./repair-work.ts";

const NewestId = z.object({ newest: z.int().nullable() });

/**
 * Stores readings for a correction and records which of them were not stored before.
 * @param accepted a person accepted them: they count, however large they are
 * @returns an outcome per reading, in their order
 */
export async function storeValues(work: RepairWork, given: Reading[], accepted = false): Promise<Outcome[]> {
  const { tx, connections, propertyId, facts, clock } = work;
  if (given.length === 0) return [];
  const inventory = await inventoryAtWork(work);
  const readings = await afterEarlier(work, inventory, given);
  await touch(work, new Set(readings.flatMap(({ serial }) => inventory.bySerial.get(serial)?.meterId ?? [])));
  const newest = await newestQuarantined(work);
  const target = { propertyId, source: `repair ${work.repairId}`, ...(accepted ? { accepted } : {}) };
  const outcomes = await storeInTransaction(tx, connections, target, readings, clock());
  for (const [i, { status, code }] of outcomes.entries()) {
    const reading = readings[i];
    if (reading === undefined || status !== "stored" || code === "quarantined") continue;
    const value = storedValueOf(inventory, reading);
    if (value !== null) facts.values.push(value);
  }
  const made = await queryRows(tx, IdRow)`
    select id from quarantined_readings where property_id = ${propertyId} and id > ${newest} order by id`;
  facts.quarantined.push(...made.map(({ id }) => id));
  return outcomes;
}

/**
 * The readings, those of persons with sequences after those of earlier persons' values on their days: these may be of
 * repairs with higher ids, which an archive was written of.
 */
async function afterEarlier(work: RepairWork, { bySerial }: Inventory, readings: Reading[]): Promise<Reading[]> {
  const keys = new Map<string, DayKey>();
  for (const reading of readings) {
    const meterId = bySerial.get(reading.serial)?.meterId;
    if (reading.class === 0 || meterId === undefined) continue;
    const { day } = localDayAt(work.timeZone, placedAt(reading));
    keys.set(`${meterId} ${day}`, { meterId, day });
  }
  if (keys.size === 0) return readings;
  const own = new Set(work.facts.values.map(keyOfValue));
  const latest = new Map<number, number>();
  for (const value of await valuesOfDays(work, [...keys.values()])) {
    if (value.class === 0 || own.has(keyOfValue(value))) continue;
    latest.set(value.meterId, Math.max(value.sequence, latest.get(value.meterId) ?? 0));
  }
  return readings.map((reading) => {
    const before = latest.get(bySerial.get(reading.serial)?.meterId ?? 0) ?? 0;
    return reading.class === 0 ? reading : { ...reading, sequence: Math.max(reading.sequence, before + 1) };
  });
}

async function newestQuarantined({ tx, propertyId }: RepairWork): Promise<number> {
  const found = await queryRow(tx, NewestId)`
    select max(id) as newest from quarantined_readings where property_id = ${propertyId}`;
  return found?.newest ?? 0;
}

/** A reading as stored; null for a meter that is not in the inventory. */
function storedValueOf({ bySerial, timeZone }: Inventory, reading: Reading): KnownValue | null {
  const meter = bySerial.get(reading.serial);
  if (meter === undefined) return null;
  const place = placeOf(timeZone, reading);
  return place === null ? null : { ...storedOf(reading, place), meterId: meter.meterId, at: place.at };
}
