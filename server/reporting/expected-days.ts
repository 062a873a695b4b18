import { type RawBuilder, sql } from "kysely";
import { type BedroomParams, hasBedrooms } from "../query/chosen-properties.ts";
import { beganOn, endedOn } from "./services.ts";

/** SQL: days of service within `period`, up to today. */
const daysServed = (began: RawBuilder<unknown>, ended: RawBuilder<unknown>) =>
  sql`greatest(0, least(period.last_date + 1, ${ended}) - greatest(period.start_date, ${began}))`;

/**
 * SQL: rows (property_id, is_previous, meter_days, units, bedrooms, whole_units, toilet_units, heater_units) for each row of
 * a CTE `period`: meter-days that there could be, without building and irrigation, up to today, and how many units there
 * are now. Of the units in a CTE `chosen_unit`.
 */
export const expectedOfUnits = sql`
  select period.property_id, period.is_previous,
    (select coalesce(sum(${daysServed(beganOn, endedOn)}), 0)
      from chosen_unit
      join meter_points point on point.property_id = chosen_unit.property_id and point.unit_id = chosen_unit.unit_id
      join meter_services service on service.property_id = point.property_id and service.point_id = point.id
      where chosen_unit.property_id = period.property_id) as meter_days,
    counted.*
  from period
  cross join lateral (
    select count(*) as units, coalesce(sum(units.bedrooms), 0) as bedrooms, count(*) filter (where has.whole) as whole_units,
      count(*) filter (where has.toilet) as toilet_units, count(*) filter (where has.heater) as heater_units
    from chosen_unit
    join units on units.property_id = chosen_unit.property_id and units.id = chosen_unit.unit_id
    left join lateral (
      select bool_or(point.attached_to in ('SPOE', 'DPOE')) as whole, bool_or(point.attached_to = 'Toilet') as toilet,
        bool_or(point.attached_to = 'Water Heater') as heater
      from meter_points point
      join meter_services service on service.property_id = point.property_id and service.point_id = point.id
        and service.ended_at is null
      where point.property_id = chosen_unit.property_id and point.unit_id = chosen_unit.unit_id
    ) has on true
    where chosen_unit.property_id = period.property_id
  ) counted`;

/** SQL: the same of whole properties, or of their units with the requested bedrooms, from their stored counts. */
export const expectedOfProperties = (params: BedroomParams): RawBuilder<unknown> => sql`
  select period.property_id, period.is_previous, coalesce(served.meter_days, 0) as meter_days,
    coalesce(counted.units, 0) as units, coalesce(counted.bedrooms, 0) as bedrooms,
    coalesce(counted.whole_units, 0) as whole_units, coalesce(counted.toilet_units, 0) as toilet_units,
    coalesce(counted.heater_units, 0) as heater_units
  from period
  left join (
    select period.property_id, period.is_previous,
      sum(spans.meters * ${daysServed(sql`spans.began_on`, sql`spans.ended_on`)}) as meter_days
    from period join service_spans spans on spans.property_id = period.property_id
    where spans.bedrooms is not null and ${hasBedrooms(params, "spans.bedrooms")}
    group by period.property_id, period.is_previous
  ) served on served.property_id = period.property_id and served.is_previous = period.is_previous
  left join (
    select property_id, sum(units) as units, sum(units * bedrooms) as bedrooms, sum(whole_units) as whole_units,
      sum(toilet_units) as toilet_units, sum(heater_units) as heater_units
    from unit_counts
    where property_id in (select property_id from period) and ${hasBedrooms(params, "unit_counts.bedrooms")}
    group by property_id
  ) counted on counted.property_id = period.property_id`;
