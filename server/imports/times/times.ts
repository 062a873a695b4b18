import { type Day, type Text, text } from "../../problem/text.ts";
import { quoted } from "../cells/numbers.ts";
import { option } from "../message.ts";
import { RowRejected } from "../rejections.ts";
import { type DateOrder, dayIn, isDate, type WrittenDate, writtenDate } from "./written-date.ts";

/**
 * How a file writes its times. `ISO`: 2026-01-31, whose swapped twin is `YYYY-DD-MM`. `unix`: seconds (or milliseconds)
 * since 1970. `excel`: days since 1900 as a spreadsheet counts them.
 */
export const dateFormats = ["ISO", "YYYY-DD-MM", "DD/MM/YYYY", "MM/DD/YYYY", "unix", "excel"] as const;
export type DateFormat = (typeof dateFormats)[number];

/** A time as a file gives it. */
export interface WrittenTime {
  /** What calendar and clock show, in milliseconds as if it were UTC. */
  wall: number;
  /** Milliseconds by which that clock is ahead of UTC; null: not in the file, the clock is a local one. */
  offset: number | null;
}

const UNIX = /^\+?(\d{12,14}|\d{1,11}(\.\d+)?)$/;
/** Days from 1990 to 2099, as spreadsheets count them, alone or with the time of day behind them. */
const SERIAL = /^(3[2-9]|[4-6]\d|7[0-2])(\d{3})(?:[.,](\d+))?(?:\s+(.+))?$/;
/** The time of day as a part of a day, as an unformatted cell of a spreadsheet shows it. */
const PART_OF_DAY = /^0?[.,](\d+)$/;
const CLOCK = /^(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?m?\.?)?\s*(z|[+-]\d{2}(?::?\d{2})?)?$/i;

const DAY_MS = 86_400_000;
const MINUTES_A_DAY = 1440;
/** The day that a spreadsheet calls 0, in days since 1970: it counts a February 29, 1900, which there never was. */
const SERIAL_ZERO = -25_569;

/**
 * Reads a time.
 * @param isMixed whether dates that exist only in the other order than the format's are read in that one
 * @throws RowRejected when it is not in this format or no such date or time of day exists
 */
export function readTime(cell: string, format: DateFormat, isMixed = false): WrittenTime {
  const trimmed = cell.trim();
  if (format === "unix") {
    if (!UNIX.test(trimmed)) throw rejected(cell, text`Write seconds since 1970.`);
    const number = Number(trimmed);
    return { wall: Math.round(number >= 1e11 ? number : number * 1000), offset: 0 };
  }
  if (format === "excel" && SERIAL.test(trimmed)) return readSerial(cell, trimmed);
  const written = writtenDate(trimmed);
  if (written === null) throw rejected(cell, adviceFor(format, trimmed));
  const order = orderOf(format, written);
  if (order === null && !(isMixed && isCertain(written))) throw rejected(cell, slashedAdvice(written));
  const day = dayIn(order ?? "month first", written, isMixed);
  if (day === null) throw rejected(cell, noDateAdvice(format, written));
  return onDay(cell, day, written.rest);
}

/** Which part of a date comes first in this format; null: such a date is none of its. */
export function orderOf(format: DateFormat, { writing }: Pick<WrittenDate, "writing">): DateOrder | null {
  if (writing === "named") return "month first";
  if (writing === "year first") return format === "YYYY-DD-MM" ? "day first" : "month first";
  return format === "DD/MM/YYYY" ? "day first" : format === "MM/DD/YYYY" ? "month first" : null;
}

/** The format that reads dates of this writing in this order. */
export function formatFor(writing: WrittenDate["writing"], order: DateOrder): DateFormat {
  if (writing === "slashed") return order === "day first" ? "DD/MM/YYYY" : "MM/DD/YYYY";
  return order === "day first" ? "YYYY-DD-MM" : "ISO";
}

/** Whether a text is a day as spreadsheets count them, and whether it includes the time of day. */
export function serialIn(text: string): { hasClock: boolean } | null {
  const [whole, , , digits, clock] = SERIAL.exec(text.trim()) ?? [];
  return whole === undefined ? null : { hasClock: digits !== undefined || clock !== undefined };
}

/** Whether a text is seconds or milliseconds since 1970, from 1990 on. */
export function isUnix(text: string): boolean {
  return /^\d{9,10}(\.\d+)?$|^\d{12,13}$/.test(text.trim());
}

/** A date whose parts leave one order of day and month only. */
function isCertain({ first, second }: WrittenDate): boolean {
  return first > 12 !== second > 12;
}

