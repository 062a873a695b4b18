import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { MeterHourRow } from "../../../contract/reporting/meter-volumes.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { MeterDays } from "../../query/meter-days.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import { localMidnight } from "../../time/local-midnight.ts";
import { localHour } from "../leak-details/local-hour.ts";
import {
  dayServed,
  everyDay,
  isByPlace,
  keyOrder,
  leakDetailsOf,
  MeterPlace,
  meterPlaceOf,
  pageOf,
  placeColumns,
  placedMeters,
  placeOrder,
  rejectToSort,
  rowsOf,
  withPlaces,
} from "./meter-rows.ts";
import { type MetersParams, type ServedMeters, servedMeters } from "./served-meters.ts";
import { hoursBegun, walkDays } from "./walk-days.ts";

type HourField = Exclude<keyof MeterHourRow, "property_id" | "building_id" | "unit_id" | "hour" | "starts_at">;

interface Params extends MetersParams, PageParams {
  ordering: HourField | `-${HourField}`;
}

const StoredHour = MeterPlace.extend({
  date: z.string(),
  /** The hour, counted from local midnight. */
  slot: z.int(),
  time_zone: z.string(),
  /** Thousandths of a gallon; null: not measured. */
  gallons: z.int().nullable(),
  leaked: z.int(),
  is_caught_up: z.boolean(),
  flow_time: z.int().nullable(),
  events: z.int().nullable(),
});
type StoredHour = z.output<typeof StoredHour>;

/** SQL: the fields of StoredHour besides the place, of hour `slot` of `known`, a row of meter_days. */
const storedHour = (slot: RawBuilder<unknown>) => sql`
  case when known.gallons[${slot} + 1] is not null or known.estimated[${slot} + 1] is not null
      or (known.covered >> ${slot}) & 1 = 1
    then coalesce(known.gallons[${slot} + 1], 0) + coalesce(known.estimated[${slot} + 1], 0) end as gallons,
  coalesce(known.leak_gallons[${slot} + 1], 0) as leaked, known.estimated[${slot} + 1] is not null as is_caught_up,
  known.flow_time[${slot} + 1] as flow_time, known.events[${slot} + 1] as events`;

const columns: Record<HourField, RawBuilder<unknown>> = {
  ...placeOrder,
  date: sql`date`,
  gallons_consumed: sql`gallons`,
  flow_time: sql`flow_time`,
  events: sql`events`,
  gallons_leaked: sql`case when gallons is not null then leaked end`,
  leak_details: sql`case when gallons is null then 'No Data'
    when leaked > 0 then case attached_to when 'Toilet' then 'Toilet Leak' when 'Water Heater' then 'Water Heater Leak'
      else 'Other Leak' end
    when is_caught_up then 'Catch-Up' else 'No Leak' end`,
};

const TIES = sql`date desc, slot desc, property_id, service_id`;

/**
 * One page of the hours of every meter in service, read or not, up to now; those that were archived are not among them.
 * By date, which is by local day and hour, it costs what its page does. Any other order reads every hour.
 * @throws ProblemError invalid_request for such an order of several properties, or of too many rows
 */
async function meterHourList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: MeterHourRow[]; keptFrom: string | null }> {
  const now = clock();
  const served = await servedMeters(scope, tx, params, clock, true);
  const offset = (params.page - 1) * params.page_size;
  const isDescending = params.ordering === "-date";
  const page = { offset, limit: params.page_size, isDescending };
  const { count, stretches } = walkDays(served.spans, hoursBegun(now), page);
  const answer = (rows: StoredHour[]) => ({ count, rows: rows.map(meterHour), keptFrom: served.hoursKeptFrom });
  if (params.ordering === "date" || isDescending) {
    const hour = sql`served.slot, served.time_zone, ${storedHour(sql`served.slot`)}`;
    return answer(await rowsOf(tx, StoredHour, served, stretches, hour));
  }
  if (served.properties > 1) {
    const sentence = text`Hours of several properties can only be sorted by date. Choose one property, or sort by date.`;
    throw new ProblemError("invalid_request", sentence, { ordering: [sentence] });
  }
  rejectToSort(count);
  return answer(await pageOfAll(tx, served, params, now));
}

async function pageOfAll(
  tx: Transactional,
  { ctes, meterDays }: ServedMeters,
  params: Params,
  now: number,
): Promise<StoredHour[]> {
  const order = keyOrder(params.ordering, columns);
  const inOrder = orderBy(order.ordering, { key: sql`key` }, TIES);
  return queryRows(tx, StoredHour)`
    with ${ctes},
    listed as (${isByPlace(params.ordering) ? hoursByPlace(order.key, now) : hoursByValue(meterDays, order.key, now)}),
    page as materialized (select * from listed ${inOrder} ${pageOf(params)})
    select ${placeColumns}, served.service_id, served.time_zone, page.date, page.slot, page.key, ${storedHour(sql`page.slot`)}
    from page
    join served on served.property_id = page.property_id and served.service_id = page.service_id ${withPlaces}
    ${dayServed(meterDays, sql`page.date`)}
    ${inOrder}`;
}

/** SQL: every hour with `key`, over names of places; nothing that is stored of it is read. */
const hoursByPlace = (key: RawBuilder<unknown>, now: number) => sql`
  select property_id, service_id, date, slot, key
  from (
    select placed.*, began_on + n as date
    from (${placedMeters(key)}) placed cross join lateral generate_series(0, end_on - began_on - 1) n
  ) served ${slotsBegun(sql`date`, now)}`;

/** SQL: every hour with `key`, over what is stored of it. */
const hoursByValue = (meterDays: MeterDays, key: RawBuilder<unknown>, now: number) => sql`
  select property_id, service_id, date, slot, ${key} as key
  from (
    select served.property_id, served.service_id, served.attached_to, day.at::date as date, slot,
      ${storedHour(sql`slot`)}
    from served ${everyDay(meterDays)} ${slotsBegun(sql`day.at::date`, now)}
  ) hour`;

/** SQL, a lateral join to a row `served`: the hours of a day of it that have begun, as `slot`, from 0. */
function slotsBegun(day: RawBuilder<unknown>, now: number): RawBuilder<unknown> {
  const midnight = (of: RawBuilder<unknown>) => localMidnight(of, sql`served.time_zone`);
  return sql`
    cross join lateral generate_series(0, least(
      ceil(extract(epoch from ${midnight(sql`${day} + 1`)} - ${midnight(day)}) / 3600)::int,
      floor(extract(epoch from ${new Date(now)}::timestamptz - ${midnight(day)}) / 3600)::int + 1) - 1) slot`;
}

function meterHour(row: StoredHour): MeterHourRow {
  const { startsAt } = localDay(row.time_zone, dayNumber(row.date));
  const { time, instant } = localHour(row.time_zone, startsAt + row.slot * HOUR_MS);
  return {
    ...meterPlaceOf(row),
    date: row.date,
    hour: time,
    starts_at: instant,
    gallons_consumed: asGallons(row.gallons),
    flow_time: row.flow_time,
    events: row.events,
    gallons_leaked: row.gallons === null ? null : asGallons(row.leaked),
    leak_details: leakDetailsOf({ ...row, isCaughtUp: row.is_caught_up }),
  };
}

export const meterHourListReport = report(
  "GET /v1/reporting/top-leak-volume/meters/hour",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => {
    const { keptFrom, ...hours } = await meterHourList(scope, tx, query, clock);
    return { ...page(query, hours), hours_kept_from: keptFrom };
  },
);
