import { type RawBuilder, sql } from "kysely";
import { saidOf } from "../occupancy/said.ts";
import { settled } from "../reporting/settled.ts";
import { type AsOf, asOfSince, inDays, inLastDays } from "./as-of.ts";

/** Read days without water after which a meter of an occupied unit is worth a look, */
const OCCUPIED_DAYS = 7;
/** and where nobody said whether the unit is occupied. A unit that is known to be vacant uses nothing. */
const UNKNOWN_DAYS = 14;
/** Days that were not read are passed over, as long as there are not more than half as many of them. */
const SPAN = 1.5;

const within = (days: number) => Math.floor(days * SPAN);
/** Complete days, one of which must have been read and none of which may have water: a first, cheap look at all meters. */
const CANDIDATE_DAYS = within(OCCUPIED_DAYS) - OCCUPIED_DAYS + 1;

/** SQL: how many of the last complete days without water `dry_day` counts, for one of the two limits. */
const readDays = (days: number) => sql`count(*) filter (where dry_day.is_read
  and dry_day.day > dry_day.last_day - ${within(days)}::int
  and dry_day.day > coalesce(dry_day.wet_day, '-infinity') and dry_day.day >= coalesce(dry_day.since, '-infinity'))`;

/**
 * SQL, CTEs over `as_of` that end with `no_consumption`: the meters of units that report without water, with property_id,
 * meter_id, building_id, unit_id, attached_to, occupancy (`occupied` or `unknown`), last_used (the last local day with
 * water; null: none is known), dry_from (the first day read after it).
 */
export function noConsumption(properties: readonly AsOf[]): RawBuilder<unknown> {
  const isRead = sql`day.hours_measured * 4 >= day.hours * 3`;
  return sql`
    candidate as materialized (
      select day.property_id, day.meter_id, as_of.at, as_of.day, as_of.last_day
      from ${asOfSince(CANDIDATE_DAYS + 1)} join meter_days day on day.property_id = as_of.property_id
      where ${inLastDays(properties, "day.day", CANDIDATE_DAYS + 1)}
      group by day.property_id, day.meter_id, as_of.at, as_of.day, as_of.last_day
      having bool_or(${isRead} and day.day <= as_of.last_day and day.day > as_of.last_day - ${CANDIDATE_DAYS}::int)
        and not bool_or(day.gallons_total > 0)
    ),
    homely as materialized (
      select candidate.property_id, candidate.meter_id, point.building_id, point.unit_id, point.attached_to,
        candidate.day as today, candidate.day - ${within(UNKNOWN_DAYS) + 1}::int as before, candidate.last_day,
        said.status, said.since
      from candidate
      join meter_services service on service.property_id = candidate.property_id
        and service.meter_id = candidate.meter_id
        and (service.began_at is null or service.began_at <= candidate.at)
        and (service.ended_at is null or service.ended_at > candidate.at)
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      left join lateral (
        with ${saidOf(sql`(select candidate.day) as_of (day)
          join occupancy on occupancy.property_id = candidate.property_id and occupancy.unit_id = point.unit_id
            and occupancy.as_of <= as_of.day`)}
        select said.status, said.since from said
      ) said on true
      where point.unit_id is not null
    ),
    dry_day as (
      select homely.property_id, homely.meter_id, homely.building_id, homely.unit_id, homely.attached_to,
        homely.status, homely.since, homely.last_day, day.day,
        ${isRead} and day.day <= homely.last_day as is_read,
        max(day.day) filter (where day.gallons_total > 0) over (partition by day.property_id, day.meter_id) as wet_day
      from homely
      join meter_days day on day.property_id = homely.property_id and day.meter_id = homely.meter_id
        and day.day <= homely.today and day.day > homely.before
        and ${inDays(properties, "day.day", within(UNKNOWN_DAYS) + 1)}
    ),
    dry as (
      select property_id, meter_id, building_id, unit_id, attached_to, status, last_day
      from dry_day
      group by property_id, meter_id, building_id, unit_id, attached_to, status, last_day
      having (status = 'occupied' and ${readDays(OCCUPIED_DAYS)} >= ${OCCUPIED_DAYS}::int)
        or (status is null and ${readDays(UNKNOWN_DAYS)} >= ${UNKNOWN_DAYS}::int)
    ),
    no_consumption as (
      select dry.property_id, dry.meter_id, dry.building_id, dry.unit_id, dry.attached_to,
        coalesce(dry.status, 'unknown') as occupancy, used.day as last_used, first_read.day as dry_from, dry.last_day
      from dry
      left join lateral (
        select day.day from meter_days day
        where day.property_id = dry.property_id and day.meter_id = dry.meter_id and day.day <= dry.last_day
          and day.gallons_total > 0
        order by day.day desc limit 1
      ) used on true
      cross join lateral (
        select day.day
        from (select coalesce(used.day, '-infinity') as last_used ${settled}) known
        join meter_days day on day.property_id = dry.property_id and day.meter_id = dry.meter_id
          and day.hours_measured > 0 and day.day > known.last_used
        order by day.day limit 1
      ) first_read
    )`;
}
