import { type RawBuilder, sql } from "kysely";
import type { LeakRow } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { chosenProperties, inPeriod, type PlacesAsked, periodTable } from "./chosen-properties.ts";
import { withMeter } from "./leak-list-meter.ts";
import { leakPlaces, leakRows } from "./leak-list-rows.ts";
import { orderBy } from "./ordering.ts";
import type { PageAsked } from "./page.ts";
import type { PeriodAsked } from "./period.ts";
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

/** Figures that cost a look at the meter's days: read for the rows of the page, unless they decide which these are. */
const ofMeter = /^-?(flow_time|events_sum|total_gallons_leaked)$/;

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
  const within = (day: string) => inPeriod(sql.ref(day), properties, asked, clock);
  const order = orderBy(asked.ordering, columns, sql`property_id, unit_id nulls last, meter_id`);
  const page = sql`${order} limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}`;
  const meter = (rows: string) => withMeter(sql.ref(rows), within("meter_days.day"));
  const paged = ofMeter.test(asked.ordering)
    ? sql`detailed as (${meter("leaking")}) select *, count(*) over () as count from detailed ${page}`
    : sql`page as (select *, count(*) over () as count from leaking ${page}), detailed as (${meter("page")})
        select * from detailed ${order}`;
  const leaking = sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    place as (${leakPlaces(includeActive)}),
    leaking as (
      ${leakRows(includeActive, within)}
      and (${asked.building_id ?? null}::bigint[] is null or building.id = any(${asked.building_id ?? null}::bigint[]))
      and (${asked.unit_id ?? null}::bigint[] is null or place.unit_id = any(${asked.unit_id ?? null}::bigint[]))
      and (${asked.only_active ?? false}::boolean is false or run.is_active)
    )`;
  const found = await sql<LeakRow & { count: number }>`${leaking}, ${paged}`.execute(tx);
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

async function countOf(tx: Transactional, leaking: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`${leaking} select count(*) as count from leaking`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
