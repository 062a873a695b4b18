-- GET /v1/reporting/top-leak-volume/meters/day

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

with
period as materialized (
  select chosen.property_id, chosen.time_zone, chosen.last_date, properties.hours_from,
  case when $1::boolean then greatest(chosen.start_date, properties.hours_from)
  else chosen.start_date end as start_date
  from (
    select *
    from unnest(
      $2::bigint[],
      $3::text[],
      $4::date[],
      $5::date[],
      $6::date[],
      $7::timestamptz[],
      $8::timestamptz[]
    ) as chosen (property_id, time_zone, start_date, end_date, last_date, starts_at, ends_at)
  ) chosen join properties on properties.id = chosen.property_id
), served as (
  select * from (
    select service.property_id, service.id as service_id, service.meter_id, point.building_id, point.unit_id,
    point.attached_to, period.time_zone, greatest(coalesce((service.began_at at time zone period.time_zone)::date, '-infinity'::date), period.start_date) as began_on,
    least(coalesce((service.ended_at at time zone period.time_zone)::date, 'infinity'::date), period.last_date + 1) as end_on
    from period
    join meter_services service on service.property_id = period.property_id
    join meter_points point on point.property_id = service.property_id and point.id = service.point_id
    left join units on units.property_id = point.property_id and units.id = point.unit_id
    where (true
      and ($9::bigint[] is null or "point"."building_id" = any($10::bigint[]))
      and ($11::bigint[] is null or "point"."unit_id" = any($12::bigint[])))
  ) service
  where began_on < end_on), counted as (
  select span.property_id, greatest(span.began_on, period.start_date) as first_day,
  least(span.ended_on, period.last_date + 1) as end_day, span.meters
  from period join service_spans span on span.property_id = period.property_id
  where true)
select counted.*, period.time_zone from counted join period on period.property_id = counted.property_id
where first_day < end_day order by property_id, first_day, end_day;

-- Incremental Sort
--   CTE period: Nested Loop
--     Function Scan
--     Index Scan using properties_pkey on properties
--   Nested Loop
--     Merge Join
--       Sort
--         CTE Scan on period
--       Index Scan using service_spans_property_id_bedrooms_began_on_ended_on_key on service_spans
--     CTE Scan on period

with
period as materialized (
  select chosen.property_id, chosen.time_zone, chosen.last_date, properties.hours_from,
  case when $1::boolean then greatest(chosen.start_date, properties.hours_from)
  else chosen.start_date end as start_date
  from (
    select *
    from unnest(
      $2::bigint[],
      $3::text[],
      $4::date[],
      $5::date[],
      $6::date[],
      $7::timestamptz[],
      $8::timestamptz[]
    ) as chosen (property_id, time_zone, start_date, end_date, last_date, starts_at, ends_at)
  ) chosen join properties on properties.id = chosen.property_id
) select max(hours_from) as day from period;

-- Aggregate
--   CTE period: Nested Loop
--     Function Scan
--     Index Scan using properties_pkey on properties
--   CTE Scan on period

with
period as materialized (
  select chosen.property_id, chosen.time_zone, chosen.last_date, properties.hours_from,
  case when $1::boolean then greatest(chosen.start_date, properties.hours_from)
  else chosen.start_date end as start_date
  from (
    select *
    from unnest(
      $2::bigint[],
      $3::text[],
      $4::date[],
      $5::date[],
      $6::date[],
      $7::timestamptz[],
      $8::timestamptz[]
    ) as chosen (property_id, time_zone, start_date, end_date, last_date, starts_at, ends_at)
  ) chosen join properties on properties.id = chosen.property_id
), served as (
  select * from (
    select service.property_id, service.id as service_id, service.meter_id, point.building_id, point.unit_id,
    point.attached_to, period.time_zone, greatest(coalesce((service.began_at at time zone period.time_zone)::date, '-infinity'::date), period.start_date) as began_on,
    least(coalesce((service.ended_at at time zone period.time_zone)::date, 'infinity'::date), period.last_date + 1) as end_on
    from period
    join meter_services service on service.property_id = period.property_id
    join meter_points point on point.property_id = service.property_id and point.id = service.point_id
    left join units on units.property_id = point.property_id and units.id = point.unit_id
    where (true
      and ($9::bigint[] is null or "point"."building_id" = any($10::bigint[]))
      and ($11::bigint[] is null or "point"."unit_id" = any($12::bigint[])))
  ) service
  where began_on < end_on),
picked as materialized (
  select stretch.position, stretch.day, stretch.slot, period.time_zone, service.*
  from unnest(
    $13::bigint[], $14::date[],
    $15::int[], $16::bigint[],
    $17::bigint[]
  ) with ordinality as stretch (property_id, day, slot, skip, take, position)
  join period on period.property_id = stretch.property_id
  cross join lateral (
    select service.property_id, service.id as service_id, service.meter_id, point.building_id, point.unit_id,
    point.attached_to
    from meter_services service
    join meter_points point on point.property_id = service.property_id and point.id = service.point_id
    left join units on units.property_id = point.property_id and units.id = point.unit_id
    where service.property_id = stretch.property_id and stretch.day >= coalesce((service.began_at at time zone period.time_zone)::date, '-infinity'::date) and stretch.day < coalesce((service.ended_at at time zone period.time_zone)::date, 'infinity'::date)
    and (true
      and ($18::bigint[] is null or "point"."building_id" = any($19::bigint[]))
      and ($20::bigint[] is null or "point"."unit_id" = any($21::bigint[])))
    order by service.id offset stretch.skip limit stretch.take
  ) service
)
select served.property_id, properties.name as property_name, served.building_id,
buildings.name as building_name, served.unit_id, units.name as unit_name, served.attached_to,
meters.serial_number as meter_serial_number, served.day as date, known.gallons_total as gallons, coalesce(known.leak_total, 0) as leaked,
coalesce(known.estimated_total, 0) as estimated, known.flow_total as flow_time, known.events_total as events
from picked served
join properties on properties.id = served.property_id
join meters on meters.property_id = served.property_id and meters.id = served.meter_id
join buildings on buildings.property_id = served.property_id and buildings.id = served.building_id
left join units on units.property_id = served.property_id and units.id = served.unit_id
left join lateral (
  select * from meter_days stored
  where stored.property_id = served.property_id and stored.meter_id = served.meter_id and stored.day = served.day
  offset 0
) known on true
order by served.position, served.service_id;

-- Sort
--   CTE period: Nested Loop
--     Function Scan
--     Index Scan using properties_pkey on properties
--   CTE picked: Nested Loop
--     Hash Join
--       CTE Scan on period
--       Hash
--         Function Scan
--     Limit
--       Nested Loop
--         Index Scan using meter_services_pkey on meter_services
--         Index Scan using meter_points_pkey on meter_points
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             CTE Scan on picked
--             Memoize
--               Index Scan using buildings_property_id_name_key on buildings
--           Index Scan using meters_property_id_serial_number_key on meters
--         Index Scan using properties_pkey on properties
--       Index Scan using units_property_id_building_id_name_key on units
--     Index Scan using meter_days_month_pkey on meter_days_month

select max(days_from) as day from properties where id = any($1::bigint[]);

-- Aggregate
--   Index Scan using properties_pkey on properties
