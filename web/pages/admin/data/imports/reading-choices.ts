import { t } from "@lingui/core/macro";
import type { ImportOptions } from "../../../../../contract/readings/imports.ts";

export const intervalChoices = [
  ["", t`As its times show`],
  ["1", t`1 minute`],
  ["5", t`5 minutes`],
  ["10", t`10 minutes`],
  ["15", t`15 minutes`],
  ["30", t`30 minutes`],
  ["60", t`1 hour`],
  ["day", t`1 day`],
  ["week", t`1 week`],
  ["month", t`1 month`],
] as const;

/** A person's options for reading a file; "": detected from the file. */
export interface ReadingChoices {
  /** Whether the columns are mapped here; else its headers are enough. */
  isMapped: boolean;
  /** Headings; serial "": one serial number is of all rows. */
  serial: string;
  /** The heading of the day, where the time of day has a column of its own; "": one column has both. */
  date: string;
  time: string;
  value: string;
  /** The serial number of all rows, where no column has it. */
  one_serial: string;
  holds: "gallons" | "register" | "register_own_unit";
  unit: "" | "gallon" | "litre" | "cubic foot" | "CCF" | "kgal" | "m3" | "pulse";
  /** Of pulses; "": each meter's own, as the inventory has it. */
  gallons_per_pulse: string;
  date_format: "" | NonNullable<ImportOptions["date_format"]>;
  /** What a volume covers, as the call has it. */
  interval: (typeof intervalChoices)[number][0];
  /** Whether times are the ends of that. */
  interval_end: boolean;
  time_zone: string;
  delimiter: "" | "," | ";" | "tab" | "|";
  decimal_comma: boolean;
  create_units: boolean;
}

const likely = {
  serial: /serial|meter(?!.*read)|device|sensor|endpoint|\bid\b/i,
  time: /time|date|\bday\b|hour|clock|when|stamp|\bat\b/i,
  value:
    /gallon|usage|consum|volume|register|reading|value|index|count|litre|liter|amount|total|m3|m³|\b[ch]cf\b|kgal|pulse/i,
} as const;

const units = {
  kgal: /kgal|kilogal|1,?000 ?gal|thousand gal/i,
  CCF: /\b[ch]cf\b/i,
  m3: /\bm3\b|m³|cubic ?met/i,
  pulse: /puls/i,
  gallon: /gal/i,
  litre: /lit(re|er)|\bl\b/i,
  "cubic foot": /cubic ?f|ft3|ft³|\bcf\b/i,
} as const;

/** The unit that a heading names; "": it names none, or several. */
function unitOf(heading: string): ReadingChoices["unit"] {
  // A thousand gallons are no gallons.
  if (units.kgal.test(heading)) return "kgal";
  const known = ["gallon", "litre", "cubic foot", "CCF", "m3", "pulse"] as const;
  const named = known.filter((unit) => units[unit].test(heading));
  return named.length === 1 && named[0] !== undefined ? named[0] : "";
}

const registers = /register|reading|index|cumul|total|counter/i;

/** Headings that need no naming: those of the product's own files, and of two published ones. */
const known: readonly (readonly string[])[] = [
  ["serial", "hour", "gallons"],
  ["serial", "started_at", "minutes", "gallons"],
  ["serial", "read_at", "register"],
  ["serial", "read_at", "register_own_unit"],
  ["user key", "datetime", "meter reading"],
  ["unix_ts", "counter"],
];

/** Whether the headers of a file determine how to read it. */
export function isKnownFile(columns: readonly string[]): boolean {
  const names = columns.map((name) => name.trim().toLowerCase());
  return known.some((needed) => needed.every((name) => names.includes(name)));
}

/** How a time is likely written, by one of them; what is neither is ISO. Of 03/04/2026 the month is first, as in the US; of 03.04.2026 the day. */
function dateFormatOf(time: string): ReadingChoices["date_format"] {
  if (/^\d{9,10}$/.test(time)) return "unix";
  if (/^[3-7]\d{4}([.,]\d+)?$/.test(time)) return "excel";
  const [, first, sign, second] = /^(\d{1,2})([/.-])(\d{1,2})[/.-](?:\d{4}|\d{2})\b/.exec(time) ?? [];
  if (first === undefined) return "";
  const isDayFirst = Number(first) > 12 || (sign === "." && Number(second) <= 12);
  return isDayFirst ? "DD/MM/YYYY" : "MM/DD/YYYY";
}

