import { isLikelyYear } from "../../contract/call/fields.ts";
import type { Sentence } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { dayNumber, dayText } from "../time/local-day.ts";

/** A source's cells of a unit, as text; empty or missing: not given. */
export interface OccupancyCells {
  property?: string | null | undefined;
  building?: string | null | undefined;
  unit: string;
  status: string;
  move_in?: string | null | undefined;
  move_out?: string | null | undefined;
  as_of?: string | null | undefined;
}

/** The same understood. Days are `yyyy-MM-dd`. */
export interface ParsedOccupancy {
  /** null: the source names none. */
  building: string | null;
  unit: string;
  status: "occupied" | "vacant";
  moveIn: string | null;
  moveOut: string | null;
  asOf: string;
}

export interface Rejected {
  code: string;
  /** What is wrong and what to do. */
  reason: Sentence;
}

/** The terms of rent rolls. A tenant who has given notice still lives there. */
const OCCUPIED = /^(occupied|current|notice|on notice|ntv|eviction|leased - occupied|resident)\b/i;
const VACANT = /^(vacant|unoccupied|empty|down|model|offline unit)\b/i;

export const trimCell = (cell: string | null | undefined): string => (cell ?? "").trim();

/**
 * Parses a source's row of one unit.
 * @param today the property's local day
 */
export function readOccupancyRow(
  cells: OccupancyCells,
  property: { name: string; id: number },
  asOf: string,
  today: string,
): ParsedOccupancy | Rejected {
  const named = trimCell(cells.property);
  if (named !== "" && named.toLowerCase() !== property.name.toLowerCase() && named !== String(property.id)) {
    return {
      code: "other_property",
      reason: text`The row is about "${named}", not ${property.name}. Send it for that property.`,
    };
  }
  const unit = trimCell(cells.unit);
  if (unit === "") return { code: "missing_value", reason: text`unit is empty. Fill it in.` };
  const status = statusOf(trimCell(cells.status));
  if (status === null) {
    return {
      code: "status",
      reason: text`status is "${trimCell(cells.status)}". Write occupied or vacant.`,
    };
  }
  const days = new Map<string, string | null>();
  for (const [name, cell] of [
    ["move_in", trimCell(cells.move_in)],
    ["move_out", trimCell(cells.move_out)],
    ["as_of", trimCell(cells.as_of)],
  ] as const) {
    const day = cell === "" ? null : dayOf(cell);
    if (day === undefined)
      return { code: "date", reason: text`${name} is "${cell}". Write a day such as 2026-01-31 or 1/31/2026.` };
    days.set(name, day);
  }
  const asOfDay = days.get("as_of") ?? asOf;
  if (asOfDay > today)
    return {
      code: "future",
      reason: text`as_of is ${asOfDay}, which is in the future. Enter the day to which the row applies.`,
    };
  const building = trimCell(cells.building);
  return {
    building: building === "" ? null : building,
    unit,
    status,
    moveIn: days.get("move_in") ?? null,
    moveOut: days.get("move_out") ?? null,
    asOf: asOfDay,
  };
}

function statusOf(written: string): "occupied" | "vacant" | null {
  if (OCCUPIED.test(written)) return "occupied";
  return VACANT.test(written) ? "vacant" : null;
}

/** `yyyy-MM-dd` of a day written so or as month/day/year; undefined for no day. */
export function dayOf(written: string): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written);
  const [year, month, day] =
    american === null ? written.split("-") : [american[3] ?? "", american[1] ?? "", american[2] ?? ""];
  const iso = `${year ?? ""}-${(month ?? "").padStart(2, "0")}-${(day ?? "").padStart(2, "0")}`;
  if (!/^\d{4}-\d\d-\d\d$/.test(iso) || Number.isNaN(Date.parse(`${iso}T00:00:00Z`))) return undefined;
  if (!isLikelyYear(iso)) return undefined;
  // February 30 would be read as a day of March.
  return dayText(dayNumber(iso)) === iso ? iso : undefined;
}
