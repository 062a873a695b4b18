import { INTERVAL_MINUTES } from "../../ingest/days/day-intervals.ts";
import { type Text, text } from "../../problem/text.ts";
import { DAY_MS } from "../../time/durations.ts";
import { fieldsOf } from "../cells/fields.ts";
import { linesOf } from "../cells/lines.ts";
import type { SourceFile } from "../files/source-file.ts";
import { option } from "../message.ts";
import { nothingStored, RowRejected } from "../rejections.ts";
import {
  type FileInterval,
  type FileIntervals,
  HOURLY,
  intervalLabel,
  intervalText,
  isDateAlone,
  optionFor,
  readDay,
  serialsText,
} from "./file-interval.ts";
import type { Layout } from "./layout.ts";
import { timeIn } from "./time-cell.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** Clocks that change make a day an hour shorter or longer. */
const DAY_SLACK_MINUTES = 60;
/** Steps of so many minutes more or less are taken for the interval: devices do not stamp to the second. */
const SLACK_SHARE = 0.07;
/** So many equal longer steps in succession are another interval and no gaps. */
const OTHER_RUN = 8;
/** Rows that begin less than half an interval after another are another interval when there are so many of them. */
const MIN_OVERLAPS = 3;
const OVERLAP_SHARE = 0.02;
/** A file with more meters than this of another interval than most is rejected: it is to be imported in parts. */
const MAX_OTHERS = 50;
/** A meter with fewer steps is taken for one of the others. */
const FEW_STEPS = 3;
const MAX_STEPS = 200;
const MAX_DAYS = 31;
/** Rows that are days apart can be hours with long gaps; so many equal steps are days, and of dates alone one is. */
const DAYS_STEPS = 2;
/** Days are left out of a file now and then, but not more than two of three. */
const MOST_SPARSE = 3;
const MONTH: FileInterval = { unit: "month", count: 1 };

/**
 * Finds out over which time the volumes of a file run, by the steps between the successive times of each meter.
 * @param file is read by this
 * @returns the layout with it; unchanged where the file states it per row, or holds registers
 * @throws FileRejected when a meter has several, or the rows contradict the stated interval
 */
export async function withIntervals(file: SourceFile, layout: Layout): Promise<Layout> {
  const { format, index } = layout;
  if (format.kind !== "hourly" || index.minutes !== null) return layout;
  const seen = await see(file, layout);
  const { isLikelyEnd, ...found } = settle(file.name, seen, format.intervals?.interval ?? null);
  const intervals = isLikelyEnd && format.hasEndTimes !== true ? { ...found, isLikelyEnd } : found;
  return { ...layout, format: { ...format, intervals } };
}

interface Seen {
  /** By serial number. */
  tracks: Map<string, StepTrack>;
  /** Whether its times are dates alone. */
  hasDatesAlone: boolean;
  canBeDays: boolean;
}

async function see(file: SourceFile, { delimiter, index, format, headerLine: givenHeaderLine }: Layout): Promise<Seen> {
  const tracks = new Map<string, StepTrack>();
  const times = { alone: 0, all: 0 };
  let headerLine = givenHeaderLine;
  for await (const lines of linesOf(file.text)) {
    for (const line of lines) {
      headerLine ??= line.number;
      if (line.number <= headerLine) continue;
      try {
        const fields = fieldsOf(line.text, delimiter);
        const serial = (index.serial === null ? (format.serial ?? "") : (fields[index.serial] ?? "")).trim();
        // A volume over several hours states its own interval.
        if (index.hours !== null && Number(fields[index.hours] ?? "") > 1) continue;
        const written = timeIn(fields, index);
        const isEnd = format.hasEndTimes === true;
        const { wall: localTime, offset } = readDay(written, format.dateFormat, format.hasMixedDates, isEnd);
        times.all++;
        if (isDateAlone(written)) times.alone++;
        let track = tracks.get(serial);
        if (track === undefined) {
          track = new StepTrack();
          tracks.set(serial, track);
        }
        track.see(localTime - (offset ?? 0), localTime, isEnd ? localTime - 1 : localTime);
      } catch (error) {
        // Rows that cannot be parsed are rejected one by one when the file is imported.
        if (!(error instanceof RowRejected)) throw error;
      }
    }
  }
  // A column of hours implies that they are hours.
  const canBeDays = format.name !== "dripline";
  return { tracks, canBeDays, hasDatesAlone: times.all > 0 && times.alone === times.all };
}

