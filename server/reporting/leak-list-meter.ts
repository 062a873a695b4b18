import { type RawBuilder, sql } from "kysely";
import type { WithinPeriod } from "../query/chosen-properties.ts";

/** SQL: the kind of any leak that a meter at `point` sees. */
const pointKind = sql`(case point.attached_to
  when 'Toilet' then 'toilet leak' when 'Water Heater' then 'water heater' else 'other leak' end)`;

/**
 * SQL: the rows of the leak list under the name `listed` with their meter's figures: its serial, minutes of flow and
 * draws per read day of the period (null where not reported). A leak of one kind is shown by the meter of that kind
 * with most leak gallons in the period (in a period without any, by one whose leak goes on, else by one still in
 * service), so that its details show the leak of the row. Of several kinds it is the top meter (of two, the one with
 * more leak gallons), without one the fixture with most.
 */
export function withMeter(listed: string, within: WithinPeriod): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  const isHybrid = sql`${rows}.leak_type = 'hybrid leak'`;
  return sql`
    select ${rows}.*, meter.serial_number as meter_serial_number, used.flow_time, used.events_sum
    from ${rows}
    cross join lateral (
      select rival.meter_id, rival.serial_number
      from (
        select placed.*, count(*) over () as rivals
        from (
          select meters.id as meter_id, meters.serial_number, service.ended_at is null as serves,
            rank() over (order by
              ${isHybrid} or ${pointKind} = ${rows}.leak_type desc,
              ${isHybrid} and point.attached_to in ('SPOE', 'DPOE') desc) as place
          from meter_points point
          join meter_services service on service.property_id = point.property_id and service.point_id = point.id
          join meters on meters.property_id = service.property_id and meters.id = service.meter_id
          where point.property_id = ${rows}.property_id and point.building_id = ${rows}.building_id
            and point.unit_id is not distinct from ${rows}.unit_id
            and (${rows}.meter_id is null or meters.id = ${rows}.meter_id)
        ) placed
        where placed.place = 1
      ) rival
      -- Only where there is a choice are their days looked at.
      cross join lateral (
        select coalesce(sum(leak_total), 0) as leaked
        from meter_days
        where rival.rivals > 1 and meter_days.property_id = ${rows}.property_id and meter_days.meter_id = rival.meter_id
          and ${within(listed, "meter_days.day")}
      ) leaked
      cross join lateral (
        select count(*) > 0 as leaks from leaks
        where rival.rivals > 1 and leaks.property_id = ${rows}.property_id and leaks.meter_id = rival.meter_id
          and leaks.ended_at is null and not leaks.suspected
      ) goes_on
      order by leaked.leaked desc, goes_on.leaks desc, rival.serves desc, rival.meter_id
      limit 1
    ) meter
    cross join lateral (
      select round(avg(flow_total) filter (where hours_measured * 4 >= hours * 3), 2) as flow_time,
        round(avg(events_total) filter (where hours_measured * 4 >= hours * 3), 2) as events_sum
      from meter_days
      where meter_days.property_id = ${rows}.property_id and meter_days.meter_id = meter.meter_id
        and ${within(listed, "meter_days.day")}
    ) used`;
}