function readSerial(cell: string, trimmed: string): WrittenTime {
  const [, begin = "", end = "", digits, clock] = SERIAL.exec(trimmed) ?? [];
  const day = Number(begin + end) + SERIAL_ZERO;
  if (digits !== undefined && clock !== undefined) {
    throw rejected(cell, text`It has the time of day twice. Leave one of them out.`);
  }
  // Midnight has no decimals.
  return digits === undefined
    ? onDay(cell, day, clock ?? "00:00")
    : { wall: day * DAY_MS + partOfDay(cell, digits), offset: null };
}

/** A part of a day in milliseconds: to the second, or to the minute where it has too few digits. */
function partOfDay(cell: string, digits: string): number {
  const minutes = Number(`0.${digits}`) * MINUTES_A_DAY;
  const whole = Math.round(minutes);
  const isWhole = (within: number) => Math.abs(minutes - whole) <= within;
  if (isWhole(1e-6) || (digits.length === 4 && isWhole(0.073))) return whole * 60_000;
  if (digits.length < 4)
    throw rejected(cell, text`It has too few decimals to tell the minute. Export it with at least five.`);
  return Math.round(minutes * 60) * 1000;
}

/** @param clock the time of day, as written behind the date */
function onDay(cell: string, day: number, clock: string): WrittenTime {
  const rest = clock.replace(/^(T|,?\s+)/i, "").trim();
  const [part, digits = ""] = PART_OF_DAY.exec(rest) ?? [];
  if (part !== undefined) return { wall: day * DAY_MS + partOfDay(cell, digits), offset: null };
  if (rest === "") {
    throw rejected(
      cell,
      text`It has no time of day. Where another column has it, name both with ${option("map")}: date=COLUMN,time=COLUMN.`,
    );
  }
  const parts = CLOCK.exec(rest);
  // A bare 15 can be an hour, one that ends then, or the minutes of 0015.
  if (parts === null || /^0?[1-9]$|^[1-9]\d$/.test(rest))
    throw rejected(cell, text`Write the time of day as 14:05 or 1405.`);
  const [, hourText, minute = "0", second = "0", half, zone] = parts;
  const clockHour = Number(hourText);
  const hour =
    half === undefined
      ? clockHour
      : clockHour < 1 || clockHour > 12
        ? 99
        : (clockHour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  // The end of a day, as ISO 8601 has it.
  const isEnd = hour === 24 && Number(minute) === 0 && Number(second) === 0;
  if ((hour > 23 && !isEnd) || Number(minute) > 59 || Number(second) > 59) {
    throw rejected(cell, text`There is no such time of day: hours run from 00:00 to 24:00. Correct it.`);
  }
  const localTime = day * DAY_MS + ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return { wall: localTime, offset: offsetOf(zone) };
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (zone.toLowerCase() === "z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(":", "") || 0);
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

function adviceFor(format: DateFormat, cell: string): Text {
  if (format !== "excel" && serialIn(cell) !== null)
    return text`If it is a date of a spreadsheet, use ${option("date_format")} excel.`;
  if (format === "ISO") return text`Write 2026-03-01T14:00, with an offset or in local time.`;
  if (format === "excel") return text`Write days since 1900, as 46082.5833.`;
  return text`Write it as ${format} HH:MM, or say another ${option("date_format")}.`;
}

/** The message for a date with its year at the end where the year should come first. */
function slashedAdvice({ year, first, second }: WrittenDate): Text {
  const [asMonthFirst, asDayFirst] = [isDate(year, first, second), isDate(year, second, first)];
  if (!asMonthFirst && !asDayFirst) return text`There is no such date. Correct it.`;
  if (!asMonthFirst || !asDayFirst)
    return text`Use ${option("date_format")} ${asMonthFirst ? "MM/DD/YYYY" : "DD/MM/YYYY"}.`;
  return text`Say which part is the month: ${option("date_format")} MM/DD/YYYY reads ${dayOf(year, first, second)}, DD/MM/YYYY reads ${dayOf(year, second, first)}.`;
}

function noDateAdvice(stated: DateFormat, date: WrittenDate): Text {
  const order = orderOf(stated, date);
  const other: DateOrder = order === "day first" ? "month first" : "day first";
  const month = order === "day first" ? date.second : date.first;
  if (date.writing === "named" || month <= 12 || dayIn(other, date, false) === null)
    return text`There is no such date. Correct it.`;
  const format = formatFor(date.writing, other);
  return other === "month first"
    ? text`There is no month ${month}: if the file puts the month first, use ${option("date_format")} ${format}.`
    : text`There is no month ${month}: if the file puts the day first, use ${option("date_format")} ${format}.`;
}

/** A date as a sentence names it. */
export function dayOf(year: number, month: number, day: number): Day {
  return { day: new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) };
}

function rejected(cell: string, advice: Text): RowRejected {
  return new RowRejected("unparsable", text`the time ${quoted(cell.trim())} cannot be read. ${advice}`);
}
