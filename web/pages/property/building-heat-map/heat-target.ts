import { linkOptions } from "@tanstack/react-router";
import type { Period } from "../../../components/period/period.ts";

interface Place {
  property_id: number;
  building_id: number;
  unit_id: number;
}

/** Where a unit's details are. */
export function unitDaysTarget(place: Place, period: Period) {
  return linkOptions({ to: "/history", search: { ...period, ...ofUnit(place) } });
}

/** A unit's leaks on its property's page, for who may not open History. */
export function unitLeaksTarget(place: Place, period: Period) {
  const params = { property_id: String(place.property_id) };
  const { property_id: _, ...unit } = ofUnit(place);
  return linkOptions({ to: "/properties/$property_id", params, search: { ...period, ...unit } });
}

function ofUnit({ property_id, building_id, unit_id }: Place) {
  return { property_id: [property_id], building_id: [building_id], unit_id: [unit_id] };
}

/** A single day as a period. */
export function dayPeriod(date: string): Period {
  return { period: "custom-date-range", start_date: date, end_date: date };
}
