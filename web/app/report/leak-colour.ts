import type { LeakType } from "../../../contract/reporting.ts";
import type { SeriesColor } from "../../theme/series.ts";

const colours: Readonly<Record<LeakType, SeriesColor>> = {
  "toilet leak": "toilet_leak",
  "other leak": "other_leak",
  "water heater": "water_heater_leak",
  "hybrid leak": "hybrid_leak",
};

/** The series colour of a kind of leak; a leak of no kind yet has that of Other Leak. */
export function leakColour(type: LeakType | null): SeriesColor {
  return type === null ? "other_leak" : colours[type];
}
