-- GET /v1/reporting/leak-report/leak-details/meters/{meter}/overview

-- Settled first: joined in another order, every meter of the scope would be visited.
with named as materialized (
  select property_id, id from meters
  where property_id = any($1::bigint[]) and serial_number = $2
)
select properties.id as property_id, properties.name as property_name, properties.time_zone,
buildings.id as building_id, buildings.name as building_name, units.id as unit_id, units.name as unit_name,
named.id as meter_id, point.attached_to
from named
join properties on properties.id = named.property_id
cross join lateral (
  select point_id from meter_services
  where meter_services.property_id = named.property_id and meter_services.meter_id = named.id
  order by ended_at desc nulls first, began_at desc nulls last limit 1
) latest
join meter_points point on point.property_id = named.property_id and point.id = latest.point_id
join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
left join units on units.property_id = point.property_id and units.id = point.unit_id
where properties.archived_at is null
and ($3::bigint[] is null or properties.id = any($4::bigint[]))
and ($5::bigint[] is null
  or properties.organization_id = any($6::bigint[]))
order by properties.id;

-- Nested Loop
--   CTE named: Index Scan using meters_property_id_serial_number_key on meters
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Index Scan using meter_points_property_id_building_id_unit_id_attached_to_la_key on meter_points
--         Materialize
--           Nested Loop
--             CTE Scan on named
--             Limit
--               Sort
--                 Index Scan using meter_services_meter on meter_services
--       Index Scan using properties_pkey on properties
--     Index Scan using buildings_property_id_name_key on buildings
--   Index Scan using units_property_id_building_id_name_key on units

with newest as materialized (
  select chosen.property_id, chosen.time_zone,
  least((owner.last_reading_on + 1)::timestamp at time zone chosen.time_zone,
    (((owner.last_reading_on + 1)::timestamp - interval '1 hour') at time zone chosen.time_zone) + interval '1 hour') as newest_at
  from (select $1::bigint as property_id, $2::text as time_zone) chosen
  join properties owner on owner.id = chosen.property_id)
select kind, started_at, opened_at, ended_at, (leak.ended_at is null and newest.newest_at is not null
  and leak.last_confirmed_at <= newest.newest_at - interval '24 hours'
  and exists (
    select from (
      select since.at, ((since.at - interval '1 hour') at time zone newest.time_zone)::date as day
      from (
        select greatest(leak.last_confirmed_at, (
            select (case
              when seen.gallons[seen.hours] is not null or (seen.covered >> (seen.hours - 1)) & 1 = 1
              then least((seen.day + 1)::timestamp at time zone newest.time_zone,
                (((seen.day + 1)::timestamp - interval '1 hour') at time zone newest.time_zone) + interval '1 hour')
              else least((seen.day)::timestamp at time zone newest.time_zone,
                (((seen.day)::timestamp - interval '1 hour') at time zone newest.time_zone) + interval '1 hour') + interval '1 hour' * (
                select max(slot) from generate_series(1, seen.hours) slot
                where seen.gallons[slot] is not null or (seen.covered >> (slot - 1)) & 1 = 1) end) from all_meter_days seen
            where seen.property_id = leak.property_id and seen.meter_id = leak.meter_id and seen.hours_measured > 0
            and "seen"."packed_month_from" >= date_trunc('month', (leak.last_confirmed_at at time zone newest.time_zone)::timestamp)::date
            order by seen.day desc limit 1)) + interval '24 hours' as at
      ) since
      offset 0
    ) deadline
    cross join lateral (
      select meter.meter_id from installed_meters meter
      where meter.property_id = leak.property_id and meter.last_seen_on >= deadline.day
      order by meter.last_seen_at desc nulls last offset 0
    ) other
    cross join lateral (
      select from all_meter_days seen
      where seen.property_id = leak.property_id and seen.meter_id = other.meter_id and seen.hours_measured > 0
      and "seen"."packed_month_from" >= date_trunc('month', (deadline.day)::timestamp)::date and seen.day >= deadline.day and (case
        when seen.gallons[seen.hours] is not null or (seen.covered >> (seen.hours - 1)) & 1 = 1
        then least((seen.day + 1)::timestamp at time zone newest.time_zone,
          (((seen.day + 1)::timestamp - interval '1 hour') at time zone newest.time_zone) + interval '1 hour')
        else least((seen.day)::timestamp at time zone newest.time_zone,
          (((seen.day)::timestamp - interval '1 hour') at time zone newest.time_zone) + interval '1 hour') + interval '1 hour' * (
          select max(slot) from generate_series(1, seen.hours) slot
          where seen.gallons[slot] is not null or (seen.covered >> (slot - 1)) & 1 = 1) end) >= deadline.at
      limit 1
    ) later
)) as unconfirmed, suspected, rules, evidence, confidence, gallons_total
from leaks leak join newest using (property_id)
where property_id = $3 and meter_id = $4
and started_at < $5
and (ended_at is null or ended_at > $6)
order by started_at desc;

