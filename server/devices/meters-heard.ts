import { type RawBuilder, sql } from "kysely";
import { type AsOf, inLastDays } from "./as-of.ts";
import { METER_DELAYED_HOURS } from "./status.ts";

/** Days in which a meter was heard that is not offline; most meters have their newest reading in them. */
const RECENT_DAYS = METER_DELAYED_HOURS / 24 + 1;

/** SQL: something was read on `heard`, a row of meter_days, be it that no hour follows from it yet. */
const isHeard = sql`(heard.hours_measured > 0 or cardinality(heard.register_seconds) > 0
  or jsonb_typeof(heard.lumps) = 'array')`;

const isMeasured = (slot: RawBuilder<unknown>) =>
  sql`(heard.gallons[${slot}] is not null or (heard.covered >> (${slot} - 1)) & 1 = 1)`;

/**
 * SQL: the newest measured instant of `heard`, a row of meter_days: of its newest register; without registers the end of
 * the newest measured hour or lump. Never after `as_of`.
 */
const heardAt = sql`(select least(as_of.at, newest.at) from (select (heard.day::timestamp at time zone as_of.time_zone) + case
  when cardinality(heard.register_seconds) > 0
    then interval '1 second' * (select max(second) from unnest(heard.register_seconds) second)
  else interval '1 hour' * greatest(
    case when ${isMeasured(sql`heard.hours`)} then heard.hours
      else (select max(slot) from generate_series(1, heard.hours) slot where ${isMeasured(sql`slot`)}) end,
    (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
      case when jsonb_typeof(heard.lumps) = 'array' then heard.lumps else '[]'::jsonb end) lump))
  end) newest (at) where newest.at is not null)`;

/** SQL, a CTE over `as_of`: `in_service` (property_id, meter_id, point_id), the meters in service at the instant. */
export const inService = sql`
  in_service as materialized (
    select service.property_id, service.meter_id, min(service.point_id) as point_id
    from as_of join meter_services service on service.property_id = as_of.property_id
    where (service.began_at is null or service.began_at <= as_of.at)
      and (service.ended_at is null or service.ended_at > as_of.at)
    group by service.property_id, service.meter_id
  )`;

/**
 * SQL, CTEs over `as_of` and `in_service`: `meter_heard` (property_id, meter_id, heard_at), when the meters that were
 * ever heard by the instant were heard last. Days before the recent ones are looked at only for meters that are silent in
 * those.
 */
export function metersHeard(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`
    recent as materialized (
      select heard.property_id, heard.meter_id, max(heard.day) as day
      from as_of join meter_days heard on heard.property_id = as_of.property_id
      where ${inLastDays(properties, "heard.day", RECENT_DAYS)} and ${isHeard}
      group by heard.property_id, heard.meter_id
    ),
    silent as (
      select in_service.property_id, in_service.meter_id
      from in_service
      where not exists (select from recent
        where recent.property_id = in_service.property_id and recent.meter_id = in_service.meter_id)
    ),
    meter_heard as materialized (
      select heard.property_id, heard.meter_id, ${heardAt} as heard_at
      from recent
      join as_of on as_of.property_id = recent.property_id
      join meter_days heard on heard.property_id = recent.property_id and heard.meter_id = recent.meter_id
        and heard.day = recent.day and ${inLastDays(properties, "heard.day", RECENT_DAYS)}
      union all
      select silent.property_id, silent.meter_id, latest.heard_at
      from silent
      join as_of on as_of.property_id = silent.property_id
      cross join lateral (
        select ${heardAt} as heard_at
        from meter_days heard
        where heard.property_id = silent.property_id and heard.meter_id = silent.meter_id
          and heard.day <= as_of.day - ${RECENT_DAYS}::int and ${isHeard}
        order by heard.day desc limit 1
      ) latest
    )`;
}
