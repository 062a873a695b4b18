import { z } from "zod";
import {
  gallonsIn,
  type Measure,
  type Money,
  measureSigns,
  measureTitles,
  moneyTitle,
  moreDecimals,
} from "../display/measures.ts";
import {
  alertNames,
  attachedToNames,
  caseFlowNames,
  caseStateNames,
  deviceStatusNames,
  deviceTypeNames,
  HYBRID_LEAK,
  leakTypeNames,
  occupancyNames,
  performanceNames,
  ruleNames,
} from "../labels/labels.ts";
import { digitsOf, signOfMeasure, titleOf } from "./file-titles.ts";

/** What a cell holds: how a spreadsheet types it. Instants are written in UTC there. */
export type CellKind = "number" | "day" | "instant" | "yes or no" | "text";

/** A column of an exported table. */
export interface Column {
  /** Where a row has its value, by the names of the contract. */
  path: readonly string[];
  kind: CellKind;
  header: string;
  /** As the contract has it, such as gallons; null: a count, or no number. */
  measure: string | null;
  /** Multiplies the values of the contract: 1, or less or more where volumes are converted from gallons. */
  factor: number;
  /** Decimals that figures are rounded to, as on screens; null: as they are. */
  digits: number | null;
  /** Writes a label of screens in the reader's language; null: values are written as the API has them. */
  translate: Translate | null;
}

/** Translates a text that is written here in English. */
export type Translate = (english: string) => string;

/** A value as a cell holds it. */
export type Cell = string | number | boolean | null;

/**
 * How a file writes a list. `screen`: headers, digits and labels of the list's screen. `fields`: field names and values
 * as in the API response.
 */
export type Headings = "screen" | "fields";

/** The paths that can be requested as columns of a file: fields, and fields of nested objects with a dot. */
export function pathsOf(row: z.ZodObject): string[] {
  return Object.entries(row.shape).flatMap(([name, field]) => {
    const inner = leavesOf(field, [name]).map(({ path }) => path.join("."));
    return inner.includes(name) ? [name] : [name, ...inner];
  });
}

/**
 * The columns of a file; an object in a row has a column for each of its fields.
 * @param list whose rows they are, such as `GET /v1/leaks`
 * @param fields those that are wanted, in the order that is wanted; left out: all of them
 * @throws Error for a name that the row has not
 */
export function columnsOf(
  list: string,
  row: z.ZodObject,
  headings: Headings = "screen",
  fields: readonly string[] = Object.keys(row.shape),
  translate: Translate = (english) => english,
): Column[] {
  const leaves = Object.entries(row.shape).flatMap(([name, field]) => leavesOf(field, [name]));
  return fields.flatMap((wanted) => {
    const found = leaves.filter(({ path }) => path.join(".") === wanted || path[0] === wanted);
    if (found.length === 0) throw new Error(`A row has no ${wanted}.`);
    return found.map((leaf) => (headings === "screen" ? onScreen(list, leaf, translate) : asAnswered(leaf)));
  });
}

interface Leaf {
  path: readonly string[];
  kind: CellKind;
  measure: string | null;
}

