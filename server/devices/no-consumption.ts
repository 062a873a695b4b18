import { type RawBuilder, sql } from "kysely";
import { isReadDay, statusFromDays } from "../metering/last-seen/status-from-days.ts";
import { knownOccupancy } from "../occupancy/reported-occupancy.ts";
import { type AsOf, asOfSince, inLastDays } from "../query/as-of.ts";
import { allMeterDays, fromMonth } from "../query/meter-days.ts";
import { optimizationFence } from "../query/optimization-fence.ts";

/** Read days without water after which a meter of an occupied unit is worth a look, */
const OCCUPIED_DAYS = 7;
/** and where it is unknown whether the unit is occupied. A unit that is known to be vacant uses nothing. */
const UNKNOWN_DAYS = 14;
/** Days that were not read are passed over, as long as there are not more than half as many of them. */
const SPAN = 1.5;

const within = (days: number) => Math.floor(days * SPAN);
/** Complete days, one of which must have been read and none of which may have water, today's neither. */
const CANDIDATE_DAYS = within(OCCUPIED_DAYS) - OCCUPIED_DAYS + 1;

/**
 * SQL: how many of the last complete days of `status`, a row of `dry_status`, were read, after the last water and not
 * before `since` (null: whenever).
 */
function readSince(days: number, since: RawBuilder<unknown>): RawBuilder<unknown> {
  const last = sql`least(status.last_day, status.last_seen_on)`;
  const first = sql`greatest(status.last_day - ${days - 1}::int, status.last_flow_on + 1, ${since})`;
  return sql`case when ${last} < ${first} then 0 else bit_count(((status.read_days >> (status.last_seen_on - ${last}))
    & ((1::bigint << (${last} - ${first} + 1)) - 1))::bit(64)) end`;
}

/**
 * SQL, a CTE `dry_status`: meters in service in units, that may report without water: property_id, meter_id,
 * building_id, unit_id, attached_to, day, last_day, last_seen_on, last_flow_on, read_days, and has_later_flow: with water after
 * `day`, last_flow_on is null also if the last before it is older than the days that are counted.
 */
function metersWithoutFlow(properties: readonly AsOf[]): RawBuilder<unknown> {
  const inService = (service: string, at: RawBuilder<unknown>) => sql`
    (${sql.ref(`${service}.began_at`)} is null or ${sql.ref(`${service}.began_at`)} <= ${at})
    and (${sql.ref(`${service}.ended_at`)} is null or ${sql.ref(`${service}.ended_at`)} > ${at})`;
  const meter = {
    propertyId: sql`meter.property_id`,
    meterId: sql`meter.meter_id`,
    timeZone: sql`meter.time_zone`,
  };
  const until = sql`day.day <= meter.day`;
  if (properties.every(({ isNow }) => isNow)) {
    // Few, and found in their own index.
    const flowOn = (condition: RawBuilder<unknown>) => sql`
      select * from installed_meters dry where dry.property_id = near.property_id and dry.last_flow_on ${condition}`;
    // A meter's stored status does not suffice where a day of it is in the future, or where it was not calculated.
    return sql`
      near as materialized (select *, day - ${CANDIDATE_DAYS + 1}::int as dry_since, last_day - ${CANDIDATE_DAYS}::int as unread from as_of),
      likely as (
        select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, near.day,
          near.last_day, near.time_zone, meter.last_seen_on, meter.last_flow_on, meter.read_days,
          coalesce(meter.last_seen_on > near.day, false) or coalesce(meter.last_flow_on > near.day, false) as is_unclear
        from near
        cross join lateral (${flowOn(sql`is null`)} union all ${flowOn(sql`<= near.dry_since`)}
          union all ${flowOn(sql`> near.day`)}) meter
        where meter.unit_id is not null and ${inService("meter", sql`near.at`)} and meter.last_seen_on > near.unread
      ),
      dry_status as (
        select property_id, meter_id, building_id, unit_id, attached_to, day, last_day, last_seen_on, last_flow_on,
          read_days, false as has_later_flow
        from likely where not is_unclear
        union all
        select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, meter.day,
          meter.last_day, status.last_seen_on, status.last_flow_on, status.read_days, false
        from (select * from likely where is_unclear ${optimizationFence}) meter
        cross join lateral ${statusFromDays(meter, until)} status
      )`;
  }
  return sql`
    candidate as materialized (
      select day.property_id, day.meter_id, as_of.at, as_of.day, as_of.last_day, as_of.time_zone
      from ${asOfSince(CANDIDATE_DAYS + 1)}
      cross join lateral (
        select day.property_id, day.meter_id, day.day, day.hours, day.hours_measured, day.gallons_total
        from all_meter_days day
        where day.property_id = as_of.property_id and ${inLastDays(properties, "day.day", CANDIDATE_DAYS + 1)}
          ${allMeterDays.inMonths("day", sql`as_of.before`, sql`as_of.day`)}
        ${optimizationFence}
      ) day
      group by day.property_id, day.meter_id, as_of.at, as_of.day, as_of.last_day, as_of.time_zone
      having bool_or(${isReadDay("day")} and day.day <= as_of.last_day) and not bool_or(day.gallons_total > 0)
    ),
    dry_status as (
      select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, meter.day,
        meter.last_day, status.last_seen_on,
        greatest(status.last_flow_on, case when meter.last_flow_on <= meter.day then meter.last_flow_on end) as last_flow_on,
        status.read_days, coalesce(meter.last_flow_on > meter.day, false) as has_later_flow
      from (
        select candidate.*, installed.building_id, installed.unit_id, installed.attached_to, installed.last_flow_on
        from candidate
        join installed_meters installed on installed.property_id = candidate.property_id
          and installed.meter_id = candidate.meter_id and ${inService("installed", sql`candidate.at`)}
        where installed.unit_id is not null ${optimizationFence}
      ) meter
      -- One more than the days that are counted: the newest may be of a day that is not complete.
      cross join lateral ${statusFromDays(meter, until, within(UNKNOWN_DAYS) + 1)} status
    )`;
}

