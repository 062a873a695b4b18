import type { ReactNode } from "react";
import type { SeriesColor } from "../../theme/series.ts";

export interface LeakSharePart {
  color: SeriesColor;
  name: string;
  /** Gallons or dollars; null is not measured and takes no room. */
  value: number | null;
  /** The value in words, for the legend: "1,204 gal". */
  text: string;
}

/** One bar split by kind of water, with its legend. */
export function LeakShareBar(_props: { label: string; parts: readonly LeakSharePart[]; legend?: boolean }): ReactNode {
  return null;
}
