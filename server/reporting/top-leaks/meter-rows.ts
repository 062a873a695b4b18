import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { LeakHour } from "../../../contract/reporting/leak-details.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { beganOn, endedOn } from "../../query/chosen-properties.ts";
import type { MeterDays } from "../../query/meter-days.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import type { PageParams } from "../../query/page.ts";
import { type AttachedTo, attachedTo } from "../../readings/meter-day.ts";
import { dayText } from "../../time/local-day.ts";
import type { ServedMeters } from "./served-meters.ts";
import type { Stretch } from "./walk-days.ts";

/** Where a meter is installed, as in every list of meters. */
export const MeterPlace = z.object({
  property_id: z.int(),
  property_name: z.string(),
  building_id: z.int(),
  building_name: z.string(),
  unit_id: z.int().nullable(),
  unit_name: z.string().nullable(),
  attached_to: z.enum(attachedTo),
  meter_serial_number: z.string(),
});
type MeterPlace = z.output<typeof MeterPlace>;

/** The columns of a database row that state where its meter is installed. */
export const meterPlaceOf = (row: MeterPlace): MeterPlace => MeterPlace.parse(row);

/** SQL: the columns of MeterPlace, of a row `served` with what withPlaces joins. */
export const placeColumns = sql`served.property_id, properties.name as property_name, served.building_id,
  buildings.name as building_name, served.unit_id, units.name as unit_name, served.attached_to,
  meters.serial_number as meter_serial_number`;

/** SQL, joins to a row `served`: names of the places where it is installed. */
export const withPlaces = sql`
  join properties on properties.id = served.property_id
  join meters on meters.property_id = served.property_id and meters.id = served.meter_id
  join buildings on buildings.property_id = served.property_id and buildings.id = served.building_id
  left join units on units.property_id = served.property_id and units.id = served.unit_id`;

/**
 * SQL, joins to a row `served`: every day of its service in the period as `day.at`, with `known`, what is stored of it.
 * The days of a meter are fetched together: one by one, or all of everybody's, they cost many times that.
 */
export const everyDay = (days: MeterDays) => sql`
  cross join lateral generate_series(served.began_on::timestamp, served.end_on - interval '1 day', interval '1 day') day (at)
  left join lateral ${daysServed(days)} known on known.day = day.at::date`;

/** SQL, for a lateral join to a row `served`: the days that are stored of it. */
export const daysServed = ({ table, inMonths }: MeterDays) => sql`(
  select * from ${table} stored
  where stored.property_id = served.property_id and stored.meter_id = served.meter_id
    and stored.day >= served.began_on and stored.day < served.end_on
    ${inMonths("stored", sql`served.began_on`, sql`served.end_on`)}
  ${optimizationFence}
)`;

/** SQL, a left join to a row `served`: as `known` what is stored of it on a day. @param date SQL of the day */
export const dayServed = ({ table, inMonths }: MeterDays, date: RawBuilder<unknown>) => sql`
  left join lateral (
    select * from ${table} stored
    where stored.property_id = served.property_id and stored.meter_id = served.meter_id and stored.day = ${date}
      ${inMonths("stored", date, date)}
    ${optimizationFence}
  ) known on true`;

/** SQL over the names of a place: by which places rows are ordered. */
export const placeOrder = {
  property_name: sql`lower(property_name)`,
  building_name: sql`lower(building_name)`,
  unit_name: sql`lower(unit_name)`,
  attached_to: sql`attached_to`,
  meter_serial_number: sql`meter_serial_number`,
};

/** An order of rows by one thing, nulls last. */
export interface KeyOrder {
  ordering: "key" | "-key";
  /** SQL of that thing. */
  key: RawBuilder<unknown>;
}

/** The thing by which an ordering such as `-flow_time` orders. @param keys by field */
export function keyOrder<F extends string>(ordering: F | `-${F}`, keys: Record<F, RawBuilder<unknown>>): KeyOrder {
  for (const [field, key] of Object.entries<RawBuilder<unknown>>(keys)) {
    if (ordering === field) return { ordering: "key", key };
    if (ordering === `-${field}`) return { ordering: "-key", key };
  }
  throw new Error(`There is no ordering by ${ordering}.`);
}