function leavesOf(field: z.core.$ZodType, path: readonly string[]): Leaf[] {
  const bare = bareOf(field);
  if (!(bare instanceof z.ZodObject)) return [{ path, kind: kindOf(bare), measure: measureOf(field) }];
  return Object.entries(bare.shape).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** Such as `gallons_consumed (gallons)`, or `saved.from` of an object's field. */
function asAnswered({ path, kind, measure }: Leaf): Column {
  const name = path.join(".");
  return {
    path,
    kind,
    header: measure === null ? name : `${name} (${measure})`,
    measure,
    factor: 1,
    digits: null,
    translate: null,
  };
}

/** Such as `Leak Gallons (gal)`. */
function onScreen(list: string, { path, kind, measure }: Leaf, translate: Translate): Column {
  const sign = kind === "instant" ? "UTC" : measure === null ? null : signOfMeasure(measure);
  const title = translate(titleOf(list, path));
  return {
    path,
    kind,
    header: sign === null ? title : `${title} (${sign})`,
    measure,
    factor: 1,
    digits: kind === "number" && !/(^|_)id$/.test(path.join(".")) ? digitsOf(list, path, measure) : null,
    translate,
  };
}

/** The value of a row in a column. Lists are written with semicolons between their items. */
export function cellOf(row: unknown, column: Column): Cell {
  const value = column.path.reduce<unknown>((whole, name) => fields.parse(whole)?.[name] ?? null, row);
  if (typeof value === "number") return figureOf(value, column);
  if (typeof value === "boolean") return column.translate === null ? value : column.translate(value ? "Yes" : "No");
  if (typeof value === "string") return toLabel(column, value);
  if (value === null) return null;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const items = value.map((item) => (typeof item === "object" ? JSON.stringify(item) : String(item)));
  return items.map((item) => toLabel(column, item)).join("; ");
}

const fields = z.record(z.string(), z.unknown()).nullable();

/** A volume above zero is never rounded to zero. */
function figureOf(value: number, { digits, factor, measure }: Column): number {
  const figure = value * factor;
  if (digits === null) return factor === 1 ? value : Number(figure.toFixed(9));
  const shown = Number(figure.toFixed(digits)) + 0;
  return shown === 0 && measure === "gallons" ? Number(figure.toFixed(digits < 3 ? 3 : 6)) + 0 : shown;
}

/**
 * Converts the volumes of columns to a measure, and names the measure and the currency in the headers.
 * @param columns with volumes in gallons @param money how amounts are written
 */
export function shownIn(columns: readonly Column[], measure: Measure, money: Money): Column[] {
  return columns.map((column) => {
    if (column.measure === "dollars") {
      const digits = column.digits === null ? null : Math.min(column.digits, money.digits);
      return { ...column, digits, header: column.header.replace(/\(\$\)$/, () => `(${moneyTitle(money)})`) };
    }
    if (measure === "gallon" || !/^gallons\b/.test(column.measure ?? "")) return column;
    return {
      ...column,
      factor: 1 / gallonsIn(measure),
      digits: column.digits === null ? null : Math.min(3, column.digits + moreDecimals[measure]),
      header: column.header
        .replace(column.translate?.("Gallons") ?? "Gallons", column.translate?.(measureTitles[measure]) ?? "")
        .replace(/\((gal|gallons)\b/, `(${measureSigns[measure]}`),
    };
  });
}

/** A cell as text: figures with the decimals of their column. */
export function textOf(cell: Exclude<Cell, null>, { digits }: Pick<Column, "digits">): string {
  if (typeof cell !== "number" || digits === null) return String(cell);
  const fixed = cell.toFixed(digits);
  return Number(fixed) === cell ? fixed : String(cell);
}

/** The format of a spreadsheet's numbers: separated thousands, the decimals of the column, and all of less than these show. */
export function numberFormat({ digits, measure }: Pick<Column, "digits" | "measure">): string | undefined {
  if (digits === null) return undefined;
  const format = digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`;
  return measure === "gallons" ? `[<${0.5 / 10 ** digits}]General;${format}` : format;
}

/** Characters that a column of a spreadsheet is wide. */
export function widthOf({ header, kind, path }: Pick<Column, "header" | "kind" | "path">): number {
  const least = { number: 10, day: 12, instant: 21, "yes or no": 8, text: path[0] === "text" ? 60 : 24 }[kind];
  return Math.max(least, header.length + 2);
}

/** The totals row below the rows of a file, with a label in its first cell unless that is a figure. */
export interface Totals {
  label: string;
  /** By the names of fields, with a dot in objects. */
  values: Readonly<Record<string, number | null>>;
}

/** The cells of the totals; null where the file has none of their columns. */
export function totalCells(columns: readonly Column[], { label, values }: Totals): Cell[] | null {
  const cells = columns.map((column): Cell => {
    const value = values[column.path.join(".")] ?? null;
    return value === null ? null : figureOf(value, column);
  });
  if (cells.every((cell) => cell === null)) return null;
  return [cells[0] ?? label, ...cells.slice(1)];
}

/** What screens call the values of fields. */
export const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  attached_to: attachedToNames,
  case_state: caseStateNames,
  confidence: { high: "very likely a leak", medium: "likely a leak", low: "perhaps a leak" },
  leak_status: {
    "No Leak": "No Leak",
    "Toilet Leak": "Toilet Leak",
    "Other Leak": "Other Leak",
    "Water Heater Leak": "Water Heater Leak",
    "Catch-Up": "Catch-Up",
    "No Data": "No Data",
  },
  device_type: deviceTypeNames,
  explained_by_type: deviceTypeNames,
  flow: caseFlowNames,
  health: { healthy: "Healthy", warning: "Warning", critical: "Critical" },
  kind: alertNames,
  leak_type: leakTypeNames,
  occupancy: occupancyNames,
  performance: performanceNames,
  // Of cases; the states of properties are no such names.
  state: caseStateNames,
  rules: ruleNames,
  ranking: { green: "Green", yellow: "Yellow", red: "Red" },
  status: deviceStatusNames,
};

function toLabel({ path, kind, translate }: Column, value: string): string {
  if (translate === null) return value;
  if (kind === "instant") return new Date(value).toISOString();
  const name = path.join(".");
  // Names of days, weeks and months of charts.
  if (name === "label") return translate(value);
  const known = valueLabels[name];
  const key = name === "rules" ? value.replaceAll(/[_-]/g, " ") : value;
  const found = known !== undefined && Object.hasOwn(known, key) ? known[key] : undefined;
  const label = found ?? (name === "leak_type" ? HYBRID_LEAK : undefined);
  return label === undefined ? value : translate(label);
}

function bareOf(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional ? bareOf(field.unwrap()) : field;
}

function kindOf(bare: z.core.$ZodType): CellKind {
  if (bare instanceof z.ZodNumber) return "number";
  if (bare instanceof z.ZodBoolean) return "yes or no";
  if (bare instanceof z.ZodISODate) return "day";
  if (bare instanceof z.ZodISODateTime) return "instant";
  return "text";
}

function measureOf(field: z.core.$ZodType): string | null {
  const measure = z.globalRegistry.get(field)?.["x-unit"];
  if (typeof measure === "string") return measure;
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional ? measureOf(field.unwrap()) : null;
}
