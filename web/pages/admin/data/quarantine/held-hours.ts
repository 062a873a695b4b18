import { t } from "@lingui/core/macro";
import type { Quarantined } from "../../../../../contract/readings/repairs.ts";
import { fineGallonsAxis } from "../../../../components/chart/axes.ts";
import { hourPoints } from "../../../../components/chart/points.ts";
import type { ChartAxis, ChartBand, ChartPoint, ChartSeries } from "../../../../components/chart/series.ts";
import { Gallons } from "../../../../language/measure.ts";
import { hourAtProperty } from "../../../property/leak-detail/view/property-time.ts";

const HOUR_MS = 3_600_000;

/** Bars stand at most so many times above the highest hour that counts; what is doubted would flatten the rest. */
const ABOVE = 4;

/** What a chart draws of the hours around something doubtful. */
export interface HeldHours {
  points: ChartPoint[];
  series: ChartSeries[];
  bands: ChartBand[];
  axis: ChartAxis;
  /** Gallons at which the doubtful bar is cut off; null: it is whole. */
  cutAt: number | null;
}

type Held = Pick<Quarantined, "sort" | "around" | "measured_at" | "last_at" | "hours" | "gallons">;

/**
 * The surrounding hours as they count now, with the quarantined values beside them. A volume of several hours is drawn
 * spread over them; for registers the hour is shaded, because their step is not the volume of one hour.
 * @param zone the property's
 * @param whole nothing is cut off
 */
export function heldHours(held: Held, zone: string, whole: boolean): HeldHours {
  const { around, sort } = held;
  const end = Date.parse(sort === "registers" ? held.last_at : held.measured_at);
  const begin = sort === "registers" ? Date.parse(held.measured_at) : end - (held.hours - 1) * HOUR_MS;
  // An instant lies in the hour that began before it.
  const isDoubtful = (startsAt: string) => {
    const at = Date.parse(startsAt);
    return at > begin - HOUR_MS && at <= end;
  };
  const counted = around.map(({ gallons }) => gallons);
  const doubtful = around.map(({ starts_at }) =>
    sort !== "registers" && isDoubtful(starts_at) ? held.gallons / held.hours : null,
  );
  const highest = Math.max(0, ...counted.map((gallons) => gallons ?? 0));
  const tallest = Math.max(0, ...doubtful.map((gallons) => gallons ?? 0));
  const cutAt = whole || highest === 0 || tallest <= highest * ABOVE * 1.5 ? null : roundUp(highest * ABOVE);
  const first = around.findIndex(({ starts_at }) => isDoubtful(starts_at));
  const last = around.findLastIndex(({ starts_at }) => isDoubtful(starts_at));
  return {
    points: hourPoints(around.map(({ starts_at }) => hourAtProperty(starts_at, zone))),
    series: [
      {
        id: "gallons",
        name: Gallons,
        color: "normal_consumption",
        kind: "bar",
        stack: "hour",
        values: counted,
        estimated: around.map(({ is_estimated }) => is_estimated),
      },
      ...(sort === "registers"
        ? []
        : [
            {
              id: "in_question",
              name: t`In question`,
              color: "percent_of_leaks",
              kind: "bar",
              stack: "hour",
              values: doubtful,
            } satisfies ChartSeries,
          ]),
    ],
    bands: first < 0 || sort !== "registers" ? [] : [{ first, last, label: t`In question` }],
    axis: cutAt === null ? fineGallonsAxis : { ...fineGallonsAxis, max: cutAt },
    cutAt,
  };
}

/** The next figure that an axis ends at well: 12.8 gives 15. */
function roundUp(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  return (ends.find((end) => end * ten >= value) ?? 10) * ten;
}

const ends = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
