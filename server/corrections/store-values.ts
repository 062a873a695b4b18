import { z } from "zod";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import type { DayKey } from "../ingest/days/day-rows.ts";
import { placedAt, placeOf } from "../ingest/place/place-of-reading.ts";
import type { Outcome, Reading } from "../ingest/reading.ts";
import { type KnownValue, keyOfValue } from "../ingest/rejudge/known-values.ts";
import { storedOf, storeInTransaction } from "../ingest/store/store-in-transaction.ts";
import { growInventory } from "../metering/inventory/inventory.ts";
import type { Inventory } from "../metering/inventory/inventory-types.ts";
import { volumePlacedAt } from "../metering/plan/waits-for-decision.ts";
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
  const known = facts.values.length;
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
  await rejectWaiting(work, facts.values.slice(known));
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

/** Rejects the volumes in quarantine of the hours and intervals that persons' values are of; an undo opens them again. */
async function rejectWaiting({ tx, propertyId, repairId }: RepairWork, values: KnownValue[]): Promise<void> {
  const volumes = values.filter((value) => value.class > 0 && value.kind !== "register");
  if (volumes.length === 0) return;
  const minutes = volumes.map((value) => value.minutes ?? 60);
  const placedAt = volumePlacedAt("q");
  const rejected = await queryRows(tx, IdRow)`
    update quarantined_readings q set decision = 'rejected', repair_id = ${repairId}
    from unnest(${volumes.map(({ meterId }) => meterId)}::bigint[],
      ${volumes.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${minutes}::int[],
      ${volumes.map(({ hours }) => hours > 1)}::boolean[]) as v (meter_id, from_at, minutes, is_lump)
    where q.property_id = ${propertyId} and q.meter_id = v.meter_id and q.decision is null
      and ${placedAt} >= v.from_at and ${placedAt} < v.from_at + v.minutes * interval '1 minute'
      and coalesce(q.minutes, 60) <= v.minutes and (q.hours > 1) = v.is_lump
    returning q.id`;
  if (rejected.length > 0) await growInventory(tx, propertyId);
}
