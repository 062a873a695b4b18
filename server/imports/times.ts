import { quoted } from "./numbers.ts";
import { RowRefused } from "./refusals.ts";

/** How a file writes its times. `unix`: seconds since 1970. */
export const dateFormats = ["ISO", "DD/MM/YYYY", "MM/DD/YYYY", "unix"] as const;
export type DateFormat = (typeof dateFormats)[number];

/** A time as a file gives it. */
export interface WrittenTime {
  /** What calendar and clock show, in milliseconds as if it were UTC. */
  wall: number;
  /** Milliseconds by which that clock is ahead of UTC; null: the file does not say, the clock is a local one. */
  offset: number | null;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;
const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp][Mm])?$/;
const UNIX = /^\+?\d{1,11}(\.\d+)?$/;

/** Reads a time. @throws RowRefused when it is not in this format or no such date or time of day exists. */
export function readTime(text: string, format: DateFormat): WrittenTime {
  const trimmed = text.trim();
  if (format === "unix") {
    if (!UNIX.test(trimmed)) throw refused(text, "Write seconds since 1970.");
    return { wall: Math.round(Number(trimmed) * 1000), offset: 0 };
  }
  if (format === "ISO") {
    const parts = ISO.exec(trimmed);
    if (parts === null) {
      const slashed = SLASHED.test(trimmed);
      throw refused(
        text,
        slashed
          ? "Say which comes first with --date-format DD/MM/YYYY or MM/DD/YYYY."
          : "Write 2026-03-01T14:00, with an offset or in local time.",
      );
    }
    const [, year, month, day, hour, minute, second, zone] = parts;
    const wall = wallOf(
      text,
      Number(year),
      Number(month),
      Number(day),
      Number(hour),
      Number(minute),
      Number(second ?? 0),
    );
    return { wall, offset: offsetOf(zone) };
  }
  const dated = slashedDate(trimmed, format);
  if (dated === null) throw refused(text, `Write it as ${format} HH:MM, or say another --date-format.`);
  if (dated.month > 12 && dated.day <= 12) {
    throw refused(
      text,
      `There is no month ${dated.month}: if the file puts ${format === "DD/MM/YYYY" ? "the month" : "the day"} first, use --date-format ${swapped(format)}.`,
    );
  }
  return {
    wall: wallOf(text, dated.year, dated.month, dated.day, dated.hour, dated.minute, dated.second),
    offset: null,
  };
}

/** The other order of day and month. */
export function swapped(format: "DD/MM/YYYY" | "MM/DD/YYYY"): "DD/MM/YYYY" | "MM/DD/YYYY" {
  return format === "DD/MM/YYYY" ? "MM/DD/YYYY" : "DD/MM/YYYY";
}

/** The day of a slashed date as days since 1970; null when there is none such in this order of day and month. */
export function slashedDay(text: string, format: "DD/MM/YYYY" | "MM/DD/YYYY"): number | null {
  const dated = slashedDate(text.trim(), format);
  return dated !== null && isDate(dated.year, dated.month, dated.day)
    ? Date.UTC(dated.year, dated.month - 1, dated.day) / 86_400_000
    : null;
}

function slashedDate(text: string, format: "DD/MM/YYYY" | "MM/DD/YYYY") {
  const parts = SLASHED.exec(text);
  if (parts === null) return null;
  const [, first, second, year, hourText, minute, seconds, half] = parts;
  const [day, month] = format === "DD/MM/YYYY" ? [Number(first), Number(second)] : [Number(second), Number(first)];
  const clock = Number(hourText);
  const hour =
    half === undefined ? clock : clock < 1 || clock > 12 ? 99 : (clock % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  return { year: Number(year), month, day, hour, minute: Number(minute), second: Number(seconds ?? 0) };
}

function wallOf(
  text: string,
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  if (!isDate(year, month, day)) throw refused(text, "There is no such date. Correct it.");
  if (hour > 23 || minute > 59 || second > 59)
    throw refused(text, "There is no such time of day: hours run from 00 to 23. Correct it.");
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function isDate(year: number, month: number, day: number): boolean {
  return (
    year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  );
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (zone === "Z" || zone === "z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(":", "") || 0);
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

function refused(text: string, advice: string): RowRefused {
  return new RowRefused("unparsable", `the time ${quoted(text.trim())} cannot be read. ${advice}`);
}
