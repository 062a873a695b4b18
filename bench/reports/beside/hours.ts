import { ZONE } from "../data/sites.ts";

/**
 * SQL: the hours of one property as the plain way has them, a row per meter and hour with a volume.
 * The plain tables get for nothing what the product works out: which volume counts for its unit (`unit_gallons`, null for
 * a fixture below a top meter) and which leak gallons (`unit_leak`: a fixture's own, within the unit's volume; a top
 * meter's beyond those, 0 on days that the fixtures explain).
 */
export function hoursOf(propertyId: number): string {
  return `
    with place as (
      select service.meter_id, point.unit_id, point.attached_to,
        case
          when point.unit_id is null then false
          when bool_or(point.attached_to = 'SPOE') over unit then point.attached_to = 'SPOE'
          when bool_or(point.attached_to = 'DPOE') over unit then point.attached_to = 'DPOE'
          else true
        end as is_top
      from meter_services service
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      where service.property_id = ${propertyId}
      window unit as (partition by point.unit_id)
    ),
    hour as (
      select place.*, day.day, ((day.day::timestamp at time zone '${ZONE}') at time zone 'UTC') + (slot - 1) * interval '1 hour' as hour,
        case when day.gallons[slot] is not null or day.estimated[slot] is not null
          then coalesce(day.gallons[slot], 0) + coalesce(day.estimated[slot], 0) end as gallons,
        day.gallons[slot] is not null as measured,
        day.flow_time[slot] as flow_time, day.events[slot] as events, coalesce(day.leak_gallons[slot], 0) as leak
      from place
      join meter_days day on day.property_id = ${propertyId} and day.meter_id = place.meter_id
      cross join lateral generate_series(1, day.hours) slot
    ),
    summed as (
      select *,
        case when unit_id is not null and count(gallons) filter (where is_top) over unit
            = (select count(*) from place other where other.unit_id = hour.unit_id and other.is_top)
          then sum(gallons) filter (where is_top) over unit end as volume,
        sum(leak) filter (where attached_to = 'Toilet' or attached_to = 'Water Heater') over fixtures_before as fixtures,
        sum(leak) filter (where attached_to = 'Toilet' or attached_to = 'Water Heater') over unit as all_fixtures,
        sum(leak) filter (where is_top) over unit as top_leak,
        min(meter_id) filter (where is_top) over unit as first_top
      from hour
      window unit as (partition by unit_id, hour),
        fixtures_before as (partition by unit_id, hour order by attached_to, meter_id
          rows between unbounded preceding and current row)
    ),
    shared as (
      select *,
        case when volume is not null and attached_to in ('Toilet', 'Water Heater')
          then least(fixtures, volume) - least(fixtures - leak, volume) else 0 end as own_leak,
        case when volume is not null and meter_id = first_top
          then greatest(0, least(top_leak, volume) - least(coalesce(all_fixtures, 0), volume)) else 0 end as other_leak,
        case when volume is not null and meter_id = first_top then least(top_leak, volume) else 0 end as counted_top
      from summed
    )
    select meter_id, hour, gallons, measured, flow_time, events, leak,
      case when is_top and volume is not null then gallons end as unit_gallons,
      own_leak + case when sum(own_leak) over of_day >= 0.8 * sum(counted_top) over of_day then 0 else other_leak end as unit_leak
    from shared
    where gallons is not null
    window of_day as (partition by unit_id, day)`;
}
