import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import type { SeriesColor } from "../../../theme/series.ts";

/** The series colour of a kind of leak, that of its badge; a leak of no kind yet has that of Other Leak. */
export function leakColour(type: string | null): SeriesColor {
  return type === null ? "other_leak" : leakTypeLook(type).color;
}
