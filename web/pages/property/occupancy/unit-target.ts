import { linkOptions } from "@tanstack/react-router";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import type { Period } from "../../../components/period/period.ts";

/** Where a unit's details are, over the same days. */
export function unitTarget(row: OccupancyRow, period: Period) {
  const places = { property_id: [row.property_id], building_id: [row.building_id], unit_id: [row.unit_id] };
  return linkOptions({ to: "/history", search: { ...period, ...places } });
}
