import type { Transactional } from "../../database/connect.ts";
import { inventoryOf } from "../../metering/inventory/inventory.ts";
import type { Inventory, Meter, Stretch } from "../../metering/inventory/inventory-types.ts";
import { keyOfVolume } from "../../metering/inventory/quarantined-volumes.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayText, localDay, localDayAt } from "../../time/local-day.ts";
import { keepChanges } from "../changes.ts";
import { type DayKey, insertDays, lockDays, updateDays } from "../days/day-rows.ts";
import { clearValue, compare, deriveHours, emptyDay, mergeValue, type StoredDay } from "../days/merge-day.ts";
import { holdReadings } from "../hold-readings.ts";
import { isIn, isWholeIn, placedAt } from "../place/place-of-reading.ts";
import { dayValueOf, type KnownValue, keyOfValue, supersededIn, valuesOfDay } from "./known-values.ts";
import { replaceSuperseded } from "./replace-superseded.ts";

/**
 * Decides again which values of a meter count in a stretch of time, by its current exclusions and rejected volumes: of
 * all stored for an hour, a lump's last hour, an interval or an instant in it, the greatest that counts; the others are
 * stored beside it. Marks the meter for refresh where that changes anything. Senders wait until the transaction ends.
 *
 * Whoever changes either calls growInventory before, in the same transaction.
 * @param withdrawn which values are deleted
 * @throws an error that withMonths answers where a month lacks its partition
 */
export async function rejudge(
  tx: Transactional,
  propertyId: number,
  meterId: number,
  stretch: Stretch,
  withdrawn: (value: KnownValue) => boolean = () => false,
): Promise<void> {
  await holdReadings(tx, propertyId, "alone");
  const inventory = await inventoryOf(tx, propertyId);
  const meter = inventory?.byId.get(meterId);
  if (inventory === null || meter === undefined) throw new Error(`Meter ${meterId} is not at property ${propertyId}.`);
  const { timeZone } = inventory;
  const keys = daysIn(meterId, timeZone, stretch);
  const stored = await lockDays(tx, propertyId, keys);
  const standing: KnownValue[] = [];
  const days = new Map<number, StoredDay>();
  for (const { day } of keys) {
    const row = stored.get(`${meterId} ${dayText(day)}`);
    if (row === undefined) continue;
    days.set(day, row);
    const values = valuesOfDay(meterId, localDay(timeZone, day).startsAt, row);
    standing.push(...values.filter((value) => isIn(value, stretch)));
  }
  const beside = await supersededIn(tx, propertyId, meterId, stretch);
  const known = new Map([...standing, ...beside].map((value) => [keyOfValue(value), value]));
  const left = [...known.values()].filter((value) => !withdrawn(value));
  const greatest = greatestOf(left.filter((value) => counts(value, meter, inventory)));
  const stands = new Set([...greatest.values()].map(keyOfValue));

  const changed: KnownValue[] = [];
  const touched = new Set<number>();
  for (const value of standing) {
    if (stands.has(keyOfValue(value))) continue;
    changed.push(value);
    const { day, value: cleared } = dayValueOf(value, timeZone);
    const row = days.get(day);
    if (row !== undefined) clearValue(row, cleared);
    touched.add(day);
  }
  const stood = new Set(standing.map(keyOfValue));
  for (const value of greatest.values()) {
    if (stood.has(keyOfValue(value))) continue;
    changed.push(value);
    const { day, value: put } = dayValueOf(value, timeZone);
    const row = days.get(day) ?? emptyDay(localDay(timeZone, day).hours);
    days.set(day, row);
    mergeValue(row, put);
    touched.add(day);
  }
  const derivedFrom: number[] = [];
  for (const day of touched) {
    const row = days.get(day);
    const { startsAt, endsAt } = localDay(timeZone, day);
    const first = row === undefined ? null : deriveHours(row, (endsAt - startsAt) / 60_000);
    if (first !== null) derivedFrom.push(startsAt + first * HOUR_MS);
  }
  const rowsOf = (isThere: boolean) =>
    [...touched]
      .sort((a, b) => a - b)
      .flatMap((day): [DayKey, StoredDay][] => {
        const row = days.get(day);
        return row !== undefined && stored.has(`${meterId} ${dayText(day)}`) === isThere
          ? [[{ meterId, day }, row]]
          : [];
      });
  const [updates, inserts] = [rowsOf(true), rowsOf(false)];
  if (updates.length > 0) await updateDays(tx, propertyId, updates);
  if (inserts.length > 0) await insertDays(tx, propertyId, inserts);
  const losers = left.filter((value) => !stands.has(keyOfValue(value)));
  await replaceSuperseded(tx, propertyId, meterId, { before: beside, after: losers });
  if (changed.length === 0) return;
  const from = Math.min(...derivedFrom, ...changed.map(({ at, hours }) => at - (hours - 1) * HOUR_MS));
  await keepChanges(tx, propertyId, new Map([[meterId, from]]));
}

/** Deletes exactly these values, wherever they are stored, and lets the remaining ones count. */
export async function withdraw(tx: Transactional, propertyId: number, values: KnownValue[]): Promise<void> {
  for (const [meterId, ofMeter] of Map.groupBy(values, (value) => value.meterId)) {
    const keys = new Set(ofMeter.map(keyOfValue));
    const instants = ofMeter.map(placedAt);
    const from = instants.reduce((a, b) => Math.min(a, b));
    const until = instants.reduce((a, b) => Math.max(a, b)) + 1;
    await rejudge(tx, propertyId, meterId, { from, until }, (value) => keys.has(keyOfValue(value)));
  }
}

function counts(value: KnownValue, { excludedPeriods }: Meter, { rejected }: Inventory): boolean {
  if (value.class !== 0) return true;
  if (value.kind !== "register" && rejected.has(keyOfVolume(value))) return false;
  return !excludedPeriods.some((stretch) => isWholeIn(value, stretch));
}

/** Of each hour, lump, interval and instant the greatest value. */
function greatestOf(values: KnownValue[]): Map<string, KnownValue> {
  const greatest = new Map<string, KnownValue>();
  for (const value of values) {
    const place = `${value.kind} ${value.at} ${value.minutes}`;
    const other = greatest.get(place);
    if (other === undefined || compare(value, other) > 0) greatest.set(place, value);
  }
  return greatest;
}

/** The local days of a meter to which the values of a stretch of time belong. */
export function daysIn(meterId: number, timeZone: string, { from, until }: Stretch): DayKey[] {
  const keys: DayKey[] = [];
  const last = localDayAt(timeZone, until - 1).day;
  for (let { day } = localDayAt(timeZone, from); day <= last; day++) keys.push({ meterId, day });
  return keys;
}
