import { linkOptions } from "@tanstack/react-router";
import type { LeakRow } from "../../../contract/reporting/reporting.ts";
import type { Period } from "../../components/period/period.ts";
import { namePeriod } from "./search/detail-search.ts";

/** The list a leak is opened from; its page stands below that list. */
export type LeakList = "property" | "history" | "top5";

type Leak = Pick<LeakRow, "meter_serial_number" | "property_id">;

/** Where a leak's page is, for the same days as the list. */
export function leakTarget(from: LeakList, leak: Leak, period: Period, onlyActive?: true) {
  const meter = leak.meter_serial_number;
  const include_active_leak = onlyActive;
  if (from === "top5") {
    const search = { ...period, meter, property_id: [leak.property_id] };
    return linkOptions({ to: "/top5-leaks-details", search });
  }
  const search = { meter, property_id: leak.property_id, include_active_leak, ...namePeriod(period) };
  if (from === "history") return linkOptions({ to: "/history/leak-detail", search });
  const params = { property_id: String(leak.property_id) };
  return linkOptions({ to: "/properties/$property_id/leak-detail", params, search });
}