/**
 * SQL, CTEs over `as_of` that end with `no_consumption`: the meters of units that report without water, with property_id,
 * meter_id, building_id, unit_id, attached_to, occupancy (`occupied` or `unknown`), last_used (the last local day with
 * water; null: none is known), last_day (the last complete local day).
 */
export function noConsumption(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`
    ${metersWithoutFlow(properties)},
    dry_recently as materialized (
      select status.* from dry_status status
      where ${readSince(CANDIDATE_DAYS, sql`null::date`)} > 0
        and (status.last_flow_on is null or status.last_flow_on <= status.day - ${CANDIDATE_DAYS + 1}::int)
        and ${readSince(within(UNKNOWN_DAYS), sql`null::date`)} >= ${OCCUPIED_DAYS}::int
    ),
    ${knownOccupancy(sql`(select distinct property_id, unit_id, day from dry_recently) as_of
      join occupancy on occupancy.property_id = as_of.property_id and occupancy.unit_id = as_of.unit_id
        and occupancy.as_of <= as_of.day`)},
    -- Not a join: Postgres expects one row of each, and would compare each of one with each of the other.
    with_occupancy as (
      select status.*, max(status.reported_status) over of_unit as occupancy, max(status.reported_since) over of_unit as since
      from (
        select dry_recently.*, null::text as reported_status, null::date as reported_since from dry_recently
        union all
        select reported.property_id, null, null, reported.unit_id, null, null, null, null, null, null, null,
          reported.status, reported.since
        from reported
      ) status
      window of_unit as (partition by status.property_id, status.unit_id)
    ),
    no_consumption as (
      select status.property_id, status.meter_id, status.building_id, status.unit_id, status.attached_to,
        coalesce(status.occupancy, 'unknown') as occupancy, status.last_day,
        case when status.last_flow_on is null and status.has_later_flow then (
          select day.day from all_meter_days day
          where day.property_id = status.property_id and day.meter_id = status.meter_id and day.day <= status.day
            and day.gallons_total > 0
          order by day.day desc limit 1) else status.last_flow_on end as last_used
      from with_occupancy status
      where status.meter_id is not null and case status.occupancy
        when 'occupied' then ${readSince(within(OCCUPIED_DAYS), sql`status.since`)} >= ${OCCUPIED_DAYS}::int
        when 'vacant' then false
        else ${readSince(within(UNKNOWN_DAYS), sql`null::date`)} >= ${UNKNOWN_DAYS}::int end
    )`;
}

/** SQL: the first day on which a meter was read after its last water, `row` being one of `no_consumption`. */
export function dryFrom(row: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql`(
    select day.day
    from (select coalesce(${of("last_used")}, '-infinity') as last_used ${optimizationFence}) known
    cross join lateral (
      select day.day from all_meter_days day
      where day.property_id = ${of("property_id")} and day.meter_id = ${of("meter_id")}
        and day.hours_measured * 4 >= day.hours * 3 and day.day > known.last_used
        ${fromMonth("day", sql`known.last_used`)}
      ${optimizationFence}
    ) day
    order by day.day limit 1)`;
}
