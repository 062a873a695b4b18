import { linkOptions } from "@tanstack/react-router";
import type { Period } from "../../../components/period/period.ts";

/** Where a property's page is, for the same days as the list. */
export function propertyTarget(id: number, period: Period) {
  return linkOptions({ to: "/properties/$property_id", params: { property_id: String(id) }, search: { ...period } });
}
