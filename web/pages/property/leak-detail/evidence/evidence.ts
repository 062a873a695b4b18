import { t } from "@lingui/core/macro";
import { moreDecimals } from "../../../../../contract/display/measures.ts";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import type { LeakType } from "../../../../../contract/reporting/reporting.ts";
import { leakColour } from "../../../../app/report/headline/leak-colour.ts";
import { fineGallonsAxis } from "../../../../components/chart/axes.ts";
import { hourPoints } from "../../../../components/chart/points.ts";
import type { ChartAxis, ChartBand, ChartGoal, ChartPoint, ChartSeries } from "../../../../components/chart/series.ts";
import { formatNumber } from "../../../../components/format.ts";
import { locale } from "../../../../language/language.ts";
import { Gallons, gal, inMeasure, measure } from "../../../../language/measure.ts";
import { hourAtProperty } from "../view/property-time.ts";

/** An hour that a rule looked at, as the server gives it. */
export interface EvidenceHour {
  starts_at: string;
  /** null: not measured. */
  gallons: number | null;
  estimated_gallons: number;
  leak_gallons: number;
  /** Minutes; null: the meter does not report it. */
  flow_time: number | null;
}

/** What a chart draws of a reason. */
export interface Evidence {
  points: ChartPoint[];
  series: ChartSeries[];
  bands: ChartBand[];
  axis: ChartAxis;
  secondAxis?: ChartAxis;
  goal?: ChartGoal;
  /** Gallons at which taller bars are cut off; null: they are whole. */
  cutAt: number | null;
}

const minutesAxis: ChartAxis = { unit: "min", format: (value) => formatNumber(value), max: 60 };
const DAY_MS = 86_400_000;
/** The quiet hours take at least this part of the height, so that they are seen beside a day's use. */
const QUIET_PART = 6;

/** Rules about the quietest hours, whose evidence is small beside what is used in a day. */
const quiet: ReadonlySet<string> = new Set(["lowest_hour", "hours_with_water", "night_hour"]);
/** Rules about the time in which water ran. */
const timed: ReadonlySet<string> = new Set(["flow_minutes", "draw_minutes"]);

/**
 * The hours of a reason's window and the day before it, the window as a band, and the line that the hours are held
 * against. Of hours that are no longer kept there is nothing.
 * @param whole bars are never cut
 */
export function evidenceOf(
  reason: Reason,
  all: readonly EvidenceHour[],
  { zone, type, whole }: { zone: string; type: LeakType; whole: boolean },
): Evidence {
  const [from, until] = [Date.parse(reason.window_starts_at), Date.parse(reason.window_ends_at)];
  const hours = all.filter(({ starts_at }) => {
    const at = Date.parse(starts_at);
    return at >= from - DAY_MS && at < until;
  });
  const first = hours.findIndex(({ starts_at }) => Date.parse(starts_at) >= from);
  const count = Math.round((until - from) / 3_600_000);
  const goal = goalOf(reason);
  const cutAt = whole ? null : cutOf(reason, hours);
  const showsFlow = timed.has(reason.measure) && hours.some(({ flow_time }) => flow_time !== null);
  return {
    points: hourPoints(hours.map(({ starts_at }) => hourAtProperty(starts_at, zone))),
    series: [...waterSeries(hours, type), ...(showsFlow ? [flowSeries(hours)] : [])],
    bands:
      first < 0
        ? []
        : [
            {
              first,
              last: hours.length - 1,
              label: count === 1 ? t`The hour looked at` : t`The ${count} hours looked at`,
            },
          ],
    axis: cutAt === null ? fineGallonsAxis : { ...fineGallonsAxis, max: cutAt },
    secondAxis: showsFlow ? minutesAxis : undefined,
    goal: goal?.axis === "second" && !showsFlow ? undefined : goal,
    cutAt,
  };
}

function waterSeries(hours: readonly EvidenceHour[], type: LeakType): ChartSeries[] {
  return [
    {
      id: "gallons",
      name: Gallons,
      color: "normal_consumption",
      kind: "bar",
      values: hours.map(({ gallons }) => gallons),
      estimated: hours.map(({ estimated_gallons }) => estimated_gallons > 0),
    },
    {
      id: "leak_gallons",
      name: t`Leak ${Gallons}`,
      color: leakColour(type),
      kind: "line",
      values: hours.map(({ gallons, leak_gallons }) => (gallons === null ? null : leak_gallons)),
    },
  ];
}

function flowSeries(hours: readonly EvidenceHour[]): ChartSeries {
  const values = hours.map(({ flow_time }) => flow_time);
  return { id: "flow_time", name: t`Flow Time`, color: "flow_time", kind: "line", axis: "second", values };
}

/** The line that a rule's hours are held against, on the axis of gallons or of minutes; undefined: it is not of one hour. */
function goalOf({ measure, unit, threshold, lowest_hour_gallons: lowest }: Reason): ChartGoal | undefined {
  if (measure === "draw_minutes") {
    return { value: threshold, label: t`It takes ${amountText(threshold, "minutes")}`, axis: "second" };
  }
  if (unit === "gallons") return { value: threshold, label: t`It takes ${amountText(threshold, "gallons")}` };
  if (measure === "hours_with_water") return { value: lowest, label: t`Lowest hour ${amountText(lowest, "gallons")}` };
  if (measure === "heavy_points") return { value: lowest, label: t`Heavy from ${amountText(lowest, "gallons")} on` };
  return undefined;
}

function cutOf(reason: Reason, hours: readonly EvidenceHour[]): number | null {
  if (!quiet.has(reason.measure)) return null;
  const base = reason.unit === "gallons" ? Math.max(reason.value, reason.threshold) : reason.lowest_hour_gallons;
  const most = Math.max(0, ...hours.map(({ gallons }) => gallons ?? 0));
  const cut = roundUp(base * QUIET_PART);
  return base > 0 && most > 1.5 * cut ? cut : null;
}

/** The next 1, 2 or 5 times a power of ten, so that the axis ends on a round figure. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((part) => part * power >= value) ?? 10;
  return Number((step * power).toPrecision(1));
}

/** A reason's number with its unit: "0.45 gal", "22.2 hours", "1 hour". Small volumes keep three decimals. */
export function amountText(value: number, unit: Reason["unit"]): string {
  if (unit === "gallons") {
    const volume = inMeasure(value);
    const maximumFractionDigits = volume < 1 ? 3 : Math.min(3, 1 + moreDecimals[measure]);
    // A volume above zero is never written as zero.
    const isTiny = volume > 0 && volume < 0.0005;
    return `${volume.toLocaleString(locale, isTiny ? { maximumSignificantDigits: 1 } : { maximumFractionDigits })} ${gal}`;
  }
  const text = value.toLocaleString(locale, { maximumFractionDigits: 1 });
  if (unit === "minutes") return t`${text} min`;
  const one = text === "1";
  if (unit === "hours") return one ? t`1 hour` : t`${text} hours`;
  return one ? t`1 point` : t`${text} points`;
}
