import { z } from "zod";

/** What a cell holds: how a spreadsheet types it. Instants are written in UTC there. */
export type CellKind = "number" | "day" | "instant" | "yes or no" | "text";

/** A column of an exported table. */
export interface Column {
  /** Where a row has its value, by the names of the contract. */
  path: readonly string[];
  kind: CellKind;
  /** As the contract says, such as gallons; null: a count, or no number. */
  unit: string | null;
}

/** A value as a cell holds it. */
export type Cell = string | number | boolean | null;

/**
 * The columns of a row of the contract; an object in it has a column for each of its fields.
 * @param fields names of those that are wanted, in the order that is wanted; left out: all of them
 * @throws Error for a name that the row has not
 */
export function columnsOf(row: z.ZodObject, fields: readonly string[] = Object.keys(row.shape)): Column[] {
  return fields.flatMap((name) => columnsOfField(row.shape[name], [name]));
}

function columnsOfField(field: z.core.$ZodType | undefined, path: readonly string[]): Column[] {
  if (field === undefined) throw new Error(`A row has no ${path.join(".")}.`);
  const bare = bareOf(field);
  if (!(bare instanceof z.ZodObject)) return [{ path, kind: kindOf(bare), unit: unitOf(field) }];
  return Object.entries(bare.shape).flatMap(([name, inner]) => columnsOfField(inner, [...path, name]));
}

/** Such as `gallons_consumed (gallons)`, or `saved.from` of an object's field. */
export function headerOf({ path, unit }: Column): string {
  return unit === null ? path.join(".") : `${path.join(".")} (${unit})`;
}

/** The value of a row in a column. Lists are written with semicolons between their items. */
export function cellOf(row: unknown, { path }: Column): Cell {
  const value = path.reduce<unknown>((whole, name) => fields.parse(whole)?.[name] ?? null, row);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value === null) return null;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map((item) => (typeof item === "object" ? JSON.stringify(item) : String(item))).join("; ");
}

const fields = z.record(z.string(), z.unknown()).nullable();

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

function unitOf(field: z.core.$ZodType): string | null {
  const unit = z.globalRegistry.get(field)?.["x-unit"];
  if (typeof unit === "string") return unit;
  return field instanceof z.ZodNullable || field instanceof z.ZodOptional ? unitOf(field.unwrap()) : null;
}
