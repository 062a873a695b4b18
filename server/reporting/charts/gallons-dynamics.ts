import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import { percentChange } from "../change.ts";
import { type Sums, seriesOf } from "./series.ts";

/** Gallons by day, week or month, by what became of them; other leaks have those of water heaters in them. */
export const gallonsDynamics = report(
  "GET /v1/reporting/leak-report/gallons-dynamics",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const series = await seriesOf(scope, tx, query, clock);
    const volume = (sums: Sums | null, of: (sums: Sums) => number) => (sums === null ? null : asGallons(of(sums)));
    return {
      ...series,
      points: series.points.map(({ now, before, ...bucket }) => ({
        ...bucket,
        total_consumed: volume(now, (sums) => sums.gallons),
        normal_consumption: volume(now, (sums) => sums.gallons - sums.toilet_leak - sums.heater_leak - sums.other_leak),
        toilet_leaks: volume(now, (sums) => sums.toilet_leak),
        other_leaks: volume(now, (sums) => sums.heater_leak + sums.other_leak),
        water_heater_leaks: volume(now, (sums) => sums.heater_leak),
        previous_period_consumed: volume(before, (sums) => sums.gallons),
        percentage_difference: percentChange(now?.gallons ?? null, before?.gallons ?? null),
      })),
    };
  },
);
