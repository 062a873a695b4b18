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

/** What a case saved in a month of the period, and what its repair of that month cost. Unrounded. */
const SavedMonth = z.object({
  property_id: z.int(),
  property_name: z.string(),
  case_id: z.int(),
  in_unit: z.boolean(),
  state: z.enum(["verified", "ended"]),
  month: z.string(),
  /** Thousandths of a gallon, millionths of a dollar. */
  volume: z.number(),
  millionths: z.number(),
  /** In the organization's currency. */
  repair_cost: z.number(),
});
type SavedMonth = z.output<typeof SavedMonth>;

const Fixes = z.object({ verified: z.int(), waiting: z.int(), failed: z.int() });

/**
 * SQL: the CTEs `period`, `saving`, the cases that may have saved water in it, and `saved`, their days.
 * @param whichDays all that the cases saved on, or those of the period
 * @param outcome of the cases; left out: either
 */
export function savedInPeriod(
  properties: readonly ChosenProperty[],
  now: Date,
  whichDays: "all" | "of the period",
  outcome?: "verified" | "ended",
): RawBuilder<unknown> {
  const days = whichDays === "all" ? undefined : { first: sql`one.start_date`, last: sql`one.end_date` };
  return sql`
    period as materialized (select * from ${periodTable(properties)} chosen),
    saving as materialized (
      select one.*, period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at
      from period join leak_cases one on one.property_id = period.property_id
      where ${mayHaveSaved} and (${outcome ?? null}::text is null or one.state = ${outcome ?? null}::text)
    ),
    saved as materialized (${savedDays(sql`saving`, now, days)})`;
}

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
  const found = await queryRows(tx, SavedMonth)`
    with ${savedInPeriod(properties, new Date(clock()), "of the period")}, month as (
      select saving.property_id, saving.id as case_id, to_char(saved.day, 'YYYY-MM') as month, saved.volume, saved.millionths,
        0 as repair_cost
      from saving join saved on saved.property_id = saving.property_id and saved.case_id = saving.id
      union all
      -- The leak may have ended only after the period.
      select one.property_id, one.id, to_char(one.fixed_at at time zone period.time_zone, 'YYYY-MM'), 0, 0, one.repair_cost
      from period join leak_cases one on one.property_id = period.property_id
      where one.state = 'verified' and one.repair_cost is not null
        and one.fixed_at >= period.starts_at and one.fixed_at < period.ends_at
    ), added as materialized (
      select property_id, case_id, month, sum(volume)::float8 as volume, sum(millionths)::float8 as millionths,
        sum(repair_cost)::float8 as repair_cost
      from month group by property_id, case_id, month
    )
    select added.*, properties.name as property_name, one.unit_id is not null as in_unit, one.state
    from added
    join leak_cases one on one.property_id = added.property_id and one.id = added.case_id
    join properties on properties.id = added.property_id`;
  const [fixes = { verified: 0, waiting: 0, failed: 0 }] = await queryRows(tx, Fixes)`
    with period as materialized (select * from ${periodTable(properties)} chosen)
    select count(*) filter (where state = 'verified')::int as verified,
      count(*) filter (where state = 'fix_reported')::int as waiting,
      count(*) filter (where state not in ('verified', 'fix_reported', 'not_a_leak'))::int as failed
    from period join leak_cases one on one.property_id = period.property_id
    where one.fixed_at >= period.starts_at and one.fixed_at < period.ends_at`;
  const [start_date, end_date] = outerDates(properties, params, clock);
  const verified = found.filter(({ state }) => state === "verified");
  const inUnits = verified.filter(({ in_unit }) => in_unit);
  const { repair_cost: _none, ...ended } = sumsOf(found.filter(({ state, in_unit }) => state === "ended" && in_unit));
  const months = [...Map.groupBy(inUnits, ({ month }) => month)].map(([month, rows]) => ({ month, ...sumsOf(rows) }));
  const ofProperties = [...Map.groupBy(inUnits, ({ property_id }) => property_id)].map(([property_id, rows]) => ({
    property_id,
    property_name: rows[0]?.property_name ?? "",
    ...sumsOf(rows),
  }));
  return {
    start_date,
    end_date,
    fixes,
    verified: sumsOf(inUnits),
    outside_units: sumsOf(verified.filter(({ in_unit }) => !in_unit)),
    ended,
    months: months.toSorted((a, b) => (a.month < b.month ? -1 : 1)),
    properties: ofProperties.toSorted((a, b) => b.dollars_saved - a.dollars_saved || a.property_id - b.property_id),
  };
}

function sumsOf(rows: readonly SavedMonth[]): Savings["verified"] {
  const sum = (of: (row: SavedMonth) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    cases: new Set(rows.filter(({ volume }) => volume > 0).map(({ case_id }) => case_id)).size,
    gallons_saved: asGallons(whole(sum(({ volume }) => volume))),
    dollars_saved: asDollars(whole(sum(({ millionths }) => millionths))),
    repair_cost: Math.round(sum(({ repair_cost }) => repair_cost) * 100) / 100,
  };
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
