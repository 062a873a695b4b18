import { z } from "zod";
import { type Dialect, placed, within } from "../dialect.ts";
import { type Summed, thousandths } from "../summed.ts";

const DAYS = [1, 7, 30] as const;
const REPORTS = "/v1/reporting";
const number = z.number().nullable();
const ranked = z.object({ results: z.array(z.object({ gallons_consumed: number, gallons_leaked: number })) });
const ofProperties = z.object({
  results: z.array(
    z.object({
      property_id: z.number(),
      gallons_consumed: number,
      gallons_leaked: z.number(),
      units_with_leakage: z.number(),
      leak_days: z.number(),
    }),
  ),
});

/** Rows by rank, for it is open which of two copies of a property is first. */
function byRank(answer: unknown): Map<string, (number | null)[]> {
  const rows = ranked
    .parse(answer)
    .results.map((row) => [thousandths(row.gallons_leaked), thousandths(row.gallons_consumed)]);
  rows.sort(([a, b], [c, d]) => (c ?? 0) - (a ?? 0) || (d ?? 0) - (b ?? 0));
  return new Map(rows.map((row, i) => [String(i + 1), row]));
}

/** The first fifty of whatever `place` groups, by leak gallons. */
const most = (dialect: Dialect, days: number, place: string, leaked: string, gallons: string) => `
  select row_number() over (order by leaked desc, gallons desc) as name, leaked as n0, gallons as n1
  from (
    select ${place}, sum(${leaked})::bigint as leaked, sum(${gallons})::bigint as gallons
    from ${placed} where ${within(dialect, days)} group by ${place}
  ) place
  where leaked > 0 order by leaked desc, gallons desc limit 50`;

/** A unit counts what its top meters tell; a meter of no unit what it tells itself. */
const units = (dialect: Dialect, days: number) =>
  most(
    dialect,
    days,
    "coalesce(meters.unit_id, -meters.id)",
    "case when meters.unit_id is null then leak else unit_leak end",
    "case when meters.unit_id is null then gallons else unit_gallons end",
  );

/** Calls that list what leaks most. */
export const leaks: readonly Summed[] = DAYS.flatMap((days): Summed[] => [
  {
    call: `${REPORTS}/leak-report/leak-overview`,
    url: `${REPORTS}/leak-report/leak-overview?days_ago=${days}&page_size=50`,
    ours: byRank,
    sql: (dialect) => units(dialect, days),
  },
  {
    call: `${REPORTS}/top-leak-volume/units`,
    url: `${REPORTS}/top-leak-volume/units?days_ago=${days}&page_size=50`,
    ours: byRank,
    sql: (dialect) => units(dialect, days),
  },
  {
    call: `${REPORTS}/top-meters`,
    url: `${REPORTS}/top-meters?days_ago=${days}&page_size=50`,
    ours: byRank,
    sql: (dialect) => most(dialect, days, "meters.id", "leak", "gallons"),
  },
  {
    call: `${REPORTS}/top-leak-volume/meters/day`,
    url: `${REPORTS}/top-leak-volume/meters/day?days_ago=${days}&ordering=-gallons_leaked&page_size=50`,
    // Days without a leak follow those with one; which of two days that leaked the same comes first is open.
    ours: (answer) =>
      new Map([...byRank(answer)].flatMap(([name, [leaked = 0]]) => (leaked ? [[name, [leaked]]] : []))),
    sql: (dialect) =>
      `select name, n0 from (${most(dialect, days, `meters.id, ${dialect.localDay()}`, "leak", "gallons")}) ranked`,
  },
  {
    call: `${REPORTS}/top-leak-volume/properties`,
    url: `${REPORTS}/top-leak-volume/properties?days_ago=${days}&page_size=50`,
    ours: (answer) =>
      new Map(
        ofProperties
          .parse(answer)
          .results.map((row) => [
            String(row.property_id),
            [thousandths(row.gallons_leaked), thousandths(row.gallons_consumed), row.units_with_leakage, row.leak_days],
          ]),
      ),
    sql: (dialect) => `
      select meters.property_id as name, sum(unit_leak)::bigint as n0, sum(unit_gallons)::bigint as n1,
        count(distinct meters.unit_id) filter (where unit_leak > 0) as n2,
        count(distinct ${dialect.localDay()}) filter (where unit_leak > 0) as n3
      from ${placed} where ${within(dialect, days)} and meters.unit_id is not null
      group by 1 having sum(unit_leak) > 0 order by 2 desc, 1 limit 50`,
  },
]);
