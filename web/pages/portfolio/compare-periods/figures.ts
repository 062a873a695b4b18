import { t } from "@lingui/core/macro";
import { cost } from "../../../app/report/text.ts";
import { formatGallonsUnit, formatNumber, formatPercent, plain, plainGallons } from "../../../components/format.ts";
import { Gallons } from "../../../language/measure.ts";
import type { SeriesColor } from "../../../theme/series.ts";

export const figureIds = [
  "leak_cost",
  "gallons_leaked",
  "leak_percentage",
  "gallons_consumed",
  "units_with_leakage",
  "gallons_per_bedroom",
  "devices_reporting",
] as const;
export type FigureId = (typeof figureIds)[number];

/** What is known of a figure that periods are compared by. */
export interface CompareFigure {
  id: FigureId;
  name: string;
  /** The formatted value with its unit of measure. Null, not measured, is a dash. */
  format: (value: number | null) => string;
  /** The same as files hold it. */
  text: (value: number | null) => string;
  /** Sums grow with the days, so that periods of other lengths are compared by the day; shares and means do not; counts of units cannot be. */
  kind: "sum" | "share" | "mean" | "count";
  /** Header and colour of its line by day; null: the calls have it for whole periods only. */
  daily: { color: SeriesColor; unit: "dollars" | "gallons" | "percent" } | null;
  /** What the figure is, if its name is not enough. */
  about: string;
}

export const compareFigures: Readonly<Record<FigureId, CompareFigure>> = {
  leak_cost: {
    id: "leak_cost",
    name: t`Leak cost`,
    format: cost,
    text: plain,
    kind: "sum",
    daily: { color: "other_leak", unit: "dollars" },
    about: t`What leaked, at the price of each day.`,
  },
  gallons_leaked: {
    id: "gallons_leaked",
    name: t`${Gallons} leaked`,
    format: formatGallonsUnit,
    text: plainGallons,
    kind: "sum",
    daily: { color: "other_leak", unit: "gallons" },
    about: t`What leaked in units.`,
  },
  leak_percentage: {
    id: "leak_percentage",
    name: t`% of leaks`,
    format: formatPercent,
    text: plain,
    kind: "share",
    daily: { color: "percent_of_leaks", unit: "percent" },
    about: t`How much of the water of the same units and days leaked.`,
  },
  gallons_consumed: {
    id: "gallons_consumed",
    name: t`${Gallons} used`,
    format: formatGallonsUnit,
    text: plainGallons,
    kind: "sum",
    daily: { color: "normal_consumption", unit: "gallons" },
    about: t`All water of units, leaks among it.`,
  },
  units_with_leakage: {
    id: "units_with_leakage",
    name: t`Units with a leak`,
    format: (value) => formatNumber(value),
    text: plain,
    kind: "count",
    daily: null,
    about: t`Units that leaked on any day of the period.`,
  },
  gallons_per_bedroom: {
    id: "gallons_per_bedroom",
    name: t`Use per bedroom and day`,
    format: (value) => formatGallonsUnit(value, 1),
    text: plainGallons,
    kind: "mean",
    daily: null,
    about: t`Of units that are measured as a whole; a studio counts as one bedroom.`,
  },
  devices_reporting: {
    id: "devices_reporting",
    name: t`Devices reporting`,
    format: formatPercent,
    text: plain,
    kind: "share",
    daily: null,
    about: t`Devices online of those ever seen, at the end of each period's last day.`,
  },
};
