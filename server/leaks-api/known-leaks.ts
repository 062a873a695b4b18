import { type RawBuilder, sql } from "kysely";
import { isUnconfirmed, newestReadings } from "../reporting/leak-definitions.ts";

/** A leak that runs on this long after it was marked repaired was not; a gap this short makes no new leak either. */
const RAN_ON = sql`interval '24 hours'`;

/**
 * SQL: the last repair of `leak` that is not undone. A repair belongs to the leak that ran at its `repaired_at`, else to
 * the last one on the meter that started before, wherever that was: so it still matches after leaks are recalculated.
 */
export const lastRepair = sql`
  select id, repaired_at, note, made_by, made_at, leak.last_confirmed_at > repaired_at + ${RAN_ON} as ran_on
  from leak_repairs
  where leak_repairs.property_id = leak.property_id and leak_repairs.meter_id = leak.meter_id and undone_at is null
    and not leak.suspected and repaired_at >= leak.started_at and not exists (
      select from leaks later
      where later.property_id = leak.property_id and later.meter_id = leak.meter_id and not later.suspected
        and later.started_at > leak.started_at and later.started_at <= leak_repairs.repaired_at)
  order by made_at desc, id desc limit 1`;

/** SQL: the next leak of the same kind at the same place, on the meter of `leak`. What was only suspected is none. */
export const nextLeak = sql`
  select min(later.started_at) as started_at
  from leaks later
  where later.property_id = leak.property_id and later.meter_id = leak.meter_id and later.kind = leak.kind
    and later.unit_id is not distinct from leak.unit_id and later.started_at > leak.started_at and not later.suspected`;

/** SQL: what came after `leak`: the next one, and its last repair. Additional columns, and the joins that they need. */
const sinceColumns = sql`
  next_leak.started_at as came_back_at,
  word.id as repair_id, word.repaired_at, word.note, word.made_by, word.made_at, coalesce(word.ran_on, false) as ran_on`;
const sinceJoins = sql`cross join lateral (${nextLeak}) next_leak left join lateral (${lastRepair}) word on true`;

/** SQL: when a leak of these columns stopped; null: it has not. */
const stoppedAt = sql`case when suspected then null when ended_at is not null then ended_at
  when repair_id is not null and not ran_on then greatest(repaired_at, last_confirmed_at) end`;

/**
 * SQL: the CTEs `newest` and `known`, rows of leaks with their place, their state, their last repair and when they
 * stopped (null: they have not; of one marked repaired without a known end, the later of repair and last confirmation),
 * of the properties of the CTE `period`.
 * @param leaks the table of leaks, or a CTE with rows of it
 * @param condition SQL over `leak`, `period`, `meters` and `point`
 */
export function knownLeaks(leaks: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    newest as materialized (${newestReadings(sql`(select distinct period.property_id, period.time_zone
      from period join ${leaks} going_on on going_on.property_id = period.property_id where going_on.ended_at is null)`)}),
    candidate as (
      select leak.*, period.time_zone, meters.serial_number, point.attached_to, point.building_id,
        ${sinceColumns},
        leak.ended_at is null and ${isUnconfirmed} as is_silent
      from period
      join ${leaks} leak on leak.property_id = period.property_id
      join meters on meters.property_id = leak.property_id and meters.id = leak.meter_id
      cross join lateral (
        select meter_points.attached_to, meter_points.building_id
        from meter_services service
        join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
        where service.property_id = leak.property_id and service.meter_id = leak.meter_id
        order by service.began_at is null or service.began_at <= leak.started_at desc,
          service.began_at desc nulls last limit 1
      ) point
      left join newest on newest.property_id = leak.property_id
      ${sinceJoins}
      where ${condition}
    ),
    known as (
      select candidate.*, properties.name as property_name, buildings.name as building_name, units.name as unit_name,
        case when suspected then 'suspected' when repair_id is not null and not ran_on then 'repaired'
          when ended_at is not null then 'ended' when is_silent then 'unconfirmed' else 'open' end as state,
        ${stoppedAt} as stopped_at
      from candidate
      join properties on properties.id = candidate.property_id
      join buildings on buildings.property_id = candidate.property_id and buildings.id = candidate.building_id
      left join units on units.property_id = candidate.property_id and units.id = candidate.unit_id
    )`;
}
