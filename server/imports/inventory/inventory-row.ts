import { isTimeZone } from "../../metering/local-day.ts";
import { type AttachedTo, attachedTo } from "../../metering/meter-day.ts";
import { numberOrNull, quoted, wholeNumberOrNull } from "../numbers.ts";
import { RowRefused } from "../refusals.ts";
import { type VolumeUnit, volumeUnitOf } from "../register-units.ts";

export const inventoryColumns = [
  "property",
  "building",
  "unit",
  "bedrooms",
  "point",
  "label",
  "serial",
  "gateway",
  "time_zone",
  "street",
  "city",
  "state",
  "zip",
  "register_unit",
  "register_count",
] as const;
export type InventoryColumn = (typeof inventoryColumns)[number];

/** One meter and where it sits. null: the file does not say, and what is known stays. */
export interface InventoryRow {
  /** Line in the file. */
  row: number;
  property: string;
  building: string;
  /** null: the point is a building's or irrigation. */
  unit: string | null;
  /** 0 is a studio. */
  bedrooms: number | null;
  point: AttachedTo;
  /** Tells points of the same kind in a unit apart. */
  label: string | null;
  serial: string;
  gateway: string | null;
  timeZone: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  /** The unit of a cumulative register; a new meter without one reports hours in gallons. */
  registerUnit: VolumeUnit | null;
  /** The smallest step of the register in that unit. */
  registerCount: number | null;
}

const LONGEST = 200;

/** Reads one row of an inventory. @throws RowRefused with a sentence that says what to do. */
export function readInventoryRow(row: number, cell: (column: InventoryColumn) => string): InventoryRow {
  const text = (column: InventoryColumn) => {
    const value = cell(column).trim();
    if (value.length > LONGEST)
      throw new RowRefused("too_long", `${column} is longer than ${LONGEST} characters. Shorten it.`);
    return value === "" ? null : value;
  };
  const needed = (column: InventoryColumn) => {
    const value = text(column);
    if (value === null) throw new RowRefused("missing_value", `${column} is empty. Fill it in.`);
    return value;
  };
  const point = pointOf(needed("point"));
  const unit = text("unit");
  const wholeBuilding = point === "Building" || point === "Irrigation";
  if (wholeBuilding && unit !== null) {
    throw new RowRefused(
      "unit_not_wanted",
      `a ${point} meter belongs to no unit. Leave the unit empty, or correct the point.`,
    );
  }
  if (!wholeBuilding && unit === null)
    throw new RowRefused("missing_value", `unit is empty, but a ${point} meter sits in one. Fill it in.`);
  const bedrooms = wholeNumberOrNull(cell("bedrooms"), "bedrooms");
  if (bedrooms !== null && bedrooms > 20)
    throw new RowRefused("bedrooms", `bedrooms is ${bedrooms}; a unit has 0 (a studio) to 20.`);
  const timeZone = text("time_zone");
  if (timeZone !== null && !isTimeZone(timeZone)) {
    throw new RowRefused("time_zone", `time_zone is ${quoted(timeZone)}. Write a name like America/Chicago.`);
  }
  const registerUnit = registerUnitOf(text("register_unit"));
  const registerCount = numberOrNull(cell("register_count"), "register_count");
  if (registerCount !== null && (registerCount < 0 || registerCount > 10_000)) {
    throw new RowRefused(
      "register_count",
      `register_count is ${registerCount}; write the smallest step of the register, as 0.1, or leave it empty.`,
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
    registerUnit,
    registerCount,
  };
}

function pointOf(text: string): AttachedTo {
  const point = attachedTo.find((known) => known.toLowerCase() === text.toLowerCase());
  if (point !== undefined) return point;
  throw new RowRefused("point", `point is ${quoted(text)}. Write one of: ${attachedTo.join(", ")}.`);
}

function registerUnitOf(text: string | null): VolumeUnit | null {
  if (text === null) return null;
  const unit = volumeUnitOf(text);
  if (unit !== null) return unit;
  throw new RowRefused(
    "register_unit",
    `register_unit is ${quoted(text)}. Write gallon, litre or cubic foot, or leave it empty for a meter that reports hours.`,
  );
}
