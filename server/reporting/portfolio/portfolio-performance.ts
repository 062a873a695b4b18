import { sql } from "kysely";
import type { LeakStatus } from "../../../contract/portfolio-status.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { type Coverage, isComparable, percentChange } from "../change.ts";
import { performanceOf } from "../classes.ts";
import { figures } from "../figures.ts";
import { type FigureParams, reportDays } from "../known-days.ts";

interface Counts extends Coverage {
  on_track: number;
  opportunities: number;
  critical: number;
  zero_usage: number;
  no_data: number;
  total_leaks: number;
}

/** How many of the chosen properties are in which class, and how many units leak in them. */
export async function portfolioPerformance(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<LeakStatus> {
  const { ctes } = await reportDays(scope, tx, params, clock);
  const inClass = (name: keyof Counts) => sql`count(*) filter (where performance = ${name}) as ${sql.ref(name)}`;
  const found = await sql<Counts & { is_previous: boolean }>`
    with ${ctes}, ${figures},
    classed as (
      select figures.*, ${performanceOf("figures")} as performance from figures
    )
    select is_previous, ${inClass("on_track")}, ${inClass("opportunities")}, ${inClass("critical")},
      ${inClass("zero_usage")}, count(*) filter (where performance is null) as no_data,
      sum(leaking_units)::bigint as total_leaks, sum(meter_days_read)::bigint as meter_days_read,
      sum(meter_days_expected)::bigint as meter_days_expected
    from classed group by is_previous`.execute(tx);
  const now = found.rows.find((row) => !row.is_previous) ?? nothing;
  const previous = found.rows.find((row) => row.is_previous);
  const before = previous !== undefined && isComparable(now, previous) ? previous : null;
  const classified = now.on_track + now.opportunities + now.critical + now.zero_usage;
  const percentage = (count: number) => (classified === 0 ? null : (count / classified) * 100);
  const change = (of: Exclude<keyof Counts, keyof Coverage>) =>
    percentChange(now[of], before === null ? null : before[of]);
  return {
    on_track: now.on_track,
    on_track_percentage: percentage(now.on_track),
    on_track_comparison: change("on_track"),
    opportunities: now.opportunities,
    opportunities_percentage: percentage(now.opportunities),
    opportunities_comparison: change("opportunities"),
    critical: now.critical,
    critical_percentage: percentage(now.critical),
    critical_comparison: change("critical"),
    zero_usage: now.zero_usage,
    zero_usage_percentage: percentage(now.zero_usage),
    zero_usage_comparison: change("zero_usage"),
    no_data: now.no_data,
    total_leaks: now.total_leaks,
    total_leaks_comparison: change("total_leaks"),
  };
}

const nothing: Counts = {
  on_track: 0,
  opportunities: 0,
  critical: 0,
  zero_usage: 0,
  no_data: 0,
  total_leaks: 0,
  meter_days_read: 0,
  meter_days_expected: 0,
};

export const portfolioPerformanceReport = report(
  "GET /v1/reporting/portfolio-insights/portfolio-performance",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => portfolioPerformance(scope, tx, query, clock),
);
