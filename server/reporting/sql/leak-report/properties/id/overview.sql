-- GET /v1/reporting/leak-report/properties/{id}/overview

select properties.id as property_id, properties.organization_id, organizations.name as organization_name,
properties.name, city, state, street, zip_code, contact_phone, contact_email, time_zone,
(select count(*) from units where units.property_id = properties.id) as units_count,
(select count(distinct meter_id) from meter_services
  where meter_services.property_id = properties.id and ended_at is null) as meters_count
from properties
left join organizations on organizations.id = properties.organization_id
where properties.id = any($1::bigint[]) and archived_at is null and properties.id = $2;

-- Nested Loop
--   Index Scan using properties_pkey on properties
--   Index Scan using organizations_pkey on organizations
--   SubPlan: Aggregate
--     Index Only Scan using units_property_id_building_id_name_key on units
--   SubPlan: Aggregate
--     Index Scan using meter_services_meter on meter_services

with top_meter as materialized (
  select point.unit_id, service.meter_id, coalesce(("service"."began_at" at time zone $1::text)::date, '-infinity') as began_on,
  coalesce(("service"."ended_at" at time zone $2::text)::date, 'infinity') as ended_on
  from meter_services service
  join meter_points point on point.property_id = service.property_id and point.id = service.point_id
  where service.property_id = $3 and (point.unit_id is not null and not exists (
      select from meter_points above
      where above.property_id = point.property_id and above.building_id = point.building_id
      and above.unit_id = point.unit_id
      and (above.attached_to = 'SPOE' and point.attached_to <> 'SPOE'
        or above.attached_to = 'DPOE' and point.attached_to not in ('SPOE', 'DPOE'))))
),
-- Added up side by side: joined by unit and day, one of the two would be gone through for every unit.
unit_day as materialized (
  select unit_id, day, sum(gallons) as gallons, bool_or(is_read) as is_read,
  case when count(of_meter) = count(flow_time) then sum(flow_time) end as flow_time,
  case when count(of_meter) = count(events) then sum(events) end as events
  from (
    select unit_id, day, gallons, is_read, null::bigint as of_meter, null::int as flow_time, null::int as events
    from unit_days
    where property_id = $4 and day between $5::date and $6::date
    union all
    select top_meter.unit_id, known.day, null, null, known.meter_id, known.flow_total, known.events_total
    from top_meter
    cross join lateral (
      select * from all_meter_days known
      where known.property_id = $7 and known.meter_id = top_meter.meter_id
      and known.day between $8::date and $9::date and known.day >= top_meter.began_on and known.day < top_meter.ended_on
      and "known"."packed_month_from" >= date_trunc('month', ($10::date)::timestamp)::date and "known"."packed_month_to" <= $11::date
      offset 0
    ) known
  ) known_days
  group by unit_id, day
)
select units.bedrooms as bedroom_type, count(distinct units.id) as units,
round(avg(unit_day.gallons))::bigint as total_gallons,
round(avg(unit_day.flow_time), 2) as flow_time, round(avg(unit_day.events), 2) as events
from units
left join unit_day on unit_day.unit_id = units.id and unit_day.is_read
where units.property_id = $12
group by units.bedrooms order by units.bedrooms;

-- Aggregate
--   CTE top_meter: Nested Loop
--     Merge Join
--       Index Scan using meter_points_property_id_building_id_unit_id_attached_to_la_key on meter_points
--       Index Only Scan using meter_points_property_id_building_id_unit_id_attached_to_la_key on meter_points
--     Index Scan using meter_services_point on meter_services
--   CTE unit_day: Aggregate
--     Sort
--       Append
--         Index Scan using unit_days_month_pkey on unit_days_month
--         Nested Loop
--           CTE Scan on top_meter
--           Result
--             Append
--               Index Scan using meter_days_month_pkey on meter_days_month
--               Subquery Scan
--                 Nested Loop
--                   Nested Loop
--                     Index Scan using packed_months_pkey on packed_months
--                     Result
--                       InitPlan: Subquery Scan
--                         ProjectSet
--                           Result
--                   Function Scan
--                   SubPlan: Aggregate
--                     Function Scan
--   Sort
--     Merge Join
--       Index Scan using units_pkey on units
--       Materialize
--         CTE Scan on unit_day
