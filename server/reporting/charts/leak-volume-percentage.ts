import { report } from "../../query/report.ts";
import { asGallons, leakPercentage } from "../../query/volume.ts";
import { pointChange } from "../change.ts";
import { ON_TRACK_BELOW } from "../classes.ts";
import { type Sums, seriesOf } from "./series.ts";

const leakOf = (sums: Sums) => sums.toilet_leak + sums.heater_leak + sums.other_leak;
const percentOf = (sums: Sums | null) => (sums === null ? null : leakPercentage(leakOf(sums), sums.gallons));

/** Leak gallons per hundred gallons, by day, week or month. The goal is where a property is on track. */
export const leakVolumePercentage = report(
  "GET /v1/reporting/leak-report/leak-volume-percentage",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const series = await seriesOf(scope, tx, query, clock);
    return {
      ...series,
      goal_percentage: ON_TRACK_BELOW,
      points: series.points.map(({ now, before, ...bucket }) => ({
        ...bucket,
        percent_of_leaks: percentOf(now),
        total_consumed: now === null ? null : asGallons(now.gallons),
        gallons_leaked: now === null ? null : asGallons(leakOf(now)),
        previous_percent_of_leaks: percentOf(before),
        percentage_difference: pointChange(percentOf(now), percentOf(before)),
      })),
    };
  },
);
