import type { MeterDayStored } from "../stored/stored.ts";
import type { Rules } from "./rules.ts";

/** What a meter's hours come to on a local day; volumes in thousandths of a gallon, null: nothing is known. */
export interface MeterFigures {
  hours: number;
  /** Hours that were measured. */
  measured: number;
  isRead: boolean;
  gallons: number | null;
  estimated: number;
  leak: number;
  flowTime: number | null;
  events: number | null;
  /** Hours in which water was measured. */
  flowing: number;
}

export function meterFigures(day: MeterDayStored, rules: Rules): MeterFigures {
  const figures: MeterFigures = {
    hours: day.hours,
    measured: 0,
    isRead: false,
    gallons: null,
    estimated: 0,
    leak: 0,
    flowTime: null,
    events: null,
    flowing: 0,
  };
  for (let hour = 0; hour < day.hours; hour++) {
    if (isMeasured(day, hour)) figures.measured++;
    const volume = volumeOf(day, hour, rules);
    if (volume !== null) figures.gallons = (figures.gallons ?? 0) + volume;
    figures.estimated += day.estimated?.[hour] ?? 0;
    figures.leak += day.leak?.[hour] ?? 0;
    const minutes = day.flowTime?.[hour] ?? null;
    if (minutes !== null) figures.flowTime = (figures.flowTime ?? 0) + minutes;
    const draws = day.events?.[hour] ?? null;
    if (draws !== null) figures.events = (figures.events ?? 0) + draws;
    if ((day.gallons[hour] ?? 0) > 0) figures.flowing++;
  }
  figures.isRead = figures.measured >= rules.readShare * day.hours;
  return figures;
}

/** Covered hours have no value of their own and count as measured. */
export function isMeasured(day: MeterDayStored, hour: number): boolean {
  return (day.gallons[hour] ?? null) !== null || isCovered(day, hour);
}

export function isCovered(day: MeterDayStored, hour: number): boolean {
  return (day.covered & (1 << hour)) !== 0;
}

/** Measured and caught-up volume of an hour; null: neither is known, and the hour is not covered. */
export function volumeOf(day: MeterDayStored, hour: number, rules: Rules): number | null {
  const measured = day.gallons[hour] ?? null;
  const estimated = rules.estimatedCounts ? (day.estimated?.[hour] ?? null) : null;
  if (measured !== null || estimated !== null) return (measured ?? 0) + (estimated ?? 0);
  return null;
}

/** Whether anything is stored of a meter's day: a volume, or an hour that counts as measured. */
export function hasData(day: MeterDayStored): boolean {
  for (let hour = 0; hour < day.hours; hour++) {
    if (isMeasured(day, hour) || (day.estimated?.[hour] ?? null) !== null) return true;
  }
  return false;
}
