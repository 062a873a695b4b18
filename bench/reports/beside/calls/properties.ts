import { z } from "zod";
import { type Dialect, fitted, meterDays, placed, within } from "../dialect.ts";
import { cents, type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const number = z.number().nullable();
const INSIGHTS = "/v1/reporting/portfolio-insights";

const row = z.object({ property_id: z.number() });
const table = z.object({
  results: z.array(row.extend({ gallons_consumed: number, gallons_leaked: number, units_with_leakage: number })),
});
const ranking = z.object({
  results: z.array(
    row.extend({
      leak_volume: number,
      leak_cost: number,
      leaking_units: number,
      leaking_toilets: number,
      units_reporting: number,
    }),
  ),
});
const classes = z.object({
  on_track: number,
  opportunities: number,
  critical: number,
  zero_usage: number,
  total_leaks: number,
});

/** SQL, a CTE: `summed`, what each property used and leaked, and how many of its units leak. */
const summed = (dialect: Dialect, days: number) => `
  summed as (
    select meters.property_id, sum(unit_gallons)::bigint as gallons, sum(unit_leak)::bigint as leaked,
      count(distinct meters.unit_id) filter (where unit_leak > 0) as leaking
    from ${placed} where ${within(dialect, days)} and meters.unit_id is not null
    group by meters.property_id
  )`;

/** SQL, a CTE: `reporting`, how many units of each property were read on a day or more. */
const reporting = `
  reporting as (
    select property_id, count(distinct unit_id) as units
    from (
      select meter_day.property_id, meter_day.unit_id, day
      from meter_day join fitted on fitted.unit_id = meter_day.unit_id
      where whole_meters = 0 or attached_to in ('SPOE', 'DPOE')
      group by 1, 2, 3, whole_meters, toilets, heaters
      having count(*) filter (where is_read) = case when whole_meters > 0 then whole_meters else toilets + heaters end
    ) read_unit
    group by 1
  )`;

/** Hours are read once: what leaked and what was read comes from the days of the meters. */
const ranked = (dialect: Dialect, days: number, where: string, order: string) => `
  with ${meterDays(dialect, days, "costs")}, ${fitted}, ${reporting},
  summed as (
    select property_id, sum(unit_gallons)::bigint as gallons, sum(unit_leak)::bigint as leaked, sum(leak_mills) as cost,
      count(distinct unit_id) filter (where unit_leak > 0) as leaking,
      count(distinct unit_id) filter (where unit_leak > 0 and attached_to = 'Toilet') as leaking_toilets
    from meter_day group by 1
  ),
  homes as (select property_id, count(*) as units from units group by 1)
  select summed.property_id as name, leaked as n0, round(cost / 10000.0)::bigint as n1, leaking as n2,
    leaking_toilets as n3, coalesce(reporting.units, 0) as n4
  from summed
  join homes on homes.property_id = summed.property_id
  left join reporting on reporting.property_id = summed.property_id
  where ${where} order by ${order}, summed.property_id limit 50`;

const rankingOf = (answer: unknown) =>
  new Map(
    ranking
      .parse(answer)
      .results.map((one) => [
        String(one.property_id),
        [
          thousandths(one.leak_volume),
          cents(one.leak_cost),
          one.leaking_units,
          one.leaking_toilets,
          one.units_reporting,
        ],
      ]),
  );

/** Calls with a row or a class for each property. */
export const properties: readonly Summed[] = DAYS.flatMap((days): Summed[] => [
  {
    call: `${INSIGHTS}/properties/performance`,
    url: `${INSIGHTS}/properties/performance?days_ago=${days}&page_size=50`,
    ours: (answer) =>
      new Map(
        table
          .parse(answer)
          .results.map((one) => [
            String(one.property_id),
            [thousandths(one.gallons_consumed), thousandths(one.gallons_leaked), one.units_with_leakage],
          ]),
      ),
    sql: (dialect) => `
      with ${summed(dialect, days)}
      select id as name, gallons as n0, leaked as n1, coalesce(leaking, 0) as n2
      from properties left join summed on summed.property_id = properties.id
      order by leaked desc nulls last, id limit 50`,
  },
  {
    call: `${INSIGHTS}/portfolio-performance`,
    url: `${INSIGHTS}/portfolio-performance?days_ago=${days}`,
    ours: (answer) => {
      const found = classes.parse(answer);
      return new Map([
        ["", [found.on_track, found.opportunities, found.critical, found.zero_usage, found.total_leaks]],
      ]);
    },
    sql: (dialect) => `
      with ${summed(dialect, days)}
      select '' as name, count(*) filter (where gallons > 0 and leaked * 100 < gallons * 10) as n0,
        count(*) filter (where leaked * 100 >= gallons * 10 and leaked * 100 < gallons * 25) as n1,
        count(*) filter (where gallons > 0 and leaked * 100 >= gallons * 25) as n2,
        count(*) filter (where gallons = 0) as n3, coalesce(sum(leaking), 0)::bigint as n4
      from summed`,
  },
  {
    call: `${INSIGHTS}/performance-ranking/watchlist`,
    url: `${INSIGHTS}/performance-ranking/watchlist?days_ago=${days}&page_size=50`,
    ours: rankingOf,
    sql: (dialect) => ranked(dialect, days, "leaked > 0", "cost / homes.units desc"),
  },
  {
    call: `${INSIGHTS}/performance-ranking/toplist`,
    url: `${INSIGHTS}/performance-ranking/toplist?days_ago=${days}&page_size=50`,
    ours: rankingOf,
    sql: (dialect) =>
      ranked(dialect, days, "gallons > 0 and reporting.units * 100 >= homes.units * 80", "leaked * 1.0 / gallons"),
  },
]);
