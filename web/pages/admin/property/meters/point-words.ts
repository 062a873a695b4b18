import type { PointRow } from "../../../../../contract/places.ts";

/** Where a meter is installed, without its building. */
type Seat = Pick<PointRow, "attached_to" | "label" | "unit_name" | "building_name">;

/** "Toilet", "Toilet, upstairs". */
export function kindWords({ attached_to, label }: Pick<Seat, "attached_to" | "label">): string {
  return label === "" ? attached_to : `${attached_to}, ${label}`;
}

/** "North, unit 101, Toilet". */
export function seatWords(seat: Seat): string {
  const unit = seat.unit_name === null ? [] : [`unit ${seat.unit_name}`];
  return [seat.building_name, ...unit, kindWords(seat)].join(", ");
}

/** What a meter sends: "Gallons by the hour", "Register in litres". */
export function registerWords(unit: string | null): string {
  if (unit === null) return "Gallons by the hour";
  const plural: Readonly<Record<string, string>> = { "cubic foot": "cubic feet" };
  return `Register in ${plural[unit] ?? `${unit}s`}`;
}

const wholeBuilding: ReadonlySet<string> = new Set(["Building", "Irrigation"]);

/** Whether a point of this kind belongs to no unit. */
export function isOfBuilding(kind: string): boolean {
  return wholeBuilding.has(kind);
}
