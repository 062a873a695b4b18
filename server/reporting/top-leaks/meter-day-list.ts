import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { MeterDayRow } from "../../../contract/reporting/meter-volumes.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import { asGallons, leakPercentage } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { daysKeptFrom } from "../days-kept-from.ts";
import {
  dayServed,
  isByPlace,
  keyOrder,
  leakDetailsOf,
  MeterPlace,
  meterPlaceOf,
  placeColumns,
  placeOrder,
  rejectToSort,
  rowsOf,
  withPlaces,
} from "./meter-rows.ts";
import { type MetersParams, type ServedMeters, servedMeters } from "./served-meters.ts";
import { daysByClass, daysByPlace, daysByValue } from "./sorted-days.ts";
import { walkDays, wholeDays } from "./walk-days.ts";

type DayField = Exclude<keyof MeterDayRow, "property_id" | "building_id" | "unit_id">;

interface Params extends MetersParams, PageParams {
  ordering: DayField | `-${DayField}`;
}

const StoredDay = MeterPlace.extend({
  date: z.string(),
  /** Thousandths of a gallon; null: nothing was measured. */
  gallons: z.int().nullable(),
  leaked: z.int(),
  estimated: z.int(),
  flow_time: z.int().nullable(),
  events: z.int().nullable(),
});
type StoredDay = z.output<typeof StoredDay>;

/** SQL: the fields of StoredDay besides the place, of `known`, a row of meter_days. */
const stored = sql`known.gallons_total as gallons, coalesce(known.leak_total, 0) as leaked,
  coalesce(known.estimated_total, 0) as estimated, known.flow_total as flow_time, known.events_total as events`;

const measured = (value: RawBuilder<unknown>) => sql`case when gallons is not null then ${value} end`;

const columns: Record<DayField, RawBuilder<unknown>> = {
  ...placeOrder,
  date: sql`date`,
  gallons_consumed: sql`gallons`,
  flow_time: sql`flow_time`,
  events: sql`events`,
  gallons_leaked: measured(sql`leaked`),
  toilet_leaks: measured(sql`case when attached_to = 'Toilet' then leaked else 0 end`),
  other_leaks: measured(sql`case when attached_to = 'Toilet' then 0 else leaked end`),
  leak_volume_percentage: sql`leaked::float8 / nullif(gallons, 0)`,
  leak_details: sql`case when gallons is null then 'No Data'
    when leaked > 0 then case attached_to when 'Toilet' then 'Toilet Leak' when 'Water Heater' then 'Water Heater Leak'
      else 'Other Leak' end
    when estimated > 0 then 'Catch-Up' else 'No Leak' end`,
};

/**
 * One page of the days of every meter in service, read or not, up to today. By date it costs what its page does; the
 * days with most leak gallons are found among those that have some; other orders read every meter, or all its stored
 * days.
 * @throws ProblemError invalid_request where that would be too many
 */
async function meterDayList(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: MeterDayRow[] }> {
  const served = await servedMeters(scope, tx, params, clock, false);
  const offset = (params.page - 1) * params.page_size;
  const isDescending = params.ordering === "-date";
  const { count, stretches } = walkDays(served.spans, wholeDays, { offset, limit: params.page_size, isDescending });
  if (params.ordering === "date" || isDescending) {
    return { count, rows: (await rowsOf(tx, StoredDay, served, stretches, stored)).map(meterDay) };
  }
  const leaky = params.ordering === "-gallons_leaked" ? await pageOfLeaky(tx, served, params) : null;
  if (leaky !== null) return { count, rows: leaky.map(meterDay) };
  rejectToSort(count);
  return { count, rows: (await pageInOrder(tx, served, params)).map(meterDay) };
}

/** The page, where only days with leak gallons are on it; null: others are, too. */
async function pageOfLeaky(
  tx: Transactional,
  { ctes, meterDays }: ServedMeters,
  params: Params,
): Promise<StoredDay[] | null> {
  const order = sql`order by leaked desc, date desc, property_id, service_id`;
  const rows = await queryRows(tx, StoredDay)`
    with ${ctes},
    leaking as (
      select served.*, leaking.day as date, leaking.leak_total as leaked
      from period
      cross join lateral (
        select leaking.property_id, leaking.meter_id, leaking.day, leaking.leak_total from ${meterDays.table} leaking
        where leaking.property_id = period.property_id and leaking.leak_total > 0
          and leaking.day between period.start_date and period.last_date
          ${meterDays.inMonths("leaking", sql`period.start_date`, sql`period.last_date`)}
        ${optimizationFence}
      ) leaking
      join served on served.property_id = leaking.property_id and served.meter_id = leaking.meter_id
        and leaking.day >= served.began_on and leaking.day < served.end_on
    ),
    page as materialized (
      select * from leaking ${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select ${placeColumns}, served.date, served.service_id, ${stored}
    from page served ${withPlaces}
    ${dayServed(meterDays, sql`served.date`)}
    ${order}`;
  return rows.length === params.page_size ? rows : null;
}

function pageInOrder(tx: Transactional, served: ServedMeters, params: Params): Promise<StoredDay[]> {
  const order = keyOrder(params.ordering, columns);
  const days = { shape: StoredDay, page: { page: params.page, page_size: params.page_size }, stored };
  if (isByPlace(params.ordering)) return daysByPlace(tx, served, { ...days, order });
  if (order.key !== columns.leak_details) return daysByValue(tx, served, { ...days, order });
  return daysByClass(tx, served, { ...days, order: { ...order, unstored: sql`'No Data'` } });
}

function meterDay(row: StoredDay): MeterDayRow {
  const leaked = row.gallons === null ? null : row.leaked;
  const ofToilet = row.attached_to === "Toilet";
  return {
    ...meterPlaceOf(row),
    date: row.date,
    gallons_consumed: asGallons(row.gallons),
    flow_time: row.flow_time,
    events: row.events,
    gallons_leaked: asGallons(leaked),
    toilet_leaks: asGallons(leaked !== null && !ofToilet ? 0 : leaked),
    other_leaks: asGallons(leaked !== null && ofToilet ? 0 : leaked),
    leak_volume_percentage: leakPercentage(leaked, row.gallons),
    leak_details: leakDetailsOf({ ...row, isCaughtUp: row.estimated > 0 }),
  };
}

export const meterDayListReport = report(
  "GET /v1/reporting/top-leak-volume/meters/day",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => ({
    ...page(query, await meterDayList(scope, tx, query, clock)),
    days_kept_from: await daysKeptFrom(scope, tx),
  }),
);
