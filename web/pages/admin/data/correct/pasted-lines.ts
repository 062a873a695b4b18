import { plural, t } from "@lingui/core/macro";
import { dayOf } from "../../../../app/search-text.ts";
import { locale } from "../../../../language/language.ts";
import { clockAtProperty, instantAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { NOT_MEASURED } from "./corrected-hours.ts";

const HOUR_MS = 3_600_000;
/** The call takes no more. */
export const MOST_LINES = 2400;

/** A line with a time and its value. */
export interface PastedLine {
  at: string;
  /** null: not measured. */
  value: number | null;
}

const shape =
  /^(?<day>\d{4}-\d{2}-\d{2})[T ](?<time>\d{1,2}:\d{2})(?::(?<second>[0-5]\d)(?:\.\d+)?)?\s*(?<offset>Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Lines of a time and a value, as a table's columns are pasted: with a comma, a semicolon or a tab between them. Times
 * without an offset are on the property's clock. A line of headings is passed over.
 * @returns the lines, or what is wrong with the first that cannot be read
 */
export function pastedLines(text: string, zone: string, most: number): PastedLine[] | string {
  const lines: PastedLine[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [time = "", value = ""] = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ""));
    if (time === "" && value === "") continue;
    if (index === 0 && !/\d/.test(time)) continue;
    const read = instantOf(time, zone);
    if ("wrong" in read) return t`Line ${index + 1}: ${read.wrong}`;
    if (value !== NOT_MEASURED && !/^\d{1,13}(\.\d{1,9})?$/.test(value)) {
      return t`Line ${index + 1}: “${value.slice(0, 40)}” is not a number. Write it with a point for decimals, or none where nothing was measured.`;
    }
    if (Number(value) > most) return t`Line ${index + 1}: ${value} is more than ${most.toLocaleString(locale)}.`;
    lines.push({ at: read.at, value: value === NOT_MEASURED ? null : Number(value) });
  }
  if (lines.length === 0) return t`Paste a line for each: its time and its value.`;
  return lines.length > MOST_LINES
    ? t`Take at most ${plural(MOST_LINES, { one: "# line", other: "# lines" })} at once.`
    : lines;
}

function instantOf(time: string, zone: string): { at: string } | { wrong: string } {
  const { day, time: clockTime, second = "00", offset } = shape.exec(time)?.groups ?? {};
  if (day === undefined || clockTime === undefined) {
    return { wrong: t`“${time.slice(0, 40)}” is not a time. Write it as 2026-01-31 14:00.` };
  }
  const clock = `${day}T${clockTime.padStart(5, "0")}`;
  if (offset !== undefined) {
    const signed = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
    const instant = Date.parse(`${clock}:${second}${signed}`);
    return Number.isNaN(instant) || dayOf(day) === undefined
      ? { wrong: t`there is no ${time.slice(0, 40)}.` }
      : { at: new Date(instant).toISOString() };
  }
  const at = instantAtProperty(clock, zone);
  if (at === null) return { wrong: t`there is no ${time.slice(0, 40)} at the property.` };
  const isTwice = clockAtProperty(Date.parse(at) + HOUR_MS, zone) === clock;
  return isTwice
    ? {
        wrong: t`${time.slice(0, 40)} comes twice at the property. Write its offset from UTC, such as ${day} ${clockTime}-05:00.`,
      }
    : { at: new Date(Date.parse(at) + Number(second) * 1000).toISOString() };
}
