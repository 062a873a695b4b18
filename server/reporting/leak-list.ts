import { type RawBuilder, sql } from "kysely";
import type { LeakType } from "../../contract/reporting.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { chosenProperties, periodTable, type WithinPeriod, withinPeriod } from "../query/chosen-properties.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import { pageCount } from "../query/page-count.ts";
import type { Clock } from "../time/clock.ts";
import { isByBedrooms } from "./bedrooms.ts";
import { withExpense, withExpenseOfEach, withTotalExpense } from "./leak-list-expense.ts";
import { withConsumed, withNames, withTotal } from "./leak-list-figures.ts";
import { withMeter } from "./leak-list-meter.ts";
import { type LeakParams, matchesLeakParams } from "./leak-params.ts";
import { leakingPlaces, leakRuns, silentPlaces, withRun } from "./leak-places.ts";
import { type Stage, staged } from "./staged.ts";
import { newestReadings, withConfirmation } from "./unconfirmed.ts";

/** A leaking place. Volumes in thousandths of a gallon, money in millionths of a dollar. */
export interface LeakListRow {
  /** Its place among all rows of the list, by leak gallons; 1 leaks most. */
  rank: number;
  property_id: number;
  property_name: string;
  building_id: number;
  building_name: string;
  /** null: a meter of the building, or of irrigation. */
  unit_id: number | null;
  unit_name: string | null;
  leak_type: LeakType;
  /** null: nothing was measured. */
  gallons_consumed: number | null;
  gallons_leaked: number;
  /** Each day's leak gallons of the period times the price of that day. */
  leak_expense: number;
  leak_days: number;
  leak_start_date: string;
  leak_end_date: string | null;
  is_active: boolean;
  is_unconfirmed: boolean;
  total_gallons_leaked: number;
  meter_serial_number: string;
  flow_time: number | null;
  events_sum: number | null;
}

/** The same with what it cost since the leak began. */
export interface PricedLeakListRow extends LeakListRow {
  total_expense: number;
}

/** A page of leaks. */
export interface LeakListPage<Row> {
  count: number;
  /** How many of the leaks on all pages are of no unit. */
  outside_units_count: number;
  rows: Row[];
}

/** What is read of a place, in order: each may depend on those before it. */
const STAGES = ["names", "run", "consumed", "total", "meter", "expense", "total_expense"] as const;
type StageName = (typeof STAGES)[number];

const columns = {
  rank: sql`rank`,
  leak_type: sql`leak_type`,
  property_name: sql`lower(property_name)`,
  building_name: sql`lower(building_name)`,
  unit_name: sql`lower(unit_name)`,
  gallons_consumed: sql`gallons_consumed`,
  gallons_leaked: sql`gallons_leaked`,
  leak_days: sql`leak_days`,
  leak_start_date: sql`leak_start_date`,
  total_gallons_leaked: sql`total_gallons_leaked`,
  flow_time: sql`flow_time`,
  events_sum: sql`events_sum`,
  meter_serial_number: sql`meter_serial_number`,
  leak_expense: sql`leak_expense`,
  leak_expense_per_day: sql`leak_expense::float8 / nullif(leak_days, 0)`,
  total_expense: sql`total_expense`,
};

export type LeakListField = keyof typeof columns;
export type LeakListOrdering = LeakListField | `-${LeakListField}`;

/** What must be known of every place to order by a field. */
const needs: Record<LeakListField, readonly StageName[]> = {
  rank: [],
  leak_type: ["run"],
  property_name: ["names"],
  building_name: ["names"],
  unit_name: ["names"],
  gallons_consumed: ["consumed"],
  gallons_leaked: [],
  leak_days: [],
  leak_start_date: ["run"],
  total_gallons_leaked: ["run", "total"],
  flow_time: ["names", "run", "meter"],
  events_sum: ["names", "run", "meter"],
  meter_serial_number: ["names", "run", "meter"],
  leak_expense: ["expense"],
  leak_expense_per_day: ["expense"],
  total_expense: ["run", "total_expense"],
};

type Params = LeakParams & PageParams & { ordering: LeakListOrdering };

const TIES = sql`property_id, unit_id nulls last, meter_id`;

