import type { AttachedTo } from "../../readings/meter-day.ts";
import { isRead, type WorkDay } from "../days/work-day.ts";

/** What a unit used and leaked on one day; volumes in thousandths of a gallon. */
export interface UnitDay {
  unitId: number;
  day: number;
  /** null: no hour for which all top meters have data. */
  gallons: number | null;
  /** Of it caught up. */
  estimated: number;
  toiletLeak: number;
  heaterLeak: number;
  otherLeak: number;
  /** Of the fixture meters below; null where there are none or they have no data. */
  toiletGallons: number | null;
  heaterGallons: number | null;
  isRead: boolean;
  /** The volume is that of the whole unit: measured by a SPOE or DPOE. */
  isWhole: boolean;
  /** All toilet meters were read; null: there is none. */
  toiletsRead: boolean | null;
  /** All meters of heaters were read; null: there is none. */
  heatersRead: boolean | null;
  metersRead: number;
  topMetersRead: number;
}

/** Where fixtures explain at least this share of what the top meters leak on a day, the rest of it is none. */
const EXPLAINED_SHARE = 0.8;

/** A meter that was in service at the unit on the day. */
export interface MeterOnDay {
  pointId: number;
  attachedTo: AttachedTo;
  /** null: no data. */
  day: WorkDay | null;
  /** Its time of service within the day, in slots: 0 and the day's hours unless it came or left that day. */
  from: number;
  until: number;
}

/** The meters that carry a unit's volume: its SPOE, or all its DPOE, or, with fixtures only, all of them. */
export function topMeters<T extends { attachedTo: AttachedTo }>(meters: T[]): T[] {
  for (const point of ["SPOE", "DPOE"] as const) {
    const found = meters.filter((meter) => meter.attachedTo === point);
    if (found.length > 0) return found;
  }
  return meters;
}

/** Adds a unit's meters up, hour by hour. Top meters make its volume; fixtures below add detail, never volume. */
export function unitDayOf(unitId: number, day: number, hours: number, meters: MeterOnDay[]): UnitDay {
  const top = topMeters(meters);
  const at = (point: AttachedTo) => meters.filter(({ attachedTo }) => attachedTo === point);
  const [toilets, heaters] = [at("Toilet"), at("Water Heater")];
  const result: UnitDay = {
    unitId,
    day,
    gallons: null,
    estimated: 0,
    toiletLeak: 0,
    heaterLeak: 0,
    otherLeak: 0,
    toiletGallons: totalOf(toilets),
    heaterGallons: totalOf(heaters),
    isRead: top.every(isReadOn),
    isWhole: top.some(({ attachedTo }) => attachedTo === "SPOE" || attachedTo === "DPOE"),
    toiletsRead: toilets.length === 0 ? null : toilets.every(isReadOn),
    heatersRead: heaters.length === 0 ? null : heaters.every(isReadOn),
    metersRead: meters.filter(isReadAtEnd).length,
    topMetersRead: top.filter(isReadAtEnd).length,
  };
  const isConstant = meters.every(({ from, until }) => from === 0 && until === hours);
  let topLeak = 0;
  for (let slot = 0; slot < hours; slot++) {
    const there = isConstant ? meters : meters.filter(({ from, until }) => from < slot + 1 && until > slot);
    const topThere = isConstant ? top : topMeters(there);
    const volume = volumeAt(topThere, slot);
    if (volume === null) continue;
    result.gallons = (result.gallons ?? 0) + volume;
    for (const meter of topThere) result.estimated += meter.day?.estimated?.[slot] ?? 0;
    const toilet = Math.min(leakAt(there, slot, "Toilet"), volume);
    const heater = Math.min(leakAt(there, slot, "Water Heater"), volume - toilet);
    const leak = Math.min(leakAt(topThere, slot), volume);
    result.toiletLeak += toilet;
    result.heaterLeak += heater;
    result.otherLeak += Math.max(0, leak - toilet - heater);
    topLeak += leak;
  }
  if (result.toiletLeak + result.heaterLeak >= EXPLAINED_SHARE * topLeak) result.otherLeak = 0;
  return result;
}

/** Whether any of the meters has data for the day: else the unit has none. */
export function hasAnyData(meters: MeterOnDay[]): boolean {
  return meters.some(({ day }) => day !== null && (day.totals.gallonsTotal !== null || day.totals.hoursMeasured > 0));
}

/** On the day of a swap the meter that came counts, as it does among those in service that day. */
function isReadAtEnd(meter: MeterOnDay): boolean {
  return isReadOn(meter) && (meter.day === null || meter.until === meter.day.hours);
}

/** Of a meter that came or left that day the hours of its service count. */
function isReadOn({ day, from, until }: MeterOnDay): boolean {
  if (day === null) return false;
  if (from === 0 && until === day.hours) return isRead(day.totals.hoursMeasured, day.hours);
  let measured = 0;
  for (let slot = Math.floor(from); slot < until; slot++) {
    if ((day.gallons[slot] ?? null) !== null || (day.covered & (1 << slot)) !== 0) measured++;
  }
  return isRead(measured, Math.max(1, Math.floor(until - from)));
}

/**
 * The volume of an hour, measured or caught up; null where a point has no data: in the hour of a swap one of its two
 * meters is enough. A covered hour counts as 0.
 */
function volumeAt(meters: MeterOnDay[], slot: number): number | null {
  let volume: number | null = null;
  for (const { pointId, day } of meters) {
    if (hasDataAt(day, slot)) volume = (volume ?? 0) + (day?.gallons[slot] ?? 0) + (day?.estimated?.[slot] ?? 0);
    else if (!meters.some((other) => other.pointId === pointId && hasDataAt(other.day, slot))) return null;
  }
  return volume;
}

function hasDataAt(day: WorkDay | null, slot: number): boolean {
  if (day === null) return false;
  return (
    (day.gallons[slot] ?? null) !== null ||
    (day.estimated?.[slot] ?? null) !== null ||
    (day.covered & (1 << slot)) !== 0
  );
}

function leakAt(meters: MeterOnDay[], slot: number, point: AttachedTo | null = null): number {
  let leak = 0;
  for (const { attachedTo, day } of meters) {
    if (point === null || attachedTo === point) leak += day?.leakGallons?.[slot] ?? 0;
  }
  return leak;
}

function totalOf(meters: MeterOnDay[]): number | null {
  let total: number | null = null;
  for (const { day, from, until } of meters) {
    if (day === null) continue;
    for (let slot = Math.floor(from); slot < until; slot++) {
      const measured = day.gallons[slot] ?? null;
      const estimated = day.estimated?.[slot] ?? null;
      if (measured !== null || estimated !== null) total = (total ?? 0) + (measured ?? 0) + (estimated ?? 0);
    }
  }
  return total;
}
