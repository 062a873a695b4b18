import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Savings } from "../../../contract/portfolio/portfolio-savings.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import {
  type ChosenProperty,
  chosenProperties,
  outerDates,
  type PlaceParams,
  periodTable,
} from "../../query/chosen-properties.ts";
import type { PeriodParams } from "../../query/period.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { mayHaveSaved, savedDays } from "./saved-days.ts";

/** Unrounded: thousandths of a gallon, millionths of a dollar. */
const saved = { volume: z.number(), millionths: z.number() };

/** What a verified case saved in a month of the period, and what its repair of that month cost. */
const SavedMonth = z.object({
  property_id: z.int(),
  property_name: z.string(),
  case_id: z.int(),
  in_unit: z.boolean(),
  month: z.string(),
  ...saved,
  /** In the organization's currency. */
  repair_cost: z.number(),
});
type SavedMonth = z.output<typeof SavedMonth>;

/** What cases that ended on their own lose no longer. */
const EndedRow = z.object({ cases: z.int(), ...saved });

const Fixes = z.object({ verified: z.int(), waiting: z.int(), failed: z.int() });

/**
 * SQL: the CTEs `period`, `saving`, the cases with this outcome that may have saved water in it, and `saved`, their days in
 * stretches that lie in a month, and in the period or outside of it.
 * @param whichDays all that the cases saved on, or those of the period
 */
export function savedInPeriod(
  properties: readonly ChosenProperty[],
  now: Date,
  whichDays: "all" | "of the period",
  outcome: "verified" | "ended",
): RawBuilder<unknown> {
  const days = { first: sql`one.start_date`, last: sql`one.end_date`, isAll: whichDays === "all" };
  return sql`
    period as materialized (select * from ${periodTable(properties)} chosen),
    saving as materialized (
      select one.*, period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at
      from period join leak_cases one on one.property_id = period.property_id
      where ${amongProperties(properties)} and one.state = ${outcome} and ${mayHaveSaved}
    ),
    saved as materialized (${savedDays(sql`saving`, now, days)})`;
}

/** SQL: `fix`, the reported fixes of `one`, a case. */
export const fixes = sql`jsonb_to_recordset(one.fixes) as fix (at timestamptz, cost numeric, failed boolean)`;

/**
 * What the verified fixes of the chosen properties saved in the period, and apart what leaks that ended on their own lose no
 * longer. Days are summed unrounded and rounded once.
 */
export async function savings(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams & PeriodParams,
  clock: Clock,
): Promise<Savings> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const now = new Date(clock());
  const found = await queryRows(tx, SavedMonth)`
    with ${savedInPeriod(properties, now, "of the period", "verified")}, month as (
      select property_id, case_id, to_char(day, 'YYYY-MM') as month, volume, millionths, 0 as repair_cost from saved
      union all
      -- The leak may have ended only after the period.
      select one.property_id, one.id, to_char(fix.at at time zone period.time_zone, 'YYYY-MM'), 0, 0, fix.cost
      from period join leak_cases one on one.property_id = period.property_id
      cross join lateral ${fixes}
      where ${amongProperties(properties)} and one.state = 'verified' and one.repair_cost is not null
        and fix.cost is not null and fix.at >= period.starts_at and fix.at < period.ends_at
    ), added as materialized (
      select property_id, case_id, month, sum(volume)::float8 as volume, sum(millionths)::float8 as millionths,
        sum(repair_cost)::float8 as repair_cost
      from month group by property_id, case_id, month
    )
    select added.*, properties.name as property_name, one.unit_id is not null as in_unit
    from added
    join leak_cases one on one.property_id = added.property_id and one.id = added.case_id
    join properties on properties.id = added.property_id`;
  const [ended = { cases: 0, volume: 0, millionths: 0 }] = await queryRows(tx, EndedRow)`
    with ${savedInPeriod(properties, now, "of the period", "ended")}
    select count(*) filter (where volume > 0)::int as cases, coalesce(sum(volume), 0)::float8 as volume,
      coalesce(sum(millionths), 0)::float8 as millionths
    from (
      select sum(saved.volume) as volume, sum(saved.millionths) as millionths
      from saving join saved on saved.property_id = saving.property_id and saved.case_id = saving.id
      where saving.unit_id is not null
      group by saving.property_id, saving.id
    ) one`;
  const [counts = { verified: 0, waiting: 0, failed: 0 }] = await queryRows(tx, Fixes)`
    with period as materialized (select * from ${periodTable(properties)} chosen)
    select count(*) filter (where state = 'verified' and is_within)::int as verified,
      count(*) filter (where state = 'fix_reported' and is_within)::int as waiting, coalesce(sum(failed), 0)::int as failed
    from (
      select one.state, one.fixed_at < period.ends_at as is_within, (
          select count(*) from ${fixes} where fix.failed and fix.at >= period.starts_at and fix.at < period.ends_at
        ) as failed
      from period join leak_cases one on one.property_id = period.property_id
      where ${amongProperties(properties)} and one.fixed_at >= period.starts_at and one.state <> 'not_a_leak'
    ) fixed`;
  const [start_date, end_date] = outerDates(properties, params, clock);
  const inUnits = found.filter(({ in_unit }) => in_unit);
  const months = [...Map.groupBy(inUnits, ({ month }) => month)].map(([month, rows]) => ({ month, ...sumsOf(rows) }));
  const ofProperties = [...Map.groupBy(inUnits, ({ property_id }) => property_id)].map(([property_id, rows]) => ({
    property_id,
    property_name: rows[0]?.property_name ?? "",
    ...sumsOf(rows),
  }));
  return {
    start_date,
    end_date,
    fixes: counts,
    verified: sumsOf(inUnits),
    outside_units: sumsOf(found.filter(({ in_unit }) => !in_unit)),
    ended: { cases: ended.cases, ...amounts(ended) },
    months: months.toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    properties: ofProperties.toSorted((a, b) => b.dollars_saved - a.dollars_saved || a.property_id - b.property_id),
  };
}

function sumsOf(rows: readonly SavedMonth[]): Savings["verified"] {
  const sum = (of: (row: SavedMonth) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    cases: new Set(rows.filter(({ volume }) => volume > 0).map(({ case_id }) => case_id)).size,
    ...amounts({ volume: sum(({ volume }) => volume), millionths: sum(({ millionths }) => millionths) }),
    repair_cost: Math.round(sum(({ repair_cost }) => repair_cost) * 100) / 100,
  };
}

function amounts({ volume, millionths }: Pick<SavedMonth, "volume" | "millionths">) {
  return { gallons_saved: asGallons(whole(volume)), dollars_saved: asDollars(whole(millionths)) };
}

/** SQL: a condition on `one` by which its rows are found by index: the join to `period` alone reads those of everybody. */
function amongProperties(properties: readonly ChosenProperty[]): RawBuilder<unknown> {
  return sql`one.property_id = any(${properties.map(({ propertyId }) => propertyId)}::bigint[])`;
}

/** A sum as a whole number; parts of hours are periodic, so that digits after the fifth are rounding error. */
export function whole(sum: number): number {
  return Math.round(Number(sum.toFixed(5)));
}

export const savingsReport = report(
  "GET /v1/reporting/portfolio-insights/savings",
  { cache: "text" },
  ({ scope, tx, query, clock }) => savings(scope, tx, query, clock),
);
