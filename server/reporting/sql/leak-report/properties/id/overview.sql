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
  select unit_id, meter_id, top_days
  from (
    select property_id, unit_id, meter_id, point_id, days, datemultirange(days) - coalesce(
      case attached_to when 'SPOE' then null when 'DPOE' then spoe_days else whole_days end, '{}') as top_days
    from (
      select served.*, range_agg(days) filter (where attached_to = 'SPOE') over in_unit as spoe_days,
      range_agg(days) filter (where attached_to in ('SPOE', 'DPOE')) over in_unit as whole_days
      from (
        select service.property_id, point.unit_id, service.meter_id, service.point_id, point.attached_to,
        daterange(coalesce(("service"."began_at" at time zone owner.time_zone)::date, '-infinity'),
          coalesce(("service"."ended_at" at time zone owner.time_zone)::date, 'infinity')) as days
        from (select $1::bigint as property_id, $2::text as time_zone) owner
        join meter_services service on service.property_id = owner.property_id
        join meter_points point on point.property_id = service.property_id and point.id = service.point_id
        and point.unit_id is not null
      ) served
      window in_unit as (partition by property_id, unit_id)
    ) compared
  )
  service
  where not isempty(top_days)
),
-- Added up side by side: joined by unit and day, one of the two would be gone through for every unit.
unit_day as materialized (
  select unit_id, day, sum(gallons) as gallons, bool_or(is_read) as is_read,
  case when count(of_meter) = count(flow_time) then sum(flow_time) end as flow_time,
  case when count(of_meter) = count(events) then sum(events) end as events
  from (
    select unit_id, day, gallons, is_read, null::bigint as of_meter, null::int as flow_time, null::int as events
    from unit_days
    where property_id = $3 and day between $4::date and $5::date
    union all
    select top_meter.unit_id, known.day, null, null, known.meter_id, known.flow_total, known.events_total
    from top_meter
    cross join lateral (
      select * from all_meter_days known
      where known.property_id = $6 and known.meter_id = top_meter.meter_id
      and known.day between $7::date and $8::date and known.day <@ top_meter.top_days
      and "known"."packed_month_from" >= date_trunc('month', ($9::date)::timestamp)::date and "known"."packed_month_to" <= $10::date
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
where units.property_id = $11
group by units.bedrooms order by units.bedrooms;

-- Aggregate
--   CTE top_meter: Subquery Scan
--     WindowAgg
--       Sort
--         Nested Loop
--           Index Scan using meter_services_point on meter_services
--           Index Scan using meter_points_pkey on meter_points
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
