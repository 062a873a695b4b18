import { plural, t } from "@lingui/core/macro";
import type { ImportDetails, ImportRow } from "../../../../../contract/readings/imports.ts";
import { formatNumber } from "../../../../components/format.ts";

/** A formatted file size: "12.3 MB", "840 kB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return plural(bytes, { one: "# byte", other: "# bytes" });
  return bytes < 1_000_000 ? t`${formatNumber(bytes / 1000)} kB` : t`${formatNumber(bytes / 1_000_000, 1)} MB`;
}

const states: Readonly<Record<ImportRow["state"], string>> = {
  waiting: t`Waiting`,
  running: t`At work`,
  done: t`Done`,
  failed: t`Failed`,
  interrupted: t`Interrupted`,
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
  if (rows === 0) return t`There is no row in it.`;
  const verb = (count: number) => (dry_run ? (count === 1 ? t`is` : t`are`) : count === 1 ? t`was` : t`were`);
  const taken = dry_run ? t`can be taken` : t`${verb(stored)} stored`;
  const there = duplicate ? t`, ${formatNumber(duplicate)} ${verb(duplicate)} there already` : "";
  const not = rejected === 0 ? t`none ${verb(1)} rejected` : t`${formatNumber(rejected)} ${verb(rejected)} rejected`;
  return t`Of ${plural(rows, { one: "# row", other: "# rows" })} ${formatNumber(stored)} ${taken}${there}, ${not}.`;
}

const optionNames: Readonly<Record<keyof ImportDetails["options"], string>> = {
  format: t`Format`,
  map: t`Columns`,
  kind: t`The figure is`,
  unit: t`Unit`,
  gallons_per_pulse: t`Gallons per pulse`,
  count: t`Smallest step`,
  time_zone: t`Time zone`,
  delimiter: t`Between columns`,
  date_format: t`Dates`,
  interval: t`Each figure is for`,
  interval_end: t`Times are ends of intervals`,
  decimal_comma: t`Decimal commas`,
  serial: t`Serial number of all rows`,
  create_units: t`Units made for unknown meters`,
};

/** How fields of the form are called that the server's sentences name as options of its call. */
const fieldNames: readonly (readonly [option: RegExp, field: string])[] = [
  [
    /\bwith unit, or map register_own_unit=COLUMN\b/g,
    t`under “Unit of the figures”, or that the figure is the register in the unit each meter has in the inventory`,
  ],
  [/\bsay another date_format\b/g, t`choose another under “Dates are written”`],
  [/\buse date_format (\S+?)(?=\.?$|[\s,;])/g, t`choose $1 under “Dates are written”`],
  [/\bUse date_format (\S+?)(?=\.?$|[\s,;])/g, t`Choose $1 under “Dates are written”`],
  [/\bSay which part is the month: date_format\b/g, t`Choose under “Dates are written”:`],
  [
    /\bor create units for them with create_units\b/g,
    t`or tick “Make a unit for each meter that is not known” among the further choices`,
  ],
  [
    /\bname both with map: date=COLUMN,time=COLUMN\b/g,
    t`choose it as “Date” and this one as “Time of day”, or the other way round`,
  ],
  [/\bname it as gallons=COLUMN in map\b/g, t`choose under “The figure is” that it is the volume of the hour`],
  [/\bwith date_format\b/g, t`under “Dates are written”:`],
  [/\b([Ss])ay interval (?:in minutes, or )?day, week or month\b/g, t`$1ay it under “Each figure is for”`],
  [/\bSay another interval\b/g, t`Choose another under “Each figure is for”`],
  [/\bwith interval 1\b/g, t`with 1 minute under “Each figure is for”`],
  [/\bwith interval (\d+)\b/g, t`with $1 minutes under “Each figure is for”`],
  [/\bwith interval (\S+?)(?=\.?$|[\s,;])/g, t`with $1 under “Each figure is for”`],
  [/\binterval_end takes them so\b/g, t`“Each time is” takes them so`],
  [/\binterval says otherwise\b/g, t`choose another under “Each figure is for”`],
  [/\bname it with map minutes=COLUMN\b/g, t`give the columns the names serial, started_at, minutes and gallons`],
  [/\bsay decimal_comma\b/g, t`tick “Commas are decimal signs”`],
  [/\bSay decimal_comma\b/g, t`Tick “Commas are decimal signs”`],
];

/** The same in the server's Spanish, in which an option that no other sentence is about is "la opción" and its name. */
const spanishFieldNames: readonly (readonly [option: RegExp, field: string])[] = [
  [
    /con la opción unit, o la opción map con register_own_unit=COLUMN si cada registro está en la unidad propia de su medidor/g,
    t`under “Unit of the figures”, or that the figure is the register in the unit each meter has in the inventory`,
  ],
  [
    /o cree unidades para ellos con la opción create_units/g,
    t`or tick “Make a unit for each meter that is not known” among the further choices`,
  ],
  [
    /indique ambas con la opción map: date=COLUMN,time=COLUMN/g,
    t`choose it as “Date” and this one as “Time of day”, or the other way round`,
  ],
  [
    /indíquela como gallons=COLUMN en la opción map/g,
    t`choose under “The figure is” that it is the volume of the hour`,
  ],
  [
    /indíquela con la opción map: minutes=COLUMN/g,
    t`give the columns the names serial, started_at, minutes and gallons`,
  ],
  [/indique la opción decimal_comma/g, t`tick “Commas are decimal signs”`],
  [/la opción map(?: con|:| en)? (?:\w+=COLUMN[\w=,]*)/g, t`the columns`],
];

/** Options of the call, and the labels of their fields. */
const fieldLabels: Readonly<Record<string, string>> = {
  ...optionNames,
  create_units: t`Make a unit for each meter that is not known`,
  date_format: t`Dates are written`,
  decimal_comma: t`Commas are decimal signs`,
  delimiter: t`Between the columns`,
  interval_end: t`Each time is`,
  map: t`Name the columns myself`,
  time_zone: t`Time zone of local times`,
  unit: t`Unit of the figures`,
};

/** A sentence of the server with the options of its call as the form calls them. */
export function withFieldNames(sentence: string): string {
  const named = [...fieldNames, ...spanishFieldNames].reduce(
    (text, [option, field]) => text.replaceAll(option, field),
    sentence,
  );
  return named.replaceAll(/\b[Ll]a opción (\w+)/g, (whole, option) =>
    Object.hasOwn(fieldLabels, option) ? `“${fieldLabels[option]}”` : whole,
  );
}

/** The options of an import, as names with values; empty if the file's headers were enough. */
export function optionFacts(options: ImportDetails["options"]): { name: string; value: string }[] {
  return Object.entries(optionNames).flatMap(([option, name]) => {
    const value = Object.entries(options).find(([key]) => key === option)?.[1];
    if (value === undefined || value === false) return [];
    return [{ name, value: value === true ? t`yes` : String(value).replaceAll(/,(?=\w+=)/g, ", ") }];
  });
}
