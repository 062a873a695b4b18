import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { hourAtProperty } from "../../property/leak-detail/view/property-time.ts";

const DAY = 86_400_000;
/** Days shown after the one on which it was seen. */
const AFTER = 6;

/**
 * The local days to show of a leak: from its start to some days after it was seen, none of them to come. Files may be of
 * years ago, which no usual period reaches.
 * @param now milliseconds
 */
export function leakDays(leak: NonNullable<PropertySetup["first_leak"]>, zone: string, now: number) {
  const dayOf = (instant: string | number) => hourAtProperty(instant, zone).date;
  const last = Math.min(now, Date.parse(leak.opened_at) + AFTER * DAY);
  return { start_date: dayOf(leak.started_at), end_date: dayOf(last) };
}
