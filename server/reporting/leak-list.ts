import { type RawBuilder, sql } from "kysely";
import type { LeakType } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { type BedroomsAsked, hasBedrooms, isByBedrooms } from "./bedrooms.ts";
import {
  chosenProperties,
  type PlacesAsked,
  periodTable,
  type WithinPeriod,
  withinPeriod,
} from "./chosen-properties.ts";
import { withConsumed, withNames, withTotal } from "./leak-list-figures.ts";
import { withMeter } from "./leak-list-meter.ts";
import { leakingPlaces, leakRuns, silentPlaces, withRun } from "./leak-places.ts";
import { orderBy } from "./ordering.ts";
import type { PageAsked } from "./page.ts";
import type { PeriodAsked } from "./period.ts";
import { newestReadings, withConfirmation } from "./unconfirmed.ts";

/** Which leaks a list is about. */
export interface LeaksAsked extends PlacesAsked, PeriodAsked, BedroomsAsked {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  include_active_leak?: boolean | undefined;
  only_active?: boolean | undefined;
}

/** A leaking place. Volumes in thousandths of a gallon. */
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

/** What is found out of a place, each after those before it, which it may need. */
const STAGES = ["names", "run", "consumed", "total", "meter"] as const;
type Stage = (typeof STAGES)[number];

const columns = {
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
};

export type LeakListField = keyof typeof columns;
export type LeakListOrdering = LeakListField | `-${LeakListField}`;

/** What must be known of every place to order by a field. */
const needs: Record<LeakListField, readonly Stage[]> = {
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
};

const TIES = sql`property_id, unit_id nulls last, meter_id`;

/**
 * One page of the leaks with leak gallons in the chosen days: a row for each unit, and one for each leaking meter of a
 * building or irrigation. `include_active_leak` adds those that go on now but were silent in these days; `only_active`
 * keeps those without an end. What costs a look at a place's days or meters is found out for the rows of the page alone,
 * unless the order or a filter asks for it.
 */
export async function leakList(
  scope: Scope,
  tx: Transactional,
  asked: LeaksAsked & PageAsked & { ordering: LeakListOrdering },
  clock: Clock,
): Promise<{ count: number; rows: LeakListRow[] }> {
  const properties = await chosenProperties(scope, tx, asked, clock);
  const within = withinPeriod(properties, asked, clock);
  const needed = new Set<Stage>(stagesOf(asked));
  const ofAll = STAGES.filter((stage) => needed.has(stage));
  const ofPage = STAGES.filter((stage) => !needed.has(stage));
  const before = added("place", ofAll, within, null);
  const listed = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    ${places(asked, within)}${before.ctes},
    listed as (select * from ${sql.ref(before.last)} where ${isAskedFor(asked)})`;
  const after = added("page", ofPage, within, "page");
  const order = orderBy(asked.ordering, columns, TIES);
  const found = await sql<LeakListRow & { count: number }>`${listed},
    page as materialized (
      select *, count(*) over () as count, row_number() over (order by gallons_leaked desc, ${TIES}) as rank
      from listed ${order} limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}
    )${after.ctes},
    newest as materialized (${newestReadings(
      sql`(select distinct property_id, time_zone from ${sql.ref(after.last)} where is_active)`,
    )}),
    confirmed as (${withConfirmation(after.last)})
    select * from confirmed ${order}`.execute(tx);
  // Beyond the last page no row says how many there are.
  const count = found.rows[0]?.count ?? (asked.page === 1 ? 0 : await countOf(tx, listed));
  return { count, rows: found.rows };
}

/** SQL, the CTE `place`: which places there are, with their leak gallons in the period, and `run_of_all` where needed. */
function places({ include_active_leak = false }: LeaksAsked, within: WithinPeriod): RawBuilder<unknown> {
  const volume = sql`*, (toilet_leak + heater_leak + other_leak) as gallons_leaked`;
  const leaking = sql`leaking_place as materialized (${leakingPlaces(within)})`;
  const runs = sql`run_of_all as (${leakRuns(null)})`;
  if (!include_active_leak) return sql`${leaking}, ${runs}, place as (select ${volume} from leaking_place)`;
  return sql`${leaking}, ${runs},
    place as (select ${volume} from leaking_place
      union all select ${volume} from (${silentPlaces("leaking_place", "run_of_all")}) silent)`;
}

/** SQL: CTEs that add the stages to the rows named `first`, each preceded by a comma, and the name of the last. */
function added(
  first: string,
  stages: readonly Stage[],
  within: WithinPeriod,
  listed: string | null,
): { ctes: RawBuilder<unknown>; last: string } {
  const runs = listed === null ? "run_of_all" : "run_of_page";
  const withStage: Record<Stage, (rows: string) => RawBuilder<unknown>> = {
    names: withNames,
    run: (rows) => withRun(rows, runs),
    consumed: (rows) => withConsumed(rows, within),
    total: withTotal,
    meter: (rows) => withMeter(rows, within),
  };
  let last = first;
  let ctes = listed !== null && stages.includes("run") ? sql`, run_of_page as (${leakRuns(listed)})` : sql``;
  for (const stage of stages) {
    const next = `${first}_${stage}`;
    ctes = sql`${ctes}, ${sql.ref(next)} as materialized (${withStage[stage](last)})`;
    last = next;
  }
  return { ctes, last };
}

/** What must be known of every place before a page of them can be told. */
function stagesOf(asked: LeaksAsked & { ordering: LeakListOrdering }): Stage[] {
  const byPlace = asked.building_id !== undefined || asked.unit_id !== undefined || isByBedrooms(asked);
  const ofOrder = Object.entries(needs).find(([field]) => asked.ordering.replace(/^-/, "") === field)?.[1] ?? [];
  return [...ofOrder, ...(byPlace ? (["names"] as const) : []), ...(asked.only_active ? (["run"] as const) : [])];
}

/** SQL: a row of places with what stagesOf says is asked for. */
function isAskedFor(asked: LeaksAsked): RawBuilder<unknown> {
  const { building_id: buildings, unit_id: units } = asked;
  return sql.join(
    [
      hasBedrooms(asked, "bedrooms"),
      ...(buildings === undefined ? [] : [sql`building_id = any(${buildings}::bigint[])`]),
      ...(units === undefined ? [] : [sql`unit_id = any(${units}::bigint[])`]),
      ...(asked.only_active ? [sql`is_active`] : []),
    ],
    sql` and `,
  );
}

async function countOf(tx: Transactional, listed: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`${listed} select count(*) as count from listed`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
