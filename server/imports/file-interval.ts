import { INTERVAL_MINUTES } from "../ingest/day-intervals.ts";
import type { Reading } from "../ingest/reading.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { localDay, localDayAt } from "../time/local-day.ts";
import type { Spelling } from "./message.ts";
import { type DateFormat, readTime, type WrittenTime } from "./times.ts";
import { writtenDate } from "./written-date.ts";

/** The time that the volume of a row covers, from the row's time on. */
export interface FileInterval {
  unit: "minute" | "day" | "month";
  count: number;
}

/** What is known of the intervals of a file of volumes; a part of its format. */
export interface FileIntervals {
  /** Of all rows but those of the meters below. */
  interval: FileInterval;
  /** Meters of another interval, by serial number. */
  others?: Record<string, FileInterval>;
  /** Whether the file does not show it, and it is taken for an hour. */
  isAssumed?: true;
  /** What else a person should know of them. */
  note?: string;
}

export const HOURLY: FileInterval = { unit: "minute", count: 60 };
const NAMED: Record<string, FileInterval> = {
  hour: HOURLY,
  day: { unit: "day", count: 1 },
  week: { unit: "day", count: 7 },
  month: { unit: "month", count: 1 },
};

/** The interval that an option names; null: none. */
export function intervalNamed(text: string): FileInterval | null {
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined;
  const minutes = INTERVAL_MINUTES.find((length) => String(length) === text);
  return named ?? (minutes === undefined ? null : { unit: "minute", count: minutes });
}

/** The value of the option for this interval. */
export function optionFor({ unit, count }: FileInterval): string {
  if (unit === "minute") return String(count);
  return unit === "day" ? (count === 7 ? "week" : "day") : "month";
}

/** `15 minutes`. */
export function intervalText({ unit, count }: FileInterval): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** At most so many serial numbers are named in a sentence. */
const NAMED_SERIALS = 5;

/** `A-1, A-2 and 3 more`. */
export function serialsText(serials: readonly string[]): string {
  const named = serials.slice(0, NAMED_SERIALS).join(", ");
  const more = serials.length - NAMED_SERIALS;
  return more > 0 ? `${named} and ${more.toLocaleString("en-US")} more` : named;
}

/** All intervals of a file: `60 minutes; of 15 minutes`. */
export function intervalsText({ interval, others = {}, isAssumed, note }: FileIntervals, spell: Spelling): string {
  const groups = Map.groupBy(Object.entries(others), ([, other]) => intervalText(other));
  const parts = [...groups].map(([label, meters]) => `${label}: ${serialsText(meters.map(([serial]) => serial))}`);
  if (isAssumed) parts.push(`taken for hours, as the file does not tell; ${spell("interval")} says otherwise`);
  if (note !== undefined) parts.push(note);
  return [intervalText(interval), ...parts].join("; ");
}

export function intervalOf(serial: string, { interval, others }: FileIntervals): FileInterval {
  return (others !== undefined && Object.hasOwn(others, serial) ? others[serial] : undefined) ?? interval;
}

export function isDateAlone(text: string): boolean {
  return writtenDate(text.trim())?.rest.trim() === "";
}

/**
 * Reads the time of a volume over days: a date alone is one too.
 * @throws RowRefused when it is neither
 */
export function readDay(text: string, format: DateFormat, isMixed = false): WrittenTime {
  return readTime(isDateAlone(text) ? `${text.trim()} 00:00` : text, format, isMixed);
}

/** A volume over the local days from that of its time on, as one over their hours: 23, 24 or 25 a day. */
export function overDays<T extends Omit<Reading, "at">>(
  reading: T,
  { wall: localTime, offset }: WrittenTime,
  { unit, count }: FileInterval,
  timeZone: string,
): T & { at: number } {
  const first = offset === null ? Math.floor(localTime / DAY_MS) : localDayAt(timeZone, localTime - offset).day;
  const date = new Date(first * DAY_MS);
  const end =
    unit === "day"
      ? first + count
      : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, date.getUTCDate()) / DAY_MS;
  const last = localDay(timeZone, end - 1);
  const hours = Math.ceil((last.endsAt - localDay(timeZone, first).startsAt) / HOUR_MS);
  return { ...reading, hours, at: last.startsAt + (last.hours - 1) * HOUR_MS };
}