/** Whether rows are ordered by where their meters are installed. */
export function isByPlace(ordering: string): boolean {
  return ordering.replace(/^-/, "") in placeOrder;
}

/**
 * SQL: the rows `served` with `key`, a number that orders them as `key` does. What is sorted for each of their days is
 * this number, never a name.
 */
export const placedMeters = (key: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select property_id, service_id, began_on, end_on, time_zone,
    case when ${key} is not null then dense_rank() over (order by ${key}) end as key
  from (
    select ${placeColumns}, served.service_id, served.began_on, served.end_on, served.time_zone from served ${withPlaces}
  ) place`;

/** SQL: the rows of a page. */
export const pageOf = ({ page, page_size }: PageParams): RawBuilder<unknown> =>
  sql`limit ${page_size} offset ${(page - 1) * page_size}`;

/**
 * The rows of some stretches, in their order.
 * @param columns SQL over `served`, its day `served.day`, hour `served.slot` and `known`, what is stored of that day
 */
export async function rowsOf<Row>(
  tx: Transactional,
  shape: z.ZodType<Row>,
  { ctes, isRequested, meterDays }: ServedMeters,
  stretches: readonly Stretch[],
  columns: RawBuilder<unknown>,
): Promise<Row[]> {
  if (stretches.length === 0) return [];
  return queryRows(tx, shape)`
    with ${ctes},
    picked as materialized (
      select stretch.position, stretch.day, stretch.slot, period.time_zone, service.*
      from unnest(
        ${stretches.map(({ propertyId }) => propertyId)}::bigint[], ${stretches.map(({ day }) => dayText(day))}::date[],
        ${stretches.map(({ slot }) => slot)}::int[], ${stretches.map(({ skip }) => skip)}::bigint[],
        ${stretches.map(({ take }) => take)}::bigint[]
      ) with ordinality as stretch (property_id, day, slot, skip, take, position)
      join period on period.property_id = stretch.property_id
      cross join lateral (
        select service.property_id, service.id as service_id, service.meter_id, point.building_id, point.unit_id,
          point.attached_to
        from meter_services service
        join meter_points point on point.property_id = service.property_id and point.id = service.point_id
        left join units on units.property_id = point.property_id and units.id = point.unit_id
        where service.property_id = stretch.property_id and stretch.day >= ${beganOn} and stretch.day < ${endedOn}
          and ${isRequested}
        order by service.id offset stretch.skip limit stretch.take
      ) service
    )
    select ${placeColumns}, served.day as date, ${columns}
    from picked served ${withPlaces}
    ${dayServed(meterDays, sql`served.day`)}
    order by served.position, served.service_id`;
}

/** More rows than these are sorted by date only. */
const MOST_SORTED = 1_000_000;

/**
 * Rejects an order for which every row would have to be read, where there are too many.
 * @throws ProblemError invalid_request
 */
export function rejectToSort(count: number): void {
  if (count <= MOST_SORTED) return;
  const [rows, most] = [count, MOST_SORTED].map((number) => number.toLocaleString("en-US"));
  const sentence = text`There are ${rows} rows, and at most ${most} can be sorted this way: sort by date, or choose fewer properties or days.`;
  throw new ProblemError("invalid_request", sentence, { ordering: [sentence] });
}

const kinds = { Toilet: "Toilet Leak", "Water Heater": "Water Heater Leak" } as const;

/** The leak figures of a meter's day or hour. @param gallons null: not measured; the leak of it in the same unit */
export function leakDetailsOf(row: {
  attached_to: AttachedTo;
  gallons: number | null;
  leaked: number;
  isCaughtUp: boolean;
}): LeakHour["leak_details"] {
  if (row.gallons === null) return "No Data";
  // Caught-up gallons are never leak gallons: what leaked was measured.
  if (row.leaked > 0)
    return row.attached_to === "Toilet" || row.attached_to === "Water Heater" ? kinds[row.attached_to] : "Other Leak";
  return row.isCaughtUp ? "Catch-Up" : "No Leak";
}
