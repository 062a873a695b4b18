import type { GallonsDynamics } from "../../../contract/charts.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { percentChange } from "../change.ts";
import { type SeriesParams, type Sums, seriesOf } from "./series.ts";

/** Gallons by day, week or month, by what became of them; other leaks have those of water heaters in them. */
export async function gallonsDynamics(
  scope: Scope,
  tx: Transactional,
  params: SeriesParams,
  clock: Clock,
): Promise<GallonsDynamics> {
  const series = await seriesOf(scope, tx, params, clock);
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
}

export const gallonsDynamicsReport = report(
  "GET /v1/reporting/leak-report/gallons-dynamics",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => gallonsDynamics(scope, tx, query, clock),
);
