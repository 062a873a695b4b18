import { hiddenIn } from "../../../contract/call/fields.ts";
import type { InventoryColumn } from "../../../contract/inventory/inventory-import.ts";
import { ALWAYS } from "../../../contract/inventory/places.ts";
import { text } from "../../problem/text.ts";
import { type AttachedTo, attachedTo } from "../../readings/meter-day.ts";
import { dayText, isTimeZone } from "../../time/local-day.ts";
import { quoted, wholeNumberOrNull } from "../cells/numbers.ts";
import { RowRejected } from "../rejections.ts";
import { dayIn, writtenDate } from "../times/written-date.ts";
import { type RegisterCells, readRegisterCells } from "./register-cells.ts";

/** One meter and where it is installed. null: not in the file; the stored value stays. */
export interface InventoryRow extends RegisterCells {
  /** Line in the file. */
  row: number;
  property: string;
  building: string;
  /** null: the point is a building's or irrigation. */
  unit: string | null;
  /** 0 is a studio. */
  bedrooms: number | null;
  point: AttachedTo;
  /** Distinguishes points of the same kind in a unit. */
  label: string | null;
  serial: string;
  gateway: string | null;
  timeZone: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  /** Whether water runs all the time behind it as a matter of course: recirculation, an ice machine. */
  continuousUseExpected: boolean | null;
  /** Its first local day at the place, `yyyy-MM-dd`, or that it has been there all along. */
  inServiceSince: string | typeof ALWAYS | null;
}

const LONGEST = 200;

/** Parses one row of an inventory. @throws RowRejected with a message that states what to do. */
export function readInventoryRow(row: number, cell: (column: InventoryColumn) => string): InventoryRow {
  const cellOf = (column: InventoryColumn) => {
    const value = cell(column).trim();
    if (value.length > LONGEST)
      throw new RowRejected("too_long", text`${column} is longer than ${LONGEST} characters. Shorten it.`, column);
    const hidden = hiddenIn(value);
    if (hidden !== null) throw new RowRejected("hidden_character", text`${column}: ${hidden}`, column);
    return value === "" ? null : value;
  };
  const needed = (column: InventoryColumn) => {
    const value = cellOf(column);
    if (value === null) throw new RowRejected("missing_value", text`${column} is empty. Fill it in.`, column);
    return value;
  };
  const point = pointOf(needed("point"));
  const unit = cellOf("unit");
  const wholeBuilding = point === "Building" || point === "Irrigation";
  if (wholeBuilding && unit !== null) {
    throw new RowRejected(
      "unit_not_wanted",
      text`a ${point} meter belongs to no unit. Leave the unit empty, or correct the point.`,
      "unit",
    );
  }
  if (!wholeBuilding && unit === null)
    throw new RowRejected(
      "missing_value",
      text`unit is empty, but a ${point} meter is installed in one. Fill it in.`,
      "unit",
    );
  const bedrooms = /^(e?studio)$/i.test(cell("bedrooms").trim()) ? 0 : wholeNumberOrNull(cell("bedrooms"), "bedrooms");
  if (bedrooms !== null && bedrooms > 20)
    throw new RowRejected("bedrooms", text`bedrooms is ${bedrooms}; a unit has 0 (a studio) to 20.`, "bedrooms");
  const timeZone = cellOf("time_zone");
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new RowRejected(
      "time_zone",
      text`time_zone is ${quoted(timeZone)}. Write a name like America/Chicago.`,
      "time_zone",
    );
  }
  return {
    row,
    property: needed("property"),
    building: needed("building"),
    unit,
    bedrooms,
    point,
    label: cellOf("label"),
    serial: needed("serial"),
    gateway: cellOf("gateway"),
    timeZone,
    street: cellOf("street"),
    city: cellOf("city"),
    state: cellOf("state"),
    zip: cellOf("zip"),
    continuousUseExpected: yesOrNo(cellOf("continuous_use_expected")),
    inServiceSince: sinceOf(cellOf("in_service_since")),
    ...readRegisterCells(cell),
  };
}

/** What Spanish files call the points. */
const spanishPoints = new Map<string, AttachedTo>([
  ["inodoro", "Toilet"],
  ["calentador de agua", "Water Heater"],
  ["edificio", "Building"],
  ["riego", "Irrigation"],
]);

function pointOf(cell: string): AttachedTo {
  const name = cell.toLowerCase();
  const point = attachedTo.find((known) => known.toLowerCase() === name) ?? spanishPoints.get(name);
  if (point !== undefined) return point;
  throw new RowRejected("point", text`point is ${quoted(cell)}. Write one of: ${attachedTo.join(", ")}.`, "point");
}

function yesOrNo(cell: string | null): boolean | null {
  if (cell === null) return null;
  if (/^(yes|y|sí|si|true|1)$/i.test(cell)) return true;
  if (/^(no|n|false|0)$/i.test(cell)) return false;
  throw new RowRejected(
    "continuous_use_expected",
    text`continuous_use_expected is ${quoted(cell)}. Write yes or no, or leave it empty.`,
    "continuous_use_expected",
  );
}

function sinceOf(cell: string | null): string | null {
  if (cell === null) return null;
  if (/^(always|siempre)$/i.test(cell)) return ALWAYS;
  const written = writtenDate(cell);
  const day =
    written === null || written.rest.trim() !== "" || written.writing === "slashed"
      ? null
      : dayIn("month first", written, false);
  if (day !== null) return dayText(day);
  throw new RowRejected(
    "in_service_since",
    text`in_service_since is ${quoted(cell)}. Write the meter's first day there, as 2026-01-31, or "always", or leave it empty.`,
    "in_service_since",
  );
}