-- Nested Loop
--   CTE newest: Index Scan using properties_pkey on properties
--   Index Scan using leaks_pkey on leaks
--   CTE Scan on newest
--   SubPlan: Nested Loop
--     Nested Loop
--       Result
--         InitPlan: Limit
--           Result
--             Merge Append
--               Result
--                 Index Scan using meter_days_month_pkey on meter_days_month
--               Sort
--                 Subquery Scan
--                   Nested Loop
--                     Nested Loop
--                       Index Scan using packed_months_pkey on packed_months
--                       Result
--                         InitPlan: Subquery Scan
--                           ProjectSet
--                             Result
--                     Function Scan
--             SubPlan: Aggregate
--               Function Scan
--       Sort
--         Index Scan using installed_meters_seen on installed_meters
--     Limit
--       Append
--         Result
--           Index Scan using meter_days_month_pkey on meter_days_month
--             SubPlan: Aggregate
--               Function Scan
--         Subquery Scan
--           Nested Loop
--             Nested Loop
--               Index Scan using packed_months_pkey on packed_months
--               Result
--                 InitPlan: Subquery Scan
--                   ProjectSet
--                     Result
--             Function Scan

select sum(gallons_total)::bigint as gallons, coalesce(sum(leak_total), 0)::bigint as leaked,
(select day from all_meter_days
  where property_id = $1 and meter_id = $2 and hours_measured > 0
  order by day desc limit 1) as last_reading_date
from all_meter_days
where property_id = $3 and meter_id = $4
and day between $5::date and $6::date
and "all_meter_days"."packed_month_from" >= date_trunc('month', ($7::date)::timestamp)::date and "all_meter_days"."packed_month_to" <= $8::date;

-- Aggregate
--   InitPlan: Limit
--     Merge Append
--       Index Scan using meter_days_month_pkey on meter_days_month
--       Sort
--         Subquery Scan
--           Nested Loop
--             Nested Loop
--               Index Scan using packed_months_pkey on packed_months
--               Result
--             Function Scan
--   Append
--     Index Scan using meter_days_month_pkey on meter_days_month
--     Subquery Scan
--       Nested Loop
--         Nested Loop
--           Index Scan using packed_months_pkey on packed_months
--           Result
--         Function Scan

select id, (case cardinality(kinds) when 0 then null when 1 then (kinds)[1] else 'hybrid leak' end) as leak_type, started_at, ended_at, over_at is null as is_active, (
  select coalesce(sum(leaks.gallons_total), 0)::bigint
  from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
  join leaks on leaks.property_id = one.property_id and leaks.meter_id = part.meter_id
  and leaks.started_at = part.started_at
  where part.meter_id = $1
) as gallons_total
from leak_cases one
where property_id = $2 and $3::bigint = any(meter_ids) and started_at < $4
order by over_at is null or ended_at > $5 desc, started_at desc limit 1;

