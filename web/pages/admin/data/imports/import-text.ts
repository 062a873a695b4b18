import type { ImportDetails, ImportRow } from "../../../../../contract/readings/imports.ts";
import { formatCount, formatNumber } from "../../../../components/format.ts";

/** A formatted file size: "12.3 MB", "840 kB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, "byte");
  return bytes < 1_000_000 ? `${formatNumber(bytes / 1000)} kB` : `${formatNumber(bytes / 1_000_000, 1)} MB`;
}

const states: Readonly<Record<ImportRow["state"], string>> = {
  waiting: "Waiting",
  running: "At work",
  done: "Done",
  failed: "Failed",
  interrupted: "Interrupted",
};

/** The label of an import's state; a running one includes its progress. */
export function stateLabel({ state, bytes, bytes_read }: Pick<ImportRow, "state" | "bytes" | "bytes_read">): string {
  return state === "running" ? `${states.running}, ${percentOf(bytes_read, bytes)}%` : states[state];
}

/** 0 to 100, never 100 before all of it is there. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((part / whole) * 100));
}

/** What became, or would become, of the rows of a file, in a sentence. */
export function resultMessage(row: Pick<ImportRow, "dry_run" | "rows" | "stored" | "duplicate" | "rejected">): string {
  const { dry_run, rows, stored, duplicate, rejected } = row;
  if (rows === 0) return "There is no row in it.";
  const verb = (count: number) => (dry_run ? (count === 1 ? "is" : "are") : count === 1 ? "was" : "were");
  const taken = dry_run ? "can be taken" : `${verb(stored)} stored`;
  const there = duplicate ? `, ${formatNumber(duplicate)} ${verb(duplicate)} there already` : "";
  const not = rejected === 0 ? `none ${verb(1)} rejected` : `${formatNumber(rejected)} ${verb(rejected)} rejected`;
  return `Of ${formatCount(rows, "row")} ${formatNumber(stored)} ${taken}${there}, ${not}.`;
}

/** How fields of the form are called that the server's sentences name as options of its call. */
const fieldNames: readonly (readonly [option: RegExp, field: string])[] = [
  [
    /\bwith unit, or map register_own_unit=COLUMN\b/g,
    "under “Unit of the figures”, or that the figure is the register in the unit each meter has in the inventory",
  ],
  [/\bsay another date_format\b/g, "choose another under “Dates are written”"],
  [/\buse date_format (\S+?)(?=\.?$|[\s,;])/g, "choose $1 under “Dates are written”"],
  [/\bUse date_format (\S+?)(?=\.?$|[\s,;])/g, "Choose $1 under “Dates are written”"],
  [/\bSay which part is the month: date_format\b/g, "Choose under “Dates are written”:"],
  [
    /\bor create units for them with create_units\b/g,
    "or tick “Make a unit for each meter that is not known” among the further choices",
  ],
  [
    /\bname both with map: date=COLUMN,time=COLUMN\b/g,
    "choose it as “Date” and this one as “Time of day”, or the other way round",
  ],
  [/\bname it as gallons=COLUMN in map\b/g, "choose under “The figure is” that it is the volume of the hour"],
  [/\bwith date_format\b/g, "under “Dates are written”:"],
  [/\b([Ss])ay interval in minutes, or day, week or month\b/g, "$1ay it under “Each figure is for”"],
  [/\bSay another interval\b/g, "Choose another under “Each figure is for”"],
  [/\bwith interval 1\b/g, "with 1 minute under “Each figure is for”"],
  [/\bwith interval (\d+)\b/g, "with $1 minutes under “Each figure is for”"],
  [/\bwith interval (\S+?)(?=\.?$|[\s,;])/g, "with $1 under “Each figure is for”"],
  [/\binterval_end takes them so\b/g, "“Each time is” takes them so"],
  [/\binterval says otherwise\b/g, "choose another under “Each figure is for”"],
  [/\bname it with map minutes=COLUMN\b/g, "give the columns the names serial, started_at, minutes and gallons"],
  [/\bsay decimal_comma\b/g, "tick “Commas are decimal signs”"],
  [/\bSay decimal_comma\b/g, "Tick “Commas are decimal signs”"],
];

/** A sentence of the server with the options of its call as the form calls them. */
export function withFieldNames(sentence: string): string {
  return fieldNames.reduce((text, [option, field]) => text.replaceAll(option, field), sentence);
}

const optionNames: Readonly<Record<keyof ImportDetails["options"], string>> = {
  format: "Format",
  map: "Columns",
  kind: "Holds",
  unit: "Unit",
  gallons_per_pulse: "Gallons per pulse",
  count: "Smallest step",
  time_zone: "Time zone",
  delimiter: "Between columns",
  date_format: "Dates",
  interval: "Each figure is for",
  interval_end: "Times are ends of intervals",
  decimal_comma: "Decimal commas",
  serial: "Serial number of all rows",
  create_units: "Units made for unknown meters",
};

/** The options of an import, as names with values; empty if the file's headers were enough. */
export function optionFacts(options: ImportDetails["options"]): { name: string; value: string }[] {
  return Object.entries(optionNames).flatMap(([option, name]) => {
    const value = Object.entries(options).find(([key]) => key === option)?.[1];
    if (value === undefined || value === false) return [];
    return [{ name, value: value === true ? "yes" : String(value).replaceAll(/,(?=\w+=)/g, ", ") }];
  });
}
