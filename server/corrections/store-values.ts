import { z } from "zod";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { placeOf } from "../ingest/place/place-of-reading.ts";
import type { Outcome, Reading } from "../ingest/reading.ts";
import type { KnownValue } from "../ingest/rejudge/known-values.ts";
import { storedOf, storeInTransaction } from "../ingest/store/store-in-transaction.ts";
import type { Inventory } from "../metering/inventory/inventory-types.ts";
import { inventoryAtWork, type RepairWork, touch } from "./repair-work.ts";

const NewestId = z.object({ newest: z.int().nullable() });

/**
 * Stores readings for a correction and records which of them were not stored before.
 * @param accepted a person accepted them: they count, however large they are
 * @returns an outcome per reading, in their order
 */
export async function storeValues(work: RepairWork, readings: Reading[], accepted = false): Promise<Outcome[]> {
  const { tx, connections, propertyId, facts, clock } = work;
  if (readings.length === 0) return [];
  const inventory = await inventoryAtWork(work);
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
