/** The lengths of the intervals whose volumes are accepted, in minutes. */
export const INTERVAL_MINUTES = [1, 5, 10, 15, 30, 60] as const;

/** The volume of one interval, as stored on a day. */
export interface Interval {
  /** Second of the local day at which it begins; below 0 where most of it lies after a midnight in it. */
  second: number;
  minutes: number;
  /** Thousandths of a gallon. */
  gallons: number;
  /** Minutes in which water ran, to the hundredth; null where not reported. */
  flowTime: number | null;
  events: number | null;
  sequence: number;
  class: number;
}

/** What the intervals of a day come to, by hour. */
export interface IntervalHours {
  /** The volume of hours of which three quarters are known; null: not measured. */
  gallons: (number | null)[];
  flowTime: (number | null)[] | null;
  events: (number | null)[] | null;
  /** The missing share of measured hours, and what is known of the others; null: none. */
  estimated: (number | null)[] | null;
}

const HOUR_SECONDS = 3600;
const MOST_EVENTS = 32_000;

/** The hour of the day to which an interval belongs whole: that of its middle, on the boundary the earlier. */
export function slotOfInterval(second: number, minutes: number): number {
  // Devices stamp some seconds early or late: what begins at the half hour must not change its hour with them.
  const begin = Math.round(second / 60) * 60;
  return Math.ceil((begin + minutes * 30) / HOUR_SECONDS) - 1;
}

/** Whether an interval is a whole local hour. */
export function isWholeHour({ second, minutes }: Pick<Interval, "second" | "minutes">): boolean {
  return minutes === 60 && second % HOUR_SECONDS === 0;
}

/** The index of an interval in a day, or its insertion index; searched from the end, where new ones go. */
export function placeOfInterval(intervals: readonly Interval[], second: number, minutes: number): number {
  let place = intervals.length;
  while (place > 0) {
    const before = intervals[place - 1];
    if (before === undefined || before.second < second) break;
    if (before.second === second && before.minutes < minutes) break;
    place--;
  }
  return place;
}

/** Above 0 where `a` takes precedence over `b` for the same interval, 0 where they are the same. */
export function compareIntervals(a: Interval, b: Interval): number {
  return (
    a.class - b.class ||
    a.sequence - b.sequence ||
    a.gallons - b.gallons ||
    (a.flowTime ?? -1) - (b.flowTime ?? -1) ||
    (a.events ?? -1) - (b.events ?? -1)
  );
}

/** What the intervals of one length report of an hour. */
interface HourSum {
  minutes: number;
  /** Minutes of the hour that they cover. */
  covered: number;
  gallons: number;
  flowTime: number | null;
  events: number | null;
  /** The sequence of the last correction among them; 0: none. */
  lastCorrection: number;
}

/**
 * The hours of a day that follow from its intervals. Intervals of several lengths in an hour are the same water: those of
 * one length count, never added up: the one that a person corrected last, else the one that covers more of the hour, else
 * the longer.
 * @param dayMinutes the length of the local day; its last hour may be half of one
 */
export function hoursOfIntervals(intervals: readonly Interval[], dayMinutes: number): IntervalHours {
  const hours = Math.ceil(dayMinutes / 60);
  const blank = () => new Array<number | null>(hours).fill(null);
  const [gallons, flowTime, events, estimated] = [blank(), blank(), blank(), blank()];
  for (const [slot, hourSum] of tellers(intervals, hours).entries()) {
    if (hourSum === null) continue;
    const length = Math.min(60, dayMinutes - slot * 60);
    const covered = Math.min(hourSum.covered, length);
    if (covered * 4 < length * 3) {
      estimated[slot] = hourSum.gallons;
      continue;
    }
    gallons[slot] = hourSum.gallons;
    flowTime[slot] = hourSum.flowTime === null ? null : Math.min(60, Math.round(hourSum.flowTime));
    events[slot] = hourSum.events === null ? null : Math.min(MOST_EVENTS, hourSum.events);
    if (covered < length) estimated[slot] = Math.round((hourSum.gallons * (length - covered)) / covered);
  }
  return {
    gallons,
    flowTime: orNull(flowTime),
    events: orNull(events),
    estimated: orNull(estimated),
  };
}

function orNull(values: (number | null)[]): (number | null)[] | null {
  return values.every((value) => value === null) ? null : values;
}

/** For each hour the intervals of the length that counts there. */
function tellers(intervals: readonly Interval[], hours: number): (HourSum | null)[] {
  const chosen = new Array<HourSum | null>(hours).fill(null);
  for (const minutes of INTERVAL_MINUTES) {
    const ofLength = sumsOfLength(intervals, minutes, hours);
    for (const [slot, hourSum] of ofLength.entries()) {
      const other = chosen[slot] ?? null;
      if (hourSum !== null && (other === null || isAbove(hourSum, other))) chosen[slot] = hourSum;
    }
  }
  return chosen;
}

function isAbove(a: HourSum, b: HourSum): boolean {
  const order =
    a.lastCorrection - b.lastCorrection || Math.min(a.covered, 60) - Math.min(b.covered, 60) || a.minutes - b.minutes;
  return order > 0;
}

function sumsOfLength(intervals: readonly Interval[], minutes: number, hours: number): (HourSum | null)[] {
  const sums = new Array<HourSum | null>(hours).fill(null);
  const slotOf = (second: number) => Math.min(Math.max(slotOfInterval(second, minutes), 0), hours - 1);
  const once = onceEach(intervals, minutes);
  const corrected = once.filter((interval) => interval.class > 0);
  for (const { second, gallons, flowTime, events, sequence, class: order } of once) {
    const slot = slotOf(second);
    // What a person corrected in an hour is its water, whatever the minute at which the device's intervals begin.
    const isCorrected = (by: Interval) => slotOf(by.second) === slot && Math.abs(by.second - second) < minutes * 60;
    if (order === 0 && corrected.some(isCorrected)) continue;
    let sum = sums[slot] ?? null;
    if (sum === null) {
      sum = { minutes, covered: 0, gallons: 0, flowTime: null, events: null, lastCorrection: 0 };
      sums[slot] = sum;
    }
    sum.covered += minutes;
    sum.gallons += gallons;
    if (flowTime !== null) sum.flowTime = (sum.flowTime ?? 0) + flowTime;
    if (events !== null) sum.events = (sum.events ?? 0) + events;
    if (order > 0) sum.lastCorrection = Math.max(sum.lastCorrection, sequence, 1);
  }
  return sums;
}

/**
 * The intervals of one length, those that overlap by more than half only once, with the greatest value: a device that
 * stamps the same interval some seconds later sends the same water.
 */
function onceEach(intervals: readonly Interval[], minutes: number): Interval[] {
  const once: Interval[] = [];
  for (const interval of intervals) {
    if (interval.minutes !== minutes) continue;
    const before = once.at(-1);
    if (before === undefined || interval.second - before.second >= minutes * 30) once.push(interval);
    else if (compareIntervals(interval, before) > 0) once[once.length - 1] = interval;
  }
  return once;
}