/**
 * One page of the leaks with leak gallons in the chosen days: a row for each unit, and one for each leaking meter of a
 * building or irrigation. `include_active_leak` adds those that go on now but had no leak gallons in this period;
 * `only_active` keeps those without an end. What needs a place's days or meters is read for the rows of the page only,
 * unless the order or a filter needs it.
 */
export function leakList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<LeakListPage<LeakListRow>> {
  const ofRows = STAGES.filter((stage) => stage !== "total_expense");
  return pageOfList<LeakListRow>(scope, tx, params, clock, ofRows);
}

/** The same with what the leaks cost since they began. */
export function pricedLeakList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<LeakListPage<PricedLeakListRow>> {
  return pageOfList<PricedLeakListRow>(scope, tx, params, clock, STAGES);
}

async function pageOfList<Row>(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
  ofRows: readonly StageName[],
): Promise<LeakListPage<Row>> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const within = withinPeriod(properties, params, clock);
  const needed = new Set<StageName>(stagesOf(params));
  const ofAll = STAGES.filter((stage) => needed.has(stage));
  const ofPage = ofRows.filter((stage) => !needed.has(stage));
  const before = staged("place", ofAll, stagesOfAll(within));
  const listed = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    ${places(params, within)}${before.ctes},
    listed as (
      select *, row_number() over (order by gallons_leaked desc, ${TIES}) as rank
      from ${sql.ref(before.last)} where ${matchesLeakParams(params)}
    )`;
  const after = staged("page", ofPage, stagesOfPage(within));
  const order = orderBy(params.ordering, columns, TIES);
  const found = await sql<Row & { count: number; outside_units_count: number }>`${listed},
    page as materialized (
      select *, count(*) over () as count, count(*) filter (where unit_id is null) over () as outside_units_count
      from listed ${order} limit ${params.page_size} offset ${(params.offset ?? 0) + (params.page - 1) * params.page_size}
    ),
    run_of_page as materialized (${leakRuns("page")})${after.ctes},
    newest as materialized (${newestReadings(
      sql`(select distinct property_id, time_zone from ${sql.ref(after.last)} where is_active)`,
    )}),
    confirmed as (${withConfirmation(after.last)})
    select * from confirmed ${order}`.execute(tx);
  const count = await pageCount(tx, params, found.rows, listed);
  return { count, outside_units_count: found.rows[0]?.outside_units_count ?? 0, rows: found.rows };
}

/** SQL, the CTE `place`: which places there are, with their leak gallons in the period, and `run_of_all` where needed. */
function places({ include_active_leak = false }: LeakParams, within: WithinPeriod): RawBuilder<unknown> {
  const volume = sql`*, (toilet_leak + heater_leak + other_leak) as gallons_leaked`;
  const leaking = sql`leaking_place as materialized (${leakingPlaces(within)})`;
  const runs = sql`run_of_all as materialized (${leakRuns(null)})`;
  if (!include_active_leak) return sql`${leaking}, ${runs}, place as (select ${volume} from leaking_place)`;
  return sql`${leaking}, ${runs},
    place as (select ${volume} from leaking_place
      union all select ${volume} from (${silentPlaces("leaking_place", "run_of_all")}) silent)`;
}

/** @param runs name of rows of leakRuns */
const stagesWith = (within: WithinPeriod, runs: string): Record<Exclude<StageName, "expense">, Stage> => ({
  names: withNames,
  run: (rows) => withRun(rows, runs),
  consumed: (rows) => withConsumed(rows, within),
  total: withTotal,
  meter: (rows) => withMeter(rows, within),
  total_expense: withTotalExpense,
});

const stagesOfAll = (within: WithinPeriod): Record<StageName, Stage> => ({
  ...stagesWith(within, "run_of_all"),
  expense: (rows) => withExpense(rows, within),
});

const stagesOfPage = (within: WithinPeriod): Record<StageName, Stage> => ({
  ...stagesWith(within, "run_of_page"),
  expense: (rows) => withExpenseOfEach(rows, within),
});

/** What must be known of every place before a page of them can be selected. */
function stagesOf(params: Params): StageName[] {
  const byPlace = params.building_id !== undefined || params.unit_id !== undefined || isByBedrooms(params);
  const ofOrder = Object.entries(needs).find(([field]) => params.ordering.replace(/^-/, "") === field)?.[1] ?? [];
  return [...ofOrder, ...(byPlace ? (["names"] as const) : []), ...(params.only_active ? (["run"] as const) : [])];
}
