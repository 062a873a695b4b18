import type { MeterDayRow } from "../../../../contract/reporting/meter-volumes.ts";
import { leakDetailNames } from "../../../components/labels.ts";
import type { RowMark } from "../../../components/table/column.ts";
import type { SeriesColor } from "../../../theme/series.ts";

type LeakStatus = MeterDayRow["leak_details"];

const colours = {
  "Toilet Leak": "toilet_leak",
  "Other Leak": "other_leak",
  "Water Heater Leak": "water_heater_leak",
} as const satisfies Partial<Record<LeakStatus, SeriesColor>>;

/** The colour of a leak status; null if it is no leak. */
export function statusColour(status: LeakStatus): SeriesColor | null {
  return status === "No Leak" || status === "Catch-Up" || status === "No Data" ? null : colours[status];
}

/** Every row but one without a leak is marked; a catch-up and missing readings, which are no leak, look otherwise. */
export function statusMark({ leak_details }: { leak_details: LeakStatus }): RowMark | undefined {
  if (leak_details === "No Leak") return undefined;
  const name = leakDetailNames[leak_details];
  return statusColour(leak_details) === null ? { gap: name } : name;
}
