import type { DeviceRow } from "../../../../contract/inventory/devices.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { addDays } from "../../../app/report/search/calendar.ts";
import { rangeUpTo } from "../../../app/report/search/period-search.ts";
import type { Period } from "../../../components/period/period.ts";
import { hourAtProperty } from "../leak-detail/view/property-time.ts";
import type { DeviceArea } from "./gateway-search-fields.ts";

/** Days that a meter's page shows. */
const DAYS = 7;

/**
 * The link to a meter's hours: over the days up to its last reading, or up to the date of the screen.
 * @param lastDay the day of its last reading, or of its last flow, yyyy-MM-dd; null: none
 * @param from the area whose screen shows the meter
 * @param date of the screen; "now" or left out: now
 */
export function meterTarget(
  from: DeviceArea,
  row: Pick<DeviceRow, "property_id" | "meter_serial_number">,
  lastDay: string | null,
  date: string | undefined,
  today: string,
) {
  const asOf = date === undefined || date === "now" ? today : date;
  const isRecent = lastDay === null || lastDay >= addDays(asOf, -2);
  return leakTarget(
    from === "portfolio" ? "property" : "history",
    row,
    isRecent ? daysUpTo(asOf, today) : rangeUpTo(lastDay, DAYS),
  );
}

function daysUpTo(asOf: string, today: string): Period {
  return asOf === today ? { period: "last-7-days" } : rangeUpTo(asOf, DAYS);
}

/** A device among others. */
export function deviceKey(row: Pick<DeviceRow, "property_id" | "device_type" | "meter_serial_number">): string {
  return `${row.property_id} ${row.device_type} ${row.meter_serial_number}`;
}

/** The local day of the property on which a device was last seen; null: never, or its time zone is not known yet. */
export function lastSeenDay(row: DeviceRow, zoneOf: (property: number) => string | undefined): string | null {
  const zone = zoneOf(row.property_id);
  return row.last_seen_at === null || zone === undefined ? null : hourAtProperty(row.last_seen_at, zone).date;
}
