import type { Connections, Transactional } from "../../database/connect.ts";
import { inventoryOf } from "../../metering/inventory/inventory.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";
import { keyOfVolume } from "../../metering/inventory/quarantined-volumes.ts";
import { needMonths } from "../../metering/months-missing.ts";
import { ProblemError } from "../../problem/problem.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayText } from "../../time/local-day.ts";
import { keepChanges } from "../changes.ts";
import { slotOfInterval } from "../days/day-intervals.ts";
import type { DayValue } from "../days/merge-day.ts";
import { type DayBundle, storeDays } from "../days/store-days.ts";
import type { Place } from "../place/place-of-reading.ts";
import { isExcluded, isTooMuch, type PlacedReading, placeReading } from "../place/place-reading.ts";
import type { Outcome, Reading, Rejection } from "../reading.ts";
import { acceptQuarantined, keepQuarantined, quarantinedOutcome } from "./quarantined.ts";
import { keepRejectedIn, type Target } from "./rejected.ts";
import { storeHours } from "./store-hours.ts";
import { keepSuperseded } from "./superseded.ts";

/**
 * Stores a batch for one property in a given transaction, which may see the property: readings, the losers of
 * conflicts, what is too much for its point, rejected rows, and the marks for refresh.
 * @param now milliseconds since the epoch
 * @param unread rows of the batch that were rejected before they became readings; they are kept beside the others
 * @returns an outcome per reading, in their order.
 * @throws ProblemError `not_found` for an unknown property; an error for withMonths where one lacks its partition
 */
export async function storeInTransaction(
  tx: Transactional,
  connections: Connections,
  target: Target,
  readings: Reading[],
  now: number,
  unread: Rejection[] = [],
): Promise<Outcome[]> {
  const placed = await place(tx, target, readings, now);
  needMonths(connections, [...new Set(placed.readings.map(({ day }) => dayText(day.day)))]);
  const stored = await store(tx, target, placed);
  await keepRejectedIn(tx, target, [...unread, ...placed.rejections]);
  return stored;
}

interface Placed {
  readings: PlacedReading[];
  rejections: Rejection[];
  rows: Reading[];
  inventory: Inventory;
}

async function place(tx: Transactional, target: Target, rows: Reading[], now: number): Promise<Placed> {
  const inventory = await inventoryOf(tx, target.propertyId);
  if (inventory === null) throw new ProblemError("not_found", "This property does not exist.");
  const readings: PlacedReading[] = [];
  const rejections: Rejection[] = [];
  for (const row of rows) {
    const placed = placeReading(inventory, row, now);
    if ("code" in placed) rejections.push(placed);
    else readings.push(placed);
  }
  return { readings, rejections, rows, inventory };
}

