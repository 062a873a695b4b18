-- GET /v1/reporting/top-meters

select id, organization_id, time_zone, unit_bit_count, packed_until
from properties
where id = any($1::bigint[])
and archived_at is null
and ($2::bigint[] is null or id = any($3::bigint[]))
and ($4::bigint[] is null
  or organization_id = any($5::bigint[]))
and ($6::text[] is null or state = any($7::text[]))
order by id;

-- Index Scan using properties_pkey on properties

with period as materialized (select * from (
    select *
    from unnest(
      $1::bigint[],
      $2::text[],
      $3::date[],
      $4::date[],
      $5::date[],
      $6::timestamptz[],
      $7::timestamptz[]
    ) as chosen (property_id, time_zone, start_date, end_date, last_date, starts_at, ends_at)
  ) chosen),
-- Only days with leak gallons are visited.
leaking as materialized (
  select period.property_id, of_meter.*
  from period
  cross join lateral (
    select known.meter_id, sum(known.leak_total)::bigint as gallons_leaked, count(*) as leak_days
    from meter_days known
    where known.property_id = period.property_id and ("known"."day" between "period"."start_date"
      and "period"."end_date" and "known"."day" between $8::date and $9::date)  and known.leak_total > 0
    group by known.meter_id
  ) of_meter
),
leaky as (select * from leaking ),
listed as (
  select meter.*, meter.gallons_leaked as sort_key, row_number() over (order by meter.gallons_leaked desc, meter.property_id, meter.meter_id) as rank
  from (
    select leaky.*, period.start_date, period.end_date, period.starts_at, period.ends_at
    from leaky join period on period.property_id = leaky.property_id
  ) meter
  where true
  and true
),
page as materialized (
  select meter.*, count(*) over () as count from listed meter
  order by meter.sort_key desc nulls last, meter.property_id, meter.meter_id limit $10 offset $11
)
select meter.*, run.*, installed.*, used.*
from page meter
left join lateral (
  select coalesce(sum(leak.gallons_total), 0)::bigint as total_gallons_leaked,
  coalesce(bool_or(leak.ended_at is null), false) as is_active
  from leaks leak
  cross join lateral (select meter.starts_at, meter.ends_at) period
  where leak.property_id = meter.property_id and leak.meter_id = meter.meter_id and not leak.suspected
  and ((leak.started_at < period.ends_at
      and (leak.ended_at is null or leak.ended_at > period.starts_at)) or (meter.gallons_leaked = 0 and leak.ended_at is null))
) run on true
cross join lateral (
  select properties.name as property_name, point.building_id, buildings.name as building_name,
  point.unit_id, units.name as unit_name, units.bedrooms, point.attached_to,
  meters.serial_number as meter_serial_number,
  case point.attached_to when 'Toilet' then 'toilet leak' when 'Water Heater' then 'water heater'
  else 'other leak' end as leak_type
  from properties
  join meters on meters.property_id = properties.id and meters.id = meter.meter_id
  cross join lateral (
    select service.point_id from meter_services service
    where service.property_id = meter.property_id and service.meter_id = meter.meter_id
    order by service.ended_at desc nulls first, service.began_at desc nulls last limit 1
  ) latest
  join meter_points point on point.property_id = properties.id and point.id = latest.point_id
  join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
  left join units on units.property_id = point.property_id and units.id = point.unit_id
  where properties.id = meter.property_id
) installed
cross join lateral (
  select sum(gallons_total)::bigint as gallons_consumed,
  round(avg(flow_total) filter (where hours_measured * 4 >= hours * 3), 2) as flow_time,
  round(avg(events_total) filter (where hours_measured * 4 >= hours * 3), 2) as events
  from meter_days known
  where known.property_id = meter.property_id and known.meter_id = meter.meter_id
  and ("known"."day" between "meter"."start_date"
    and "meter"."end_date" and "known"."day" between $12::date and $13::date)
) used order by meter.sort_key desc nulls last, meter.property_id, meter.meter_id;

-- Nested Loop
--   CTE period: Function Scan
--   CTE leaking: Nested Loop
--     CTE Scan on period
--     Aggregate
--       Sort
--         Index Only Scan using meter_days_month_property_id_day_meter_id_leak_total_idx on meter_days_month
--   CTE page: Limit
--     Sort
--       WindowAgg
--         WindowAgg
--           Sort
--             Hash Join
--               CTE Scan on leaking
--               Hash
--                 CTE Scan on period
--   Nested Loop
--     Nested Loop
--       CTE Scan on page
--       Aggregate
--         Index Scan using leaks_pkey on leaks
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             Nested Loop
--               Index Scan using meter_points_property_id_building_id_unit_id_attached_to_la_key on meter_points
--               Materialize
--                 Subquery Scan
--                   Limit
--                     Sort
--                       Index Scan using meter_services_meter on meter_services
--             Index Scan using properties_pkey on properties
--           Index Scan using meters_pkey on meters
--         Index Scan using buildings_pkey on buildings
--       Index Scan using units_pkey on units
--   Aggregate
--     Index Scan using meter_days_month_pkey on meter_days_month
