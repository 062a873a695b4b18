import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import type { Meter, MeterDayStored, Property, Service, Unit } from "../stored/stored.ts";
import { hasData, isCovered, isMeasured, volumeOf } from "./meter-figures.ts";
import type { Rules } from "./rules.ts";

/** What a unit's hours come to on a local day; volumes in thousandths of a gallon, null: not known. */
export interface UnitFigures {
  gallons: number | null;
  toiletLeak: number;
  heaterLeak: number;
  otherLeak: number;
  toiletGallons: number | null;
  heaterGallons: number | null;
  /** Its top meters were read; null: it has none. */
  isRead: boolean;
  /** The volume is that of a meter of the whole unit, or of two. */
  isWhole: boolean;
  /** All its toilet meters were read; null: it has none. */
  toiletsRead: boolean | null;
  heatersRead: boolean | null;
  metersRead: number;
  topMetersRead: number;
  /** Top meters that there were. */
  topMeters: number;
}

/** A meter in service at a unit on a day, with the hours of the day that it was there: from, until. */
export interface Serving {
  meter: Meter;
  service: Service;
  day: MeterDayStored | null;
  from: number;
  until: number;
}

/** The meters that served at a unit for some of a local day. */
export function servingOn(property: Property, unit: Unit, day: number): { hours: number; serving: Serving[] } {
  const { startsAt, endsAt, hours } = localDay(property.timeZone, day);
  const slotOf = (at: number) => (at >= endsAt ? hours : (at - startsAt) / HOUR_MS);
  const serving: Serving[] = [];
  for (const meter of property.meters) {
    for (const service of meter.services) {
      if (service.unitId !== unit.id) continue;
      const from = service.beganAt === null ? 0 : Math.max(0, slotOf(service.beganAt));
      let until = service.endedAt === null ? hours : slotOf(service.endedAt);
      // In the hour in which it moved to another place it counts there.
      if (meter.services.some(({ beganAt }) => movedWithin(service.endedAt, beganAt, slotOf)))
        until = Math.floor(until);
      if (until <= from) continue;
      serving.push({ meter, service, day: meter.days.get(day) ?? null, from, until });
    }
  }
  return { hours, serving };
}

function movedWithin(left: number | null, came: number | null, slotOf: (at: number) => number): boolean {
  return left !== null && came !== null && came >= left && slotOf(came) < Math.ceil(slotOf(left));
}

const isTop = ({ service }: Serving) => service.attachedTo === "SPOE" || service.attachedTo === "DPOE";
const isToilet = ({ service }: Serving) => service.attachedTo === "Toilet";
const isHeater = ({ service }: Serving) => service.attachedTo === "Water Heater";

/** null: of that day no meter of the unit tells anything. */
export function unitFigures(property: Property, unit: Unit, day: number, rules: Rules): UnitFigures | null {
  const { hours, serving } = servingOn(property, unit, day);
  if (!serving.some(({ day }) => day !== null && hasData(day))) return null;
  const whole = serving.filter(isTop);
  const toilets = serving.filter(isToilet);
  const heaters = serving.filter(isHeater);
  const tops = whole.length > 0 ? whole : [...toilets, ...heaters];
  const figures: UnitFigures = {
    gallons: null,
    toiletLeak: 0,
    heaterLeak: 0,
    otherLeak: 0,
    toiletGallons: sumOf(toilets, hours, rules),
    heaterGallons: sumOf(heaters, hours, rules),
    isRead: allRead(tops, rules) ?? false,
    isWhole: false,
    toiletsRead: allRead(toilets, rules),
    heatersRead: allRead(heaters, rules),
    metersRead: metersRead(serving, hours, rules),
    topMetersRead: metersRead(tops, hours, rules),
    topMeters: pointsOf(tops).length,
  };
  let explained = 0;
  let ofTops = 0;
  for (let hour = 0; hour < hours; hour++) {
    const volume = hourOf(tops, hour, true, rules);
    const fixtures =
      rules.fixturesAreVolume && whole.length > 0 ? (hourOf([...toilets, ...heaters], hour, false, rules) ?? 0) : 0;
    if (volume !== null) figures.gallons = (figures.gallons ?? 0) + volume + fixtures;
    const toiletLeak = leakOf(toilets, hour);
    const heaterLeak = leakOf(heaters, hour);
    // Together at most what the unit used.
    const most = volume ?? 0;
    const toilet = Math.min(toiletLeak, most);
    const heater = Math.min(heaterLeak, most - toilet);
    figures.toiletLeak += toilet;
    figures.heaterLeak += heater;
    const topLeak = whole.length > 0 ? Math.min(leakOf(whole, hour), most) : 0;
    figures.otherLeak += Math.max(0, topLeak - toilet - heater);
    ofTops += topLeak;
    explained += toilet + heater;
  }
  figures.isWhole = whole.length > 0 && figures.gallons !== null;
  if (explained >= rules.explainedShare * ofTops) figures.otherLeak = 0;
  return figures;
}

/** The volume of an hour: of all meters together, null unless each place knows it (`all`), or any. */
function hourOf(meters: Serving[], hour: number, all: boolean, rules: Rules): number | null {
  let sum: number | null = null;
  for (const point of pointsOf(meters)) {
    const here = point.filter(({ from, until }) => from < hour + 1 && until > hour);
    if (here.length === 0) continue;
    let known: number | null = rules.silentIsZero ? 0 : null;
    for (const { day } of here) {
      if (day === null) continue;
      const volume = volumeOf(day, hour, rules) ?? (isCovered(day, hour) ? 0 : null);
      if (volume !== null) known = (known ?? 0) + volume;
    }
    if (known === null) {
      if (all) return null;
      continue;
    }
    sum = (sum ?? 0) + known;
  }
  return sum;
}

function sumOf(meters: Serving[], hours: number, rules: Rules): number | null {
  let sum: number | null = null;
  for (let hour = 0; hour < hours; hour++) {
    const volume = hourOf(meters, hour, false, rules);
    if (volume !== null) sum = (sum ?? 0) + volume;
  }
  return sum;
}

function leakOf(meters: Serving[], hour: number): number {
  let sum = 0;
  for (const { day, from, until } of meters) if (from < hour + 1 && until > hour) sum += day?.leak?.[hour] ?? 0;
  return sum;
}

/** Meters by the point at which they serve: a swap hands over at one. */
function pointsOf(meters: readonly Serving[]): Serving[][] {
  return [...Map.groupBy(meters, ({ service }) => service.pointId).values()];
}

/** Whether a meter was read in the whole hours of the day that it served. */
function isServingRead({ day, from, until }: Serving, rules: Rules): boolean {
  let measured = 0;
  for (let hour = Math.floor(from); hour < until; hour++) if (day !== null && isMeasured(day, hour)) measured++;
  return measured >= rules.readShare * Math.max(1, Math.floor(until - from));
}

/** Meters that sit there at the end of the day and were read. */
function metersRead(meters: readonly Serving[], hours: number, rules: Rules): number {
  return meters.filter((one) => one.until >= hours && isServingRead(one, rules)).length;
}

/** null: there are none. */
function allRead(meters: readonly Serving[], rules: Rules): boolean | null {
  return meters.length === 0 ? null : meters.every((one) => isServingRead(one, rules));
}
