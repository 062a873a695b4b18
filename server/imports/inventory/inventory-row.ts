import { hiddenIn } from "../../../contract/call/fields.ts";
import type { InventoryColumn } from "../../../contract/inventory/inventory-import.ts";
import { type AttachedTo, attachedTo } from "../../readings/meter-day.ts";
import { isTimeZone } from "../../time/local-day.ts";
import { quoted, wholeNumberOrNull } from "../cells/numbers.ts";
import { RowRejected } from "../rejections.ts";
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
}

const LONGEST = 200;

/** Parses one row of an inventory. @throws RowRejected with a message that states what to do. */
export function readInventoryRow(row: number, cell: (column: InventoryColumn) => string): InventoryRow {
  const text = (column: InventoryColumn) => {
    const value = cell(column).trim();
    if (value.length > LONGEST)
      throw new RowRejected("too_long", `${column} is longer than ${LONGEST} characters. Shorten it.`, column);
    const hidden = hiddenIn(value);
    if (hidden !== null) throw new RowRejected("hidden_character", `${column}: ${hidden}`, column);
    return value === "" ? null : value;
  };
  const needed = (column: InventoryColumn) => {
    const value = text(column);
    if (value === null) throw new RowRejected("missing_value", `${column} is empty. Fill it in.`, column);
    return value;
  };
  const point = pointOf(needed("point"));
  const unit = text("unit");
  const wholeBuilding = point === "Building" || point === "Irrigation";
  if (wholeBuilding && unit !== null) {
    throw new RowRejected(
      "unit_not_wanted",
      `a ${point} meter belongs to no unit. Leave the unit empty, or correct the point.`,
      "unit",
    );
  }
  if (!wholeBuilding && unit === null)
    throw new RowRejected(
      "missing_value",
      `unit is empty, but a ${point} meter is installed in one. Fill it in.`,
      "unit",
    );
  const bedrooms = /^studio$/i.test(cell("bedrooms").trim()) ? 0 : wholeNumberOrNull(cell("bedrooms"), "bedrooms");
  if (bedrooms !== null && bedrooms > 20)
    throw new RowRejected("bedrooms", `bedrooms is ${bedrooms}; a unit has 0 (a studio) to 20.`, "bedrooms");
  const timeZone = text("time_zone");
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new RowRejected(
      "time_zone",
      `time_zone is ${quoted(timeZone)}. Write a name like America/Chicago.`,
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
    label: text("label"),
    serial: needed("serial"),
    gateway: text("gateway"),
    timeZone,
    street: text("street"),
    city: text("city"),
    state: text("state"),
    zip: text("zip"),
    continuousUseExpected: yesOrNo(text("continuous_use_expected")),
    ...readRegisterCells(cell),
  };
}

function pointOf(text: string): AttachedTo {
  const point = attachedTo.find((known) => known.toLowerCase() === text.toLowerCase());
  if (point !== undefined) return point;
  throw new RowRejected("point", `point is ${quoted(text)}. Write one of: ${attachedTo.join(", ")}.`, "point");
}

function yesOrNo(text: string | null): boolean | null {
  if (text === null) return null;
  if (/^(yes|y|true|1)$/i.test(text)) return true;
  if (/^(no|n|false|0)$/i.test(text)) return false;
  throw new RowRejected(
    "continuous_use_expected",
    `continuous_use_expected is ${quoted(text)}. Write yes or no, or leave it empty.`,
    "continuous_use_expected",
  );
}