/** Whether a cell is a day without its time of day, or a time of day alone. */
const isDay = (cell: string) =>
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|[3-7]\d{4})( 0?0:00(:00)?)?$/.test(cell);
const isClock = (cell: string) => /^(\d{1,2}:\d{2}(:\d{2})?( ?[ap]\.?m\.?)?|\d{3,4}|0?[.,]\d+|0)$/i.test(cell);

/**
 * The initial options for a file: likely columns and dates, if its headers are not enough.
 * @param example its first row
 */
export function firstChoices(columns: readonly string[], example: readonly string[] = []): ReadingChoices {
  const taken: string[] = [];
  const find = (what: keyof typeof likely) => {
    const found = columns.find((name) => !taken.includes(name) && likely[what].test(name)) ?? "";
    taken.push(found);
    return found;
  };
  // The value before the serial number: a "Meter reading" is no meter.
  const shown = (name: string) => example[columns.indexOf(name)] ?? "";
  const [first, value] = [find("time"), find("value")];
  const second = isDay(shown(first)) || isClock(shown(first)) ? find("time") : "";
  const isSplit = isDay(shown(first)) ? isClock(shown(second)) : isDay(shown(second));
  if (!isSplit) taken.splice(taken.lastIndexOf(second), 1);
  const [date, time] = !isSplit ? ["", first] : isDay(shown(first)) ? [first, second] : [second, first];
  const serial = find("serial");
  const isMapped = columns.length > 0 && !isKnownFile(columns);
  return {
    isMapped,
    serial,
    date,
    time,
    value,
    one_serial: "",
    holds: registers.test(value) ? "register" : "gallons",
    unit: isMapped ? unitOf(value) : "",
    gallons_per_pulse: "",
    date_format: isMapped ? dateFormatOf(shown(date === "" ? time : date)) : "",
    interval: "",
    interval_end: false,
    time_zone: "",
    delimiter: "",
    decimal_comma: false,
    create_units: false,
  };
}

/** Registers in pulses may be those that the inventory gives each meter; volumes are of no meter's own. */
function isPerPulseNeeded({ unit, holds, gallons_per_pulse: typed }: ReadingChoices): boolean {
  return unit === "pulse" && holds !== "register_own_unit" && (holds === "gallons" || typed.trim() !== "");
}

/** What is wrong with each choice; empty: nothing. */
export function wrongChoices(choices: ReadingChoices): Partial<Record<keyof ReadingChoices, string>> {
  if (!choices.isMapped) return {};
  const { serial, date, time, value, one_serial, unit, holds } = choices;
  const wrong: Partial<Record<keyof ReadingChoices, string>> = {};
  if (time === "") wrong.time = t`Choose the column with the time.`;
  if (date !== "" && date === time) wrong.time = t`Choose the column with the time of day.`;
  if (value === "") wrong.value = t`Choose the column with the figure.`;
  // Litres that were taken for gallons would be figures that nobody doubts.
  if (unit === "" && holds !== "register_own_unit") wrong.unit = t`Choose the unit of the figures.`;
  if (isPerPulseNeeded(choices) && !(Number(choices.gallons_per_pulse) > 0))
    wrong.gallons_per_pulse = t`Enter how many gallons one pulse is.`;
  if (serial === "" && one_serial.trim() === "") wrong.one_serial = t`Give the meter's serial number.`;
  for (const field of ["serial", "date", "time", "value"] as const) {
    if (choices[field].includes(",")) wrong[field] = t`A heading with a comma cannot be named. Change it in the file.`;
  }
  return wrong;
}

/** The choices as the call takes them. */
export function optionsOf(choices: ReadingChoices): ImportOptions {
  const { isMapped, serial, time, value, one_serial, holds, unit, date_format, time_zone, delimiter } = choices;
  const dated = choices.date === "" ? [`time=${time}`] : [`date=${choices.date}`, `time=${time}`];
  const columns = [...(serial === "" ? [] : [`serial=${serial}`]), ...dated, `${holds}=${value}`];
  const ownUnit = isMapped && holds === "register_own_unit";
  return {
    map: isMapped ? columns.join(",") : undefined,
    serial: isMapped && serial === "" ? one_serial.trim() : undefined,
    unit: unit === "" || ownUnit ? undefined : unit,
    gallons_per_pulse: unit === "pulse" && !ownUnit ? Number(choices.gallons_per_pulse) || undefined : undefined,
    date_format: date_format === "" ? undefined : date_format,
    interval: choices.interval === "" ? undefined : choices.interval,
    interval_end: choices.interval_end || undefined,
    time_zone: time_zone.trim() || undefined,
    delimiter: delimiter === "" ? undefined : delimiter,
    decimal_comma: choices.decimal_comma || undefined,
    create_units: choices.create_units || undefined,
  };
}
