import type { ImportOptions } from "../../contract/readings/imports.ts";
import type { LayoutWish } from "../imports/layout/layout.ts";
import { layoutWishOf } from "../imports/layout/layout-options.ts";

/** How a file is to be read, from the request's fields. @throws InvalidOption with what to enter instead */
export function layoutWishFor(options: ImportOptions): LayoutWish {
  const { format, map, kind, unit, count, serial, delimiter, time_zone: timeZone, date_format: dateFormat } = options;
  const { decimal_comma: decimalComma, gallons_per_pulse: perPulse, interval, interval_end: intervalEnd } = options;
  const step = count === undefined ? undefined : String(count);
  const gallonsPerPulse = perPulse === undefined ? undefined : String(perPulse);
  const units = { unit, gallonsPerPulse, count: step };
  const written = { delimiter, timeZone, dateFormat, decimalComma, interval, intervalEnd };
  return layoutWishOf({ format, map, kind, ...units, serial, ...written });
}