/** The steps between the successive times of one meter. */
class StepTrack {
  steps = 0;
  /** How many rows have the time of the one before. */
  repeats = 0;
  /** The latest day of a month that has a row. */
  latestDay = 0;
  /** Whether a row is on the last day of a month. */
  hasLastOfMonth = false;
  private last: { at: number; onDay: number } | null = null;
  /** The earliest and the latest of its times. */
  private span = { from: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
  /** The first and the last time of its local clock, in the order of the file. */
  private clock: { first: number; last: number } | null = null;
  /** How many steps there are of each length in minutes. */
  private readonly counts = new Map<number, number>();
  private divisor = 0;
  /** How many steps are months. */
  private months = 0;
  private run: { key: string; length: number } = { key: "", length: 0 };
  private readonly longestRuns = new Map<string, { interval: FileInterval; length: number }>();

  /** @param onDay a time on the local day that the row is of */
  see(at: number, localTime: number, onDay: number): void {
    const { last } = this;
    this.clock = { first: this.clock?.first ?? localTime, last: localTime };
    this.span = { from: Math.min(this.span.from, at), until: Math.max(this.span.until, at) };
    this.latestDay = Math.max(this.latestDay, dayOfMonth(onDay));
    this.hasLastOfMonth ||= isLastOfMonth(onDay);
    this.last = { at, onDay };
    if (last === null) return;
    const step = Math.round(Math.abs(at - last.at) / MINUTE_MS);
    if (step === 0) {
      this.repeats++;
      return;
    }
    this.steps++;
    this.divisor = greatestDivisor(this.divisor, step);
    if (this.counts.size < MAX_STEPS || this.counts.has(step)) this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    const inDays = intervalOfStep(step);
    const isMonthly = inDays !== null && isMonth(inDays) && isSameDayOfMonth(last.onDay, onDay);
    const interval = isMonthly ? MONTH : inDays;
    if (isMonthly) this.months++;
    const key = interval === null ? "" : intervalText(interval);
    this.run = key === this.run.key ? { key, length: this.run.length + 1 } : { key, length: 1 };
    if (interval !== null && this.run.length > (this.longestRuns.get(key)?.length ?? 0)) {
      this.longestRuns.set(key, { interval, length: this.run.length });
    }
  }

  /** Whether its times run from one interval after midnight to midnight, as the ends of the intervals of whole days do. */
  hasEndTimes({ unit, count }: FileInterval): boolean {
    if (unit !== "minute" || this.clock === null) return false;
    const { first, last } = this.clock;
    return last > first && minuteOfDay(first) === count && minuteOfDay(last) === 0;
  }

  /** How many steps are shorter than half of an interval: of two such rows one would not count. */
  overlaps(interval: FileInterval): number {
    const half = minutesOf(interval) / 2;
    let sum = 0;
    for (const [step, count] of this.counts) if (step < half) sum += count;
    return sum;
  }

  hasManyOverlaps(interval: FileInterval): boolean {
    const overlaps = this.overlaps(interval);
    return overlaps >= MIN_OVERLAPS && overlaps >= this.steps * OVERLAP_SHARE;
  }

  /**
   * The intervals that this meter shows: none when there is no evidence, more than one when it mixes them.
   * @param minDaySteps how many steps there must be for them to be days
   */
  intervals(minDaySteps: number): FileInterval[] {
    if (this.steps === 0) return [];
    const shares = new Map<string, { interval: FileInterval; count: number }>();
    let asLongAsMonths = 0;
    for (const [step, count] of this.counts) {
      const interval = intervalOfStep(step);
      if (interval === null) continue;
      if (isMonth(interval)) asLongAsMonths += count;
      const label = intervalText(interval);
      shares.set(label, { interval, count: count + (shares.get(label)?.count ?? 0) });
    }
    const runs = [...this.longestRuns.values()].filter(({ length }) => length >= OTHER_RUN);
    const [top] = [...shares.values()].sort(
      (a, b) => b.count - a.count || minutesOf(a.interval) - minutesOf(b.interval),
    );
    // Each length of month may have too few steps of its own. Four weeks can be a month, too: from February to March.
    const isMonthly = this.months * 2 >= this.steps && this.months * 2 > asLongAsMonths;
    const isMost = top !== undefined && top.count * 2 >= this.steps;
    const base = isMonthly ? MONTH : isMost ? this.named(top.interval) : this.byDivisor();
    if (base === null || (base.unit !== "minute" && this.steps < minDaySteps)) return [];
    const others = runs.map(({ interval }) => interval).filter((other) => !isAlike(other, base));
    return [base, ...others];
  }

  /** Lengths of a month are months where any step is one; four weeks are no month but in February. */
  private named(interval: FileInterval): FileInterval {
    return isMonth(interval) && interval.count > 28 && this.months > 0 ? MONTH : interval;
  }

  /**
   * Rows in no order, or with many gaps: the longest interval of which all steps are multiples. Days only where enough of
   * them have a row: the days between monthly readings are multiples of a day, too.
   */
  private byDivisor(): FileInterval | null {
    if (this.divisor % DAY_MINUTES === 0) {
      const isDense = this.span.until - this.span.from <= MOST_SPARSE * this.steps * this.divisor * MINUTE_MS;
      const days = this.divisor / DAY_MINUTES;
      return isDense && days <= MAX_DAYS ? { unit: "day", count: days } : null;
    }
    const minutes = INTERVAL_MINUTES.findLast((length) => length >= 5 && this.divisor % length === 0);
    return minutes === undefined ? null : { unit: "minute", count: minutes };
  }
}

/** The interval that a step in minutes is, apart from months; null: it has no supported length. */
function intervalOfStep(step: number): FileInterval | null {
  const minutes = INTERVAL_MINUTES.find((length) => Math.abs(step - length) <= length * SLACK_SHARE);
  if (minutes !== undefined) return { unit: "minute", count: minutes };
  const days = Math.round(step / DAY_MINUTES);
  if (days === 0 || days > MAX_DAYS || Math.abs(step - days * DAY_MINUTES) > DAY_SLACK_MINUTES) return null;
  return { unit: "day", count: days };
}

/** Whether two times have the same day of the month, or one is on the last day of a month that has no such day. */
function isSameDayOfMonth(a: number, b: number): boolean {
  const [earlier, later] = dayOfMonth(a) <= dayOfMonth(b) ? [a, b] : [b, a];
  return dayOfMonth(earlier) === dayOfMonth(later) || isLastOfMonth(earlier);
}

function isLastOfMonth(at: number): boolean {
  return dayOfMonth(at + DAY_MS) === 1;
}

function minuteOfDay(localTime: number): number {
  return (((localTime % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS;
}

function dayOfMonth(at: number): number {
  return new Date(at).getUTCDate();
}

/** Months that differ in their length are one interval. */
function isAlike(a: FileInterval, b: FileInterval): boolean {
  if (a.unit !== b.unit) return a.unit !== "minute" && b.unit !== "minute" && isMonth(a) && isMonth(b);
  return a.count === b.count || (isMonth(a) && isMonth(b));
}

function isMonth({ unit, count }: FileInterval): boolean {
  return unit === "month" || (unit === "day" && count >= 28 && count <= 31);
}

function minutesOf({ unit, count }: FileInterval): number {
  if (unit === "minute") return count;
  return (count * (unit === "day" ? DAY_MS : 28 * DAY_MS)) / MINUTE_MS;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** @param stated the interval that a person stated; null: none */
function settle(name: string, { tracks, hasDatesAlone, canBeDays }: Seen, stated: FileInterval | null): FileIntervals {
  const reject = (reason: Text) => nothingStored("mixed_intervals", name, reason);
  const minSteps = hasDatesAlone ? 1 : canBeDays ? DAYS_STEPS : Number.POSITIVE_INFINITY;
  const found = [...tracks].map(([serial, track]) => ({ serial, track, intervals: track.intervals(minSteps) }));
  const repeated = found.filter(
    ({ track }) => track.repeats >= MIN_OVERLAPS && track.repeats > track.steps * OVERLAP_SHARE,
  );
  if (hasDatesAlone && repeated.length > 0) {
    throw reject(
      text`it has several rows of ${serialsText(repeated.map(({ serial }) => serial))} for the same date and no time of day. Export it with the time, or name the column that has it with ${option("map")}.`,
    );
  }
  if (stated !== null) {
    const misfits = found.filter(({ track }) => track.hasManyOverlaps(stated));
    if (misfits.length === 0) {
      const { interval, others } = onTheirDays(found, stated);
      rejectMany(others, interval);
      return { interval, ...othersOf(others), ...noteOf(found, stated) };
    }
    const [shorter] = misfits[0]?.intervals ?? [];
    const advice =
      shorter === undefined
        ? text`Say another ${option("interval")}.`
        : text`Import it again with ${option("interval")} ${optionFor(shorter)}.`;
    throw reject(
      text`read as volumes of ${intervalLabel(stated)}, the rows of ${serialsText(misfits.map(({ serial }) => serial))} follow each other too closely. ${advice}`,
    );
  }
  const mixed = found.filter(
    ({ track, intervals: [base, ...others] }) =>
      base !== undefined && (others.length > 0 || track.hasManyOverlaps(base)),
  );
  if (mixed.length > 0) throw reject(mixedSentence(mixed));
  const common = mostCommon(found);
  if (common === null) {
    if (hasDatesAlone) {
      const apart = found.filter(({ track }) => track.steps > 0);
      if (apart.length === 0) return { interval: { unit: "day", count: 1 }, isAssumed: true };
      throw reject(
        text`it does not tell over which time its volumes run: the dates of ${serialsText(apart.map(({ serial }) => serial))} are not equally far apart. Say ${option("interval")} day, week or month.`,
      );
    }
    const close = found.filter(({ track }) => track.overlaps(HOURLY) > 0);
    if (close.length > 0) {
      throw reject(
        text`it does not tell over which time its volumes run, and rows of ${serialsText(close.map(({ serial }) => serial))} are less than half an hour apart. Say ${option("interval")} in minutes, or day, week or month.`,
      );
    }
    return { interval: HOURLY, ...(canBeDays ? { isAssumed: true } : {}) };
  }
  const unlike = found.flatMap(({ serial, track, intervals: [own] }): [string, FileInterval][] => {
    if (own === undefined || isAlike(own, common)) return [];
    return track.steps < FEW_STEPS && track.overlaps(common) === 0 ? [] : [[serial, own]];
  });
  const apart = new Set(unlike.map(([serial]) => serial));
  const { interval, others } = onTheirDays(
    found.filter(({ serial }) => !apart.has(serial)),
    common,
  );
  rejectMany([...unlike, ...others], interval);
  return { interval, ...othersOf([...unlike, ...others]), ...noteOf(found, common) };

  function rejectMany(others: [string, FileInterval][], interval: FileInterval): void {
    if (others.length <= MAX_OTHERS) return;
    throw reject(
      text`most of its meters have volumes of ${intervalLabel(interval)}, but ${others.length.toLocaleString("en-US")} others, such as ${serialsText(others.map(([serial]) => serial))}, have other intervals. Import these from a file of their own.`,
    );
  }
}

function othersOf(others: [string, FileInterval][]): Pick<FileIntervals, "others"> {
  return others.length > 0 ? { others: Object.fromEntries(others) } : {};
}

/**
 * Months with the day of the month that rows have where it exists: one on February 28 shows only by the others whether its
 * months end with the 27th, 28th, 29th or with the month. One row alone shows nothing.
 * @returns that of most meters, and those of others by serial number
 */
function onTheirDays(
  found: Found[],
  interval: FileInterval,
): { interval: FileInterval; others: [string, FileInterval][] } {
  const dated = found.filter(({ track }) => interval.unit === "month" && track.steps > 0 && track.hasLastOfMonth);
  const groups = [...Map.groupBy(dated, ({ track }) => track.latestDay)];
  const [most] = groups.sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return { interval, others: [] };
  const [day] = most;
  const others = dated.filter(({ track }) => track.latestDay !== day);
  return {
    interval: { ...interval, day },
    others: others.map(({ serial, track }) => [serial, { ...interval, day: track.latestDay }]),
  };
}

interface Found {
  serial: string;
  track: StepTrack;
  intervals: FileInterval[];
}

function mostCommon(found: Found[]): FileInterval | null {
  const weights = new Map<string, { interval: FileInterval; weight: number }>();
  for (const {
    track,
    intervals: [own],
  } of found) {
    if (own === undefined) continue;
    const label = intervalText(own);
    weights.set(label, { interval: own, weight: track.steps + (weights.get(label)?.weight ?? 0) });
  }
  const [most] = [...weights.values()].sort(
    (a, b) => b.weight - a.weight || minutesOf(a.interval) - minutesOf(b.interval),
  );
  return most?.interval ?? null;
}

function mixedSentence(mixed: Found[]): Text {
  const serials = serialsText(mixed.map(({ serial }) => serial));
  const own = mixed[0]?.intervals ?? [];
  const lengths = [...new Map(own.map((interval) => [intervalText(interval), intervalLabel(interval)])).values()];
  const [first, ...others] = lengths;
  const what =
    first === undefined || others.length === 0
      ? text`volumes of several intervals`
      : others.reduce((all, other) => text`${all} and of ${other}`, text`volumes of ${first}`);
  return text`it mixes intervals: the rows of ${serials} are ${what}. Split it where that changes, or add a column with each row's minutes and name it with ${option("map")} minutes=COLUMN.`;
}

function noteOf(found: Found[], interval: FileInterval): Pick<FileIntervals, "note" | "isLikelyEnd"> {
  const close = found.filter(({ track, intervals: [own] }) => track.overlaps(own ?? interval) > 0);
  const ends = found.filter(({ track, intervals: [own] }) => track.hasEndTimes(own ?? interval));
  const likely = ends.length * 2 > found.length ? { isLikelyEnd: true as const } : {};
  if (close.length === 0) return likely;
  const serials = serialsText(close.map(({ serial }) => serial));
  return {
    ...likely,
    note: text`some rows of ${serials} begin less than half of that after another, and of two such the greater counts`,
  };
}
