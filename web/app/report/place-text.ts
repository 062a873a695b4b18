import type { LeakRow } from "../../../contract/reporting/reporting.ts";

type Place = Pick<LeakRow, "property_name" | "building_name" | "unit_name">;

/** A leak's place, from the whole to the part: "Maple Court | North | 204". */
export function formatPlace({ property_name, building_name, unit_name }: Place): string {
  return [property_name, building_name, unit_name].filter((part) => part !== null && part !== "").join(" | ");
}
