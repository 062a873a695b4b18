import type { AttachedTo } from "./meter-day.ts";
import { isRead, type WorkDay } from "./work-day.ts";

/** What a unit used and leaked on one day; volumes in thousandths of a gallon. */
export interface UnitDay {
  unitId: number;
  day: number;
  /** null: no hour of which all top meters tell. */
  gallons: number | null;
  /** Of it caught up. */
  estimated: number;
  toiletLeak: number;
  heaterLeak: number;
  otherLeak: number;
  /** Of the fixture meters below; null where there are none or they tell nothing. */
  toiletGallons: number | null;
  heaterGallons: number | null;
  isRead: boolean;
  metersRead: number;
  topMetersRead: number;
}

/** Where fixtures explain at least this share of what the top meters leak on a day, the rest of it is none. */
const EXPLAINED_SHARE = 0.8;

/** A meter of the unit with its day; null when the day has no row. */
export interface MeterOnDay {
  attachedTo: AttachedTo;
  day: WorkDay | null;
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
  const toilets = meters.filter((meter) => meter.attachedTo === "Toilet");
  const heaters = meters.filter((meter) => meter.attachedTo === "Water Heater");
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
    metersRead: meters.filter(isReadOn).length,
    topMetersRead: top.filter(isReadOn).length,
  };
  let topLeak = 0;
  for (let slot = 0; slot < hours; slot++) {
    const volume = volumeAt(top, slot);
    if (volume === null) continue;
    result.gallons = (result.gallons ?? 0) + volume;
    for (const meter of top) result.estimated += meter.day?.estimated?.[slot] ?? 0;
    const toilet = Math.min(leakAt(toilets, slot), volume);
    const heater = Math.min(leakAt(heaters, slot), volume - toilet);
    const leak = Math.min(leakAt(top, slot), volume);
    result.toiletLeak += toilet;
    result.heaterLeak += heater;
    result.otherLeak += Math.max(0, leak - toilet - heater);
    topLeak += leak;
  }
  if (result.toiletLeak + result.heaterLeak >= EXPLAINED_SHARE * topLeak) result.otherLeak = 0;
  return result;
}

function isReadOn({ day }: MeterOnDay): boolean {
  return day !== null && isRead(day.totals.hoursMeasured, day.hours);
}

/** The volume of an hour, measured or caught up; null where one of the meters does not tell. A covered hour tells 0. */
function volumeAt(meters: MeterOnDay[], slot: number): number | null {
  let volume = 0;
  for (const { day } of meters) {
    if (day === null) return null;
    const measured = day.gallons[slot] ?? null;
    const estimated = day.estimated?.[slot] ?? null;
    if (measured === null && estimated === null && (day.covered & (1 << slot)) === 0) return null;
    volume += (measured ?? 0) + (estimated ?? 0);
  }
  return volume;
}

function leakAt(meters: MeterOnDay[], slot: number): number {
  let leak = 0;
  for (const { day } of meters) leak += day?.leakGallons?.[slot] ?? 0;
  return leak;
}

function totalOf(meters: MeterOnDay[]): number | null {
  let total: number | null = null;
  for (const { day } of meters) if (day?.totals.gallonsTotal != null) total = (total ?? 0) + day.totals.gallonsTotal;
  return total;
}
