import { sql } from "kysely";
import { z } from "zod";
import { queryRows } from "../../database/query-rows.ts";
import { report } from "../../query/report.ts";
import { isComparable, percentChange } from "../change.ts";
import { performanceOf } from "../classes.ts";
import { figures, reportDays } from "../figures.ts";

const count = z.int().default(0);
const Counts = z.object({
  on_track: count,
  opportunities: count,
  critical: count,
  zero_usage: count,
  no_data: count,
  total_leaks: count,
  meter_days_read: count,
  meter_days_expected: count,
  is_previous: z.boolean().default(false),
});
type Counts = z.output<typeof Counts>;

/** How many of the chosen properties are in which class, and how many units leak in them. */
export const portfolioPerformance = report(
  "GET /v1/reporting/portfolio-insights/portfolio-performance",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const { isCompared, ctes } = await reportDays(scope, tx, query, clock);
    const inClass = (name: keyof Counts) => sql`count(*) filter (where performance = ${name}) as ${sql.ref(name)}`;
    const found = await queryRows(tx, Counts)`
    with ${ctes}, ${figures},
    classed as (
      select figures.*, ${performanceOf("figures")} as performance from figures
    )
    select is_previous, ${inClass("on_track")}, ${inClass("opportunities")}, ${inClass("critical")},
      ${inClass("zero_usage")}, count(*) filter (where performance is null) as no_data,
      sum(leaking_units)::bigint as total_leaks, sum(meter_days_read)::bigint as meter_days_read,
      sum(meter_days_expected)::bigint as meter_days_expected
    from classed group by is_previous`;
    const now = found.find((row) => !row.is_previous) ?? Counts.parse({});
    const previous = found.find((row) => row.is_previous);
    const before = isCompared && previous !== undefined && isComparable(now, previous) ? previous : null;
    const classified = now.on_track + now.opportunities + now.critical + now.zero_usage;
    const percentage = (count: number) => (classified === 0 ? null : (count / classified) * 100);
    const change = (of: Exclude<keyof Counts, "is_previous">) =>
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
  },
);
