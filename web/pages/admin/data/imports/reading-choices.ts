import type { ImportOptions } from "../../../../../contract/imports.ts";

export const intervalChoices = [
  ["", "As its times show"],
  ["1", "1 minute"],
  ["5", "5 minutes"],
  ["10", "10 minutes"],
  ["15", "15 minutes"],
  ["30", "30 minutes"],
  ["60", "1 hour"],
  ["day", "1 day"],
  ["week", "1 week"],
  ["month", "1 month"],
] as const;

/** What a person says of how a file is to be read; "" is: found out by the file. */
export interface ReadingChoices {
  /** Whether the columns are named here, or its headings say enough. */
  isMapped: boolean;
  /** Headings; serial "": one serial number is of all rows. */
  serial: string;
  time: string;
  value: string;
  /** The serial number of all rows, where no column has it. */
  one_serial: string;
  holds: "gallons" | "register" | "register_own_unit";
  unit: "" | "gallon" | "litre" | "cubic foot";
  date_format: "" | NonNullable<ImportOptions["date_format"]>;
  /** What a volume covers, as the call has it. */
  interval: (typeof intervalChoices)[number][0];
  time_zone: string;
  delimiter: "" | "," | ";" | "tab";
  decimal_comma: boolean;
  create_units: boolean;
}

const likely = {
  serial: /serial|meter(?!.*read)|device|sensor|endpoint|\bid\b/i,
  time: /time|date|hour|when|stamp|\bat\b/i,
  value: /gallon|usage|consum|volume|register|reading|value|index|count|litre|liter|amount|total/i,
} as const;

const units = {
  gallon: /gal/i,
  litre: /lit(re|er)|\bl\b/i,
  "cubic foot": /cubic ?f|ft3|ft³|\bcf\b/i,
} as const;

/** The unit that a heading names; "": it names none, or several. */
function unitOf(heading: string): ReadingChoices["unit"] {
  const named = (["gallon", "litre", "cubic foot"] as const).filter((unit) => units[unit].test(heading));
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

/** Whether the headings of a file say how it is to be read. */
export function isKnownFile(columns: readonly string[]): boolean {
  const names = columns.map((name) => name.trim().toLowerCase());
  return known.some((needed) => needed.every((name) => names.includes(name)));
}

/** How a time is likely written, by one of them; what is neither is ISO. Of 03/04/2026 the month is first, as in the US; of 03.04.2026 the day. */
function dateFormatOf(time: string): ReadingChoices["date_format"] {
  if (/^\d{9,10}$/.test(time)) return "unix";
  const [, first, sign, second] = /^(\d{1,2})([/.-])(\d{1,2})[/.-]\d{4}\b/.exec(time) ?? [];
  if (first === undefined) return "";
  const isDayFirst = Number(first) > 12 || (sign === "." && Number(second) <= 12);
  return isDayFirst ? "DD/MM/YYYY" : "MM/DD/YYYY";
}

/**
 * What is to be said of a file at first: likely columns and dates, where its headings do not say enough.
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
  const [time, value, serial] = [find("time"), find("value"), find("serial")];
  const isMapped = columns.length > 0 && !isKnownFile(columns);
  return {
    isMapped,
    serial,
    time,
    value,
    one_serial: "",
    holds: registers.test(value) ? "register" : "gallons",
    unit: isMapped ? unitOf(value) : "",
    date_format: isMapped ? dateFormatOf(example[columns.indexOf(time)] ?? "") : "",
    interval: "",
    time_zone: "",
    delimiter: "",
    decimal_comma: false,
    create_units: false,
  };
}

/** What is wrong with each choice; empty: nothing. */
export function wrongChoices(choices: ReadingChoices): Partial<Record<keyof ReadingChoices, string>> {
  if (!choices.isMapped) return {};
  const { serial, time, value, one_serial, unit, holds } = choices;
  const wrong: Partial<Record<keyof ReadingChoices, string>> = {};
  if (time === "") wrong.time = "Say which column has the time.";
  if (value === "") wrong.value = "Say which column has the figure.";
  // Litres that were taken for gallons would be figures that nobody doubts.
  if (unit === "" && holds !== "register_own_unit") wrong.unit = "Say in which unit the figures are.";
  if (serial === "" && one_serial.trim() === "") wrong.one_serial = "Give the meter's serial number.";
  for (const field of ["serial", "time", "value"] as const) {
    if (choices[field].includes(",")) wrong[field] = "A heading with a comma cannot be named. Change it in the file.";
  }
  return wrong;
}

/** The choices as the call takes them. */
export function optionsOf(choices: ReadingChoices): ImportOptions {
  const { isMapped, serial, time, value, one_serial, holds, unit, date_format, time_zone, delimiter } = choices;
  const columns = [...(serial === "" ? [] : [`serial=${serial}`]), `time=${time}`, `${holds}=${value}`];
  const ownUnit = isMapped && holds === "register_own_unit";
  return {
    map: isMapped ? columns.join(",") : undefined,
    serial: isMapped && serial === "" ? one_serial.trim() : undefined,
    unit: unit === "" || ownUnit ? undefined : unit,
    date_format: date_format === "" ? undefined : date_format,
    interval: choices.interval === "" ? undefined : choices.interval,
    time_zone: time_zone.trim() || undefined,
    delimiter: delimiter === "" ? undefined : delimiter,
    decimal_comma: choices.decimal_comma || undefined,
    create_units: choices.create_units || undefined,
  };
}