async function store(tx: Transactional, target: Target, placed: Placed): Promise<Outcome[]> {
  const { rejections, rows, inventory } = placed;
  const { propertyId } = target;
  const readings: PlacedReading[] = [];
  const beyond: PlacedReading[] = [];
  const superseded: { placed: PlacedReading; value: DayValue; isNew: boolean }[] = [];
  for (const reading of placed.readings) {
    if (target.accepted !== true && isTooMuch(reading)) beyond.push(reading);
    else if (isExcluded(reading) || isAmong(reading, inventory.rejected))
      superseded.push({ placed: reading, value: dayValueOf(reading), isNew: true });
    else readings.push(reading);
  }
  const outcomes = new Map<Reading, Outcome>();
  for (const { placed: supersededReading } of superseded)
    outcomes.set(supersededReading.reading, duplicateOf(supersededReading));
  for (const reading of beyond) outcomes.set(reading.reading, duplicateOf(reading));
  const changed = new Map<number, number>();
  const change = (placed: PlacedReading, lost: DayValue | null = null) => {
    outcomes.set(placed.reading, { row: placed.reading.row, status: "stored" });
    const hours = Math.max(placed.reading.hours, lost?.hours ?? 1);
    changeFrom(placed, beginOfHours(placed) - (hours - 1) * HOUR_MS);
  };
  const changeFrom = ({ meter }: PlacedReading, from: number) => {
    const before = changed.get(meter.meterId);
    if (before === undefined || from < before) changed.set(meter.meterId, from);
  };

  const byDay = Map.groupBy(readings, (placed) => `${placed.meter.meterId} ${placed.day.day}`);
  const single = readings.filter((placed) => isPlain(placed) && byDay.get(keyOf(placed))?.length === 1);
  // Either path locks rows in key order, but there is no order across the two: a batch that is mostly of the other
  // kind takes one path, or senders of the same hours could deadlock.
  const quick = new Set(single.length * 2 > readings.length ? single : []);
  if (quick.size > 0) for (const left of await storeHours(tx, propertyId, single)) quick.delete(left);
  for (const placed of quick) change(placed);

  const bundles: (DayBundle & { readings: PlacedReading[] })[] = [];
  for (const group of byDay.values()) {
    const first = group[0];
    if (first === undefined || quick.has(first)) continue;
    const { meter, day } = first;
    const values = group.map(dayValueOf);
    bundles.push({ meterId: meter.meterId, day: day.day, localDay: day, values, readings: group });
  }
  const stored = bundles.length > 0 ? await storeDays(tx, propertyId, bundles) : [];
  const readingsOf = new Map(bundles.map((bundle): [DayBundle, PlacedReading[]] => [bundle, bundle.readings]));
  for (const { bundle, verdicts, firstDerived } of stored) {
    const group = readingsOf.get(bundle) ?? [];
    const [first] = group;
    if (first !== undefined && firstDerived !== null) {
      changeFrom(first, first.day.startsAt + firstDerived * HOUR_MS);
    }
    for (const [i, placed] of group.entries()) {
      const verdict = verdicts[i];
      if (verdict === undefined) continue;
      if (verdict.result === "new") change(placed, verdict.superseded);
      else outcomes.set(placed.reading, duplicateOf(placed));
      if (verdict.superseded !== null) {
        superseded.push({ placed, value: verdict.superseded, isNew: verdict.result === "lost" });
      }
    }
  }
  for (const placed of await keepSuperseded(tx, propertyId, superseded)) {
    outcomes.set(placed.reading, { row: placed.reading.row, status: "stored" });
  }
  for (const reading of await keepQuarantined(
    tx,
    propertyId,
    beyond.map((b) => ({ placed: b, value: dayValueOf(b) })),
  )) {
    outcomes.set(reading.reading, quarantinedOutcome(reading));
  }
  const sentAgain = target.accepted === true ? [] : readings.filter((one) => isAmong(one, inventory.waiting));
  await acceptQuarantined(
    tx,
    propertyId,
    sentAgain.map((one) => ({ placed: one, value: dayValueOf(one) })),
  );
  await keepChanges(tx, propertyId, changed);
  const reasons = new Map(rejections.map((rejection) => [rejection.row, rejection]));
  return rows.map((row) => {
    const rejection = reasons.get(row.row);
    const rejected = { row: row.row, status: "rejected" as const, code: rejection?.code, reason: rejection?.reason };
    return outcomes.get(row) ?? rejected;
  });
}

const duplicateOf = ({ reading }: PlacedReading): Outcome => ({ row: reading.row, status: "duplicate" });

/** Whether the very volume is among those that were quarantined, when it was more than its point could pass. */
function isAmong(placed: PlacedReading, quarantined: Set<string>): boolean {
  const { reading, meter, at } = placed;
  if (quarantined.size === 0 || reading.kind === "register" || reading.class !== 0) return false;
  return quarantined.has(keyOfVolume({ ...dayValueOf(placed), meterId: meter.meterId, at }));
}

/** Begin of the first hour that a value changes: of an interval that to which it belongs. */
function beginOfHours({ day, slot, at, minutes }: PlacedReading): number {
  return minutes === null ? at : day.startsAt + slotOfInterval(slot, minutes) * HOUR_MS;
}

const keyOf = (placed: PlacedReading) => `${placed.meter.meterId} ${placed.day.day}`;

function isPlain({ kind, reading }: PlacedReading): boolean {
  return kind === "hour" && reading.class === 0;
}

function dayValueOf(placed: PlacedReading): DayValue {
  return { ...storedOf(placed.reading, placed), slot: placed.slot };
}

/** What is stored of a reading at its place. */
export function storedOf(reading: Reading, { kind, minutes }: Place): Omit<DayValue, "slot"> {
  // Minutes and draws are known of single hours and intervals only.
  const isSpan = kind === "hour" || kind === "interval";
  const digits = kind === "interval" ? 100 : 1;
  return {
    kind,
    gallons: reading.gallons,
    flowTime: isSpan && reading.flowTime !== null ? Math.round(reading.flowTime * digits) / digits : null,
    events: isSpan ? reading.events : null,
    hours: reading.hours,
    minutes,
    sequence: reading.sequence,
    class: reading.class,
  };
}
