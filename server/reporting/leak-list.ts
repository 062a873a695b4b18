import { type RawBuilder, sql } from "kysely";
import type { LeakRow } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import {
  chosenProperties,
  type PlacesAsked,
  periodTable,
  type WithinPeriod,
  withinPeriod,
} from "./chosen-properties.ts";
import { withMeter, withTotal } from "./leak-list-meter.ts";
import { leakPlaces, leakRows } from "./leak-list-rows.ts";
import { orderBy } from "./ordering.ts";
import type { PageAsked } from "./page.ts";
import type { PeriodAsked } from "./period.ts";
import { newestReadings, withConfirmation } from "./unconfirmed.ts";
import { asGallons } from "./volume.ts";

type LeakField =
  | "leak_type"
  | "property_name"
  | "gallons_consumed"
  | "gallons_leaked"
  | "flow_time"
  | "events_sum"
  | "leak_start_date"
  | "total_gallons_leaked";

interface Asked extends PlacesAsked, PeriodAsked, PageAsked {
  ordering: LeakField | `-${LeakField}`;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  include_active_leak?: boolean | undefined;
  only_active?: boolean | undefined;
}

const columns = {
  leak_type: sql`leak_type`,
  property_name: sql`lower(property_name)`,
  gallons_consumed: sql`gallons_consumed`,
  gallons_leaked: sql`gallons_leaked`,
  flow_time: sql`flow_time`,
  events_sum: sql`events_sum`,
  leak_start_date: sql`leak_start_date`,
  total_gallons_leaked: sql`total_gallons_leaked`,
};

/**
 * One page of the leaks with leak gallons in the chosen days: a row for each unit, and one for each leaking meter of a
 * building or irrigation. `include_active_leak` adds those that go on now but were silent in these days; `only_active`
 * keeps those without an end.
 */
export async function leakList(
  scope: Scope,
  tx: Transactional,
  asked: Asked,
  clock: Clock,
): Promise<{ count: number; rows: LeakRow[] }> {
  const properties = await chosenProperties(scope, tx, asked, clock);
  const includeActive = asked.include_active_leak ?? false;
  const within = withinPeriod(properties, asked, clock);
  const leaking = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    place as (${leakPlaces(includeActive)}),
    leaking as (
      ${leakRows(includeActive, within)}
      and (${asked.building_id ?? null}::bigint[] is null or building.id = any(${asked.building_id ?? null}::bigint[]))
      and (${asked.unit_id ?? null}::bigint[] is null or place.unit_id = any(${asked.unit_id ?? null}::bigint[]))
      and (${asked.only_active ?? false}::boolean is false or run.is_active)
    )`;
  const found = await sql<LeakRow & { count: number }>`${leaking}, ${pageWithMeters(asked, within)}`.execute(tx);
  const rows = found.rows.map((row) => ({
    ...row,
    gallons_consumed: asGallons(row.gallons_consumed),
    gallons_leaked: asGallons(row.gallons_leaked),
    total_gallons_leaked: asGallons(row.total_gallons_leaked),
  }));
  // Beyond the last page no row says how many there are.
  const count = found.rows[0]?.count ?? (asked.page === 1 ? 0 : await countOf(tx, leaking));
  return { count, rows };
}

/**
 * Picks the page and adds what costs a look at a meter's or a unit's days: only for the rows of the page, unless the
 * order asks for it.
 */
function pageWithMeters(asked: Asked, within: WithinPeriod): RawBuilder<unknown> {
  const order = orderBy(asked.ordering, columns, sql`property_id, unit_id nulls last, meter_id`);
  const paged = (listed: string) => sql`select *, count(*) over () as count from ${sql.ref(listed)}
    ${order} limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}`;
  const confirmed = (listed: string) => sql`
    newest as materialized (${newestReadings(sql`(select distinct property_id, time_zone from ${sql.ref(listed)} where is_active)`)}),
    confirmed as (${withConfirmation(listed)})
    select * from confirmed ${order}`;
  if (/total_gallons_leaked$/.test(asked.ordering)) {
    return sql`totalled as (${withTotal("leaking")}), page as (${paged("totalled")}),
      metered as (${withMeter("page", within)}), ${confirmed("metered")}`;
  }
  const byMeter = /(flow_time|events_sum)$/.test(asked.ordering);
  const metered = byMeter
    ? sql`ranked as (${withMeter("leaking", within)}), metered as (${paged("ranked")})`
    : sql`page as (${paged("leaking")}), metered as (${withMeter("page", within)})`;
  return sql`${metered}, totalled as (${withTotal("metered")}), ${confirmed("totalled")}`;
}

async function countOf(tx: Transactional, leaking: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`${leaking} select count(*) as count from leaking`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