-- Limit
--   Result
--     Sort
--       Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--     SubPlan: Aggregate
--       Nested Loop
--         Function Scan
--         Index Scan using leaks_pkey on leaks

select (case cardinality(array(
      select distinct unnest(one.kinds) from leak_cases one
      where one.property_id = $1 and one.unit_id = $2 and exists (
        select from leak_case_days
        where leak_case_days.property_id = one.property_id and leak_case_days.case_id = one.id
        and leak_case_days.day between $3::date and $4::date)
  )) when 0 then null when 1 then (array(
      select distinct unnest(one.kinds) from leak_cases one
      where one.property_id = $5 and one.unit_id = $6 and exists (
        select from leak_case_days
        where leak_case_days.property_id = one.property_id and leak_case_days.case_id = one.id
        and leak_case_days.day between $7::date and $8::date)
  ))[1] else 'hybrid leak' end) as leak_type,
coalesce(sum(("unit_days".toilet_leak + "unit_days".heater_leak + "unit_days".other_leak)), 0)::bigint as leaked
from unit_days
where property_id = $9 and unit_id = $10
and day between $11::date and $12::date;

-- Aggregate
--   InitPlan: Unique
--     Sort
--       ProjectSet
--         Merge Join
--           Index Scan using leak_cases_pkey on leak_cases
--           Index Only Scan using leak_case_days_pkey on leak_case_days
--   Index Scan using unit_days_month_pkey on unit_days_month

with installed as (
  select distinct on (service.meter_id) service.meter_id, point.attached_to
  from meter_points point
  join meter_services service on service.property_id = point.property_id and service.point_id = point.id
  where point.property_id = $1 and point.unit_id = $2
  and coalesce(service.began_at < $3, true)
  and coalesce(service.ended_at > $4, true)
  order by service.meter_id, service.began_at desc nulls last
)
select meters.serial_number, installed.attached_to, leaking.leaked
from installed
join meters on meters.property_id = $5 and meters.id = installed.meter_id
cross join lateral (
  select sum(known.leak_total)::bigint as leaked from all_meter_days known
  where known.property_id = $6 and known.meter_id = installed.meter_id
  and known.day between $7::date and $8::date
  and "known"."packed_month_from" >= date_trunc('month', ($9::date)::timestamp)::date and "known"."packed_month_to" <= $10::date
  and (
    select range_agg(daterange(served.began_on, greatest(served.began_on, least(served.ended_on + 1, served.moved_on))))
    from (
      select point.unit_id, service.began_on, service.ended_on,
      lead(service.began_on) over (order by service.began_on) as moved_on
      from (
        select point_id, coalesce(("began_at" at time zone $11::text)::date, '-infinity') as began_on,
        coalesce(("ended_at" at time zone $12::text)::date, 'infinity') as ended_on
        from meter_services
        where meter_services.property_id = $13::bigint and meter_services.meter_id = installed.meter_id
      ) service
      join meter_points point on point.property_id = $14::bigint and point.id = service.point_id
    ) served
    where served.unit_id is not distinct from $15::bigint
  ) @> known.day
) leaking
where leaking.leaked > 0
order by leaked desc, serial_number;

-- Sort
--   Nested Loop
--     Nested Loop
--       Unique
--         Sort
--           Nested Loop
--             Index Scan using meter_points_pkey on meter_points
--             Index Scan using meter_services_point on meter_services
--       Index Scan using meters_pkey on meters
--     Aggregate
--       InitPlan: Aggregate
--         Subquery Scan
--           WindowAgg
--             Sort
--               Nested Loop
--                 Index Scan using meter_services_meter on meter_services
--                 Index Scan using meter_points_pkey on meter_points
--       Append
--         Index Scan using meter_days_month_pkey on meter_days_month
--         Subquery Scan
--           Nested Loop
--             Nested Loop
--               Index Scan using packed_months_pkey on packed_months
--               Result
--             Function Scan
