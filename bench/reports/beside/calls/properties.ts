import { z } from "zod";
import { placed, within } from "../dialect.ts";
import { type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const number = z.number().nullable();
const listed = z.object({
  results: z.array(
    z.object({
      property_id: z.number(),
      gallons_consumed: number,
      gallons_leaked: number,
      units_with_leakage: z.number(),
    }),
  ),
});

/** Gallons of each property. */
export const properties: readonly Summed[] = DAYS.map((days) => ({
  call: "/v1/reporting/portfolio-insights/properties/performance",
  url: `/v1/reporting/portfolio-insights/properties/performance?days_ago=${days}&page_size=50`,
  ours: (answer) =>
    new Map(
      listed
        .parse(answer)
        .results.map((row) => [
          String(row.property_id),
          [thousandths(row.gallons_consumed), thousandths(row.gallons_leaked), row.units_with_leakage],
        ]),
    ),
  sql: (dialect) => `
    select id as name, gallons as n0, leaked as n1, coalesce(leaking, 0) as n2
    from properties
    left join (
      select meters.property_id, sum(unit_gallons)::bigint as gallons, sum(unit_leak)::bigint as leaked,
        count(distinct meters.unit_id) filter (where unit_leak > 0) as leaking
      from ${placed} where ${within(dialect, { days, before: 0 })} and meters.unit_id is not null
      group by meters.property_id
    ) summed on summed.property_id = properties.id
    order by leaked desc nulls last, id limit 50`,
}));
