import { INTERVAL_MINUTES } from "../../ingest/days/day-intervals.ts";
import type { Reading } from "../../ingest/reading.ts";
import { type Text, text } from "../../problem/text.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { localDay, localDayAt } from "../../time/local-day.ts";
import { option } from "../message.ts";
import { type DateFormat, readTime, type WrittenTime } from "../times/times.ts";
import { writtenDate } from "../times/written-date.ts";

/** The time that the volume of a row covers, from the row's time on. */
export interface FileInterval {
  unit: "minute" | "day" | "month";
  count: number;
  /** Of months, the day that their rows have, or the last of shorter months; left out: a last day is followed by last days. */
  day?: number | undefined;
}

/** What is known of the intervals of a file of volumes; a part of its format. */
export interface FileIntervals {
  /** Of all rows but those of the meters below. */
  interval: FileInterval;
  /** Meters of another interval, by serial number. */
  others?: Record<string, FileInterval>;
  /** Whether the file does not show it: an hour is assumed, or a day for dates without times. */
  isAssumed?: true;
  /** Whether the times look like the ends of the intervals, but are read as their starts. */
  isLikelyEnd?: true;
  /** What else a person should know of them. */
  note?: Text;
}

const MINUTE_MS = 60_000;
export const HOURLY: FileInterval = { unit: "minute", count: 60 };
const NAMED: Record<string, FileInterval> = {
  hour: HOURLY,
  day: { unit: "day", count: 1 },
  week: { unit: "day", count: 7 },
  month: { unit: "month", count: 1 },
};

/** The interval that an option names; null: none. */
export function intervalNamed(name: string): FileInterval | null {
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const minutes = INTERVAL_MINUTES.find((length) => String(length) === name);
  return named ?? (minutes === undefined ? null : { unit: "minute", count: minutes });
}

/** The value of the option for this interval. */
export function optionFor({ unit, count }: FileInterval): string {
  if (unit === "minute") return String(count);
  return unit === "day" ? (count === 7 ? "week" : "day") : "month";
}

/** A key of an interval. */
export function intervalText({ unit, count }: FileInterval): string {
  return `${count} ${unit}`;
}

/** `15 minutes`. */
export function intervalLabel({ unit, count }: FileInterval): Text {
  if (unit === "minute") return count === 1 ? text`1 minute` : text`${count} minutes`;
  if (unit === "day") return count === 1 ? text`1 day` : text`${count} days`;
  return count === 1 ? text`1 month` : text`${count} months`;
}

/** At most so many serial numbers are named in a sentence. */
const NAMED_SERIALS = 5;

/** `A-1, A-2 and 3 more`. */
export function serialsText(serials: readonly string[]): Text | string {
  const named = serials.slice(0, NAMED_SERIALS).join(", ");
  const more = serials.length - NAMED_SERIALS;
  return more > 0 ? text`${named} and ${more.toLocaleString("en-US")} more` : named;
}

/** All intervals of a file: `60 minutes; of 15 minutes`. */
export function intervalsText({ interval, others = {}, isAssumed, isLikelyEnd, note }: FileIntervals): Text {
  const unlike = Object.entries(others).filter(([, other]) => intervalText(other) !== intervalText(interval));
  const groups = Map.groupBy(unlike, ([, other]) => intervalText(other));
  const parts = [...groups.values()].map((meters) => {
    const [, of = interval] = meters[0] ?? [];
    return text`${intervalLabel(of)}: ${serialsText(meters.map(([serial]) => serial))}`;
  });
  if (isAssumed) {
    parts.push(
      interval.unit === "day"
        ? text`taken for days, as the file does not tell; ${option("interval")} says otherwise`
        : text`taken for hours, as the file does not tell; ${option("interval")} says otherwise`,
    );
  }
  if (isLikelyEnd) {
    parts.push(
      text`the times may be the ends of the intervals, as whole days run from ${clockOf(interval)} to 00:00; ${option("interval_end")} takes them so`,
    );
  }
  if (note !== undefined) parts.push(note);
  return parts.reduce((all, part) => text`${all}; ${part}`, intervalLabel(interval));
}

/** The end of the first interval of a day. */
function clockOf({ count }: FileInterval): string {
  return new Date(count * MINUTE_MS).toISOString().slice(11, 16);
}

export function intervalOf(serial: string, { interval, others }: FileIntervals): FileInterval {
  return (others !== undefined && Object.hasOwn(others, serial) ? others[serial] : undefined) ?? interval;
}

export function isDateAlone(cell: string): boolean {
  return writtenDate(cell.trim())?.rest.trim() === "";
}

/**
 * Reads the time of a volume over days: a date alone is one too.
 * @param isEnd the time is an end: a date alone is that of the last day
 * @throws RowRejected when it is neither
 */
export function readDay(cell: string, format: DateFormat, isMixed = false, isEnd = false): WrittenTime {
  return readTime(isDateAlone(cell) ? `${cell.trim()} ${isEnd ? "24:00" : "00:00"}` : cell, format, isMixed);
}

/**
 * The day one interval of days or months after another, or before it. A month after the last day of one is the day of the
 * month that the rows have, and never a day beyond the next month.
 */
function daysLater(day: number, { unit, count, day: rowsDay = 31 }: FileInterval, times: 1 | -1): number {
  if (unit === "day") return day + times * count;
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const lastOf = (of: number) => Date.UTC(year, of + 1, 0) / DAY_MS;
  const then = month + times * count;
  const dayOfMonth = day === lastOf(month) ? rowsDay : date.getUTCDate();
  return Math.min(Date.UTC(year, then, 1) / DAY_MS + dayOfMonth - 1, lastOf(then));
}

/**
 * A volume over local days as one over their hours: 23, 24 or 25 a day.
 * @param isEnd its time is the end of the last of them, or within it; otherwise within the first
 */
export function overDays<T extends Omit<Reading, "at">>(
  reading: T,
  { wall: localTime, offset }: WrittenTime,
  interval: FileInterval,
  timeZone: string,
  isEnd: boolean,
): T & { at: number } {
  const within = isEnd ? localTime - 1 : localTime;
  const named = offset === null ? Math.floor(within / DAY_MS) : localDayAt(timeZone, within - offset).day;
  const first = isEnd ? daysLater(named, interval, -1) + 1 : named;
  const end = isEnd ? named + 1 : daysLater(first, interval, 1);
  const last = localDay(timeZone, end - 1);
  const hours = Math.ceil((last.endsAt - localDay(timeZone, first).startsAt) / HOUR_MS);
  return { ...reading, hours, at: last.startsAt + (last.hours - 1) * HOUR_MS };
}
