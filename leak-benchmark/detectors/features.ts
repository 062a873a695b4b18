import { HOUR_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";
import { daysOf } from "./own-days.ts";

/** What a model sees at the end of an hour; without own history null. */
export type Features = readonly number[];

/** Own days that recent hours are held against, leaving out the newest of them. */
const OWN_DAYS = 28;
const LEFT_OUT_DAYS = 3;
const LEAST_OWN_DAYS = 7;
const HOURS_A_DAY = 24;
/** Above this part of the own hours at that time of day, and so many litres, an hour is heavy. */
const HEAVY = 0.9;
const LEAST_HEAVY = 8;
const NIGHT_ENDS = 6;
/** Litres of an hour, where none is measured. */
const MOST = 1000;

interface Own {
  /** Litres of a day, of an hour at night, of the highest hour, and above which an hour of the day is heavy. */
  day: number;
  night: number;
  highest: number;
  heavy: readonly number[];
}

const known = new WeakMap<readonly Hour[], (Features | null)[]>();

/** The features of each hour, from it and earlier ones only; null where the meter has no week of its own. */
export function featuresOf(hours: readonly Hour[]): readonly (Features | null)[] {
  let features = known.get(hours);
  if (features === undefined) {
    features = workOut(hours);
    known.set(hours, features);
  }
  return features;
}

function workOut(hours: readonly Hour[]): (Features | null)[] {
  const days = daysOf(hours);
  return days.flatMap((day, i) => {
    const first = days[Math.max(0, i - OWN_DAYS)];
    const last = days[i - LEFT_OUT_DAYS];
    const isKnown = first !== undefined && last !== undefined && i - LEFT_OUT_DAYS >= LEAST_OWN_DAYS;
    const own = isKnown ? ownOf(hours.slice(first.from, last.until)) : null;
    return Array.from({ length: day.until - day.from }, (_, hour) => own && featuresAt(hours, day.from + hour, own));
  });
}

function ownOf(hours: readonly Hour[]): Own {
  const measured = hours.flatMap(({ litres, localHour }) => (litres === null ? [] : [{ litres, localHour }]));
  const mean = (some: readonly { litres: number }[]) =>
    some.reduce((sum, { litres }) => sum + litres, 0) / Math.max(1, some.length);
  const heavy = Array.from({ length: HOURS_A_DAY }, (_, hour) => {
    const sorted = measured
      .flatMap(({ litres, localHour }) => (localHour === hour ? litres : []))
      .sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length * HEAVY)] ?? 0;
  });
  return {
    day: mean(measured) * HOURS_A_DAY,
    night: mean(measured.filter(({ localHour }) => localHour < NIGHT_ENDS)),
    highest: Math.max(1, ...measured.map(({ litres }) => litres)),
    heavy,
  };
}

/** Over the last 24 and 72 hours and the last 7 days. */
function featuresAt(hours: readonly Hour[], place: number, own: Own): Features {
  const now = hours[place]?.at ?? 0;
  const sums = { count: 0, litres: 0, flowing: 0, heavy: 0, night: 0, lowest: MOST, run: 0, longest: 0 };
  const newest: number[] = [];
  let [day, threeDays] = [sums, sums];
  for (let i = place; i >= 0; i--) {
    const hour = hours[i];
    const age = hour === undefined ? 168 : (now - hour.at) / HOUR_MS;
    if (age >= 24 && day === sums) day = { ...sums };
    if (age >= 72 && threeDays === sums) threeDays = { ...sums };
    if (hour === undefined || age >= 168) break;
    const { litres, localHour } = hour;
    if (litres === null) continue;
    if (newest.length < 4) newest.push(litres);
    sums.count++;
    sums.litres += litres;
    sums.lowest = Math.min(sums.lowest, litres);
    sums.run = litres > 0 ? sums.run + 1 : 0;
    sums.longest = Math.max(sums.longest, sums.run);
    if (litres > 0) sums.flowing++;
    if (litres > Math.max(LEAST_HEAVY, own.heavy[localHour] ?? 0)) sums.heavy++;
    if (localHour < NIGHT_ENDS) sums.night += litres;
  }
  const spans = [day, threeDays, sums].map(({ count, litres, flowing, heavy, night }) => {
    const measured = Math.max(1, count);
    return [
      flowing / measured,
      heavy / measured,
      ((litres / measured) * HOURS_A_DAY) / (own.day + 10),
      night / measured / (own.night + 1),
    ];
  });
  const lowestOfTwo = Math.min(...newest.slice(0, 2), MOST);
  return [
    ...spans.flat(),
    day.lowest,
    threeDays.lowest,
    threeDays.longest,
    lowestOfTwo,
    lowestOfTwo / own.highest,
    Math.min(...newest, MOST) / own.highest,
  ];
}
