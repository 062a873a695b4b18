import { z } from "zod";
import { mills, priced, within } from "../dialect.ts";
import { cents, type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const FINANCES = "/v1/reporting/portfolio-insights/finances";
const number = z.number().nullable();

const byKind = z
  .object({ total_cost: number, toilet_leak_cost: number, other_leak_cost: number })
  .transform((row) => [row.total_cost, row.toilet_leak_cost, row.other_leak_cost].map(cents));
const series = z.object({
  points: z.array(
    z.object({
      start_date: z.string(),
      total_cost: number,
      leak_related_cost: number,
      toilet_leaks_cost: number,
      other_leaks_cost: number,
    }),
  ),
});
const listed = z.object({ results: z.array(z.object({ leak_expense: number, gallons_leaked: number })) });

const cost = (gallons: string, of = "true") =>
  `round(coalesce(sum(${gallons} * ${mills}) filter (where ${of}), 0) / 10000.0)::bigint`;
const leakCosts = (
  n: number,
) => `${cost("unit_leak")} as n${n}, ${cost("unit_leak", "attached_to = 'Toilet'")} as n${n + 1},
  ${cost("unit_leak", "attached_to <> 'Toilet'")} as n${n + 2}`;

/** What water and leaks cost, at the price of each day. */
export const finances: readonly Summed[] = DAYS.flatMap((days): Summed[] => [
  {
    call: `${FINANCES}/leak-type-costs`,
    url: `${FINANCES}/leak-type-costs?days_ago=${days}`,
    ours: (answer) => new Map([["", byKind.parse(answer)]]),
    sql: (dialect) =>
      `select '' as name, ${leakCosts(0)} from ${priced} where ${within(dialect, days)} and meters.unit_id is not null`,
  },
  {
    call: `${FINANCES}/costs`,
    url: `${FINANCES}/costs?days_ago=${days}&resolution=day`,
    ours: (answer) =>
      new Map(
        series
          .parse(answer)
          .points.map((one) => [
            one.start_date,
            [one.total_cost, one.leak_related_cost, one.toilet_leaks_cost, one.other_leaks_cost].map(cents),
          ]),
      ),
    sql: (dialect) => `
      select ${dialect.localDay()} as name, ${cost("unit_gallons")} as n0, ${leakCosts(1)}
      from ${priced} where ${within(dialect, days)} and meters.unit_id is not null group by 1`,
  },
  {
    call: `${FINANCES}/leak-overview`,
    url: `${FINANCES}/leak-overview?days_ago=${days}&page_size=50`,
    ours: (answer) => {
      const rows = listed
        .parse(answer)
        .results.map((row) => [cents(row.leak_expense), thousandths(row.gallons_leaked)]);
      rows.sort(([a, b], [c, d]) => (c ?? 0) - (a ?? 0) || (d ?? 0) - (b ?? 0));
      return new Map(rows.map((row, i) => [String(i + 1), row]));
    },
    sql: (dialect) => `
      select row_number() over (order by cents desc, leaked desc) as name, cents as n0, leaked as n1
      from (
        select round(sum(leaked * mills) / 10000.0)::bigint as cents, sum(leaked)::bigint as leaked
        from (
          select coalesce(meters.unit_id, -meters.id) as place, ${mills} as mills,
            case when meters.unit_id is null then leak else unit_leak end as leaked
          from ${priced} where ${within(dialect, days)}
        ) hour
        group by place
        having sum(leaked) > 0 order by sum(leaked * mills) desc limit 50
      ) place`,
  },
]);
