import { t } from "@lingui/core/macro";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { attachedToName } from "../../../../components/labels.ts";

/** Where a meter is installed, without its building. */
type PointLocation = Pick<PointRow, "attached_to" | "label" | "unit_name" | "building_name">;

/** "Toilet", "Toilet, upstairs". */
export function pointKindLabel({ attached_to, label }: Pick<PointLocation, "attached_to" | "label">): string {
  const name = attachedToName(attached_to);
  return label === "" ? name : `${name}, ${label}`;
}

/** "North, unit 101, Toilet". */
export function pointLocationLabel(point: PointLocation): string {
  const unit = point.unit_name === null ? [] : [t`unit ${point.unit_name}`];
  return [point.building_name, ...unit, pointKindLabel(point)].join(", ");
}

const registers: Readonly<Record<string, string>> = {
  gallon: t`Register in gallons`,
  litre: t`Register in liters`,
  "cubic foot": t`Register in cubic feet`,
  pulse: t`Register in pulses`,
};

/** What a meter sends: "Gallons by the hour", "Register in liters". */
export function readingTypeLabel(unit: string | null): string {
  return unit === null ? t`Gallons by the hour` : (registers[unit] ?? unit);
}

const wholeBuilding: ReadonlySet<string> = new Set([t`Building`, t`Irrigation`]);

/** Whether a point of this kind belongs to no unit. */
export function isOfBuilding(kind: string): boolean {
  return wholeBuilding.has(kind);
}
