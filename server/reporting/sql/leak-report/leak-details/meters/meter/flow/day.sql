-- GET /v1/reporting/leak-report/leak-details/meters/{meter}/flow/day

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

select day, hours, hours_measured, hours_with_flow, gallons_total, estimated_total, leak_total, flow_total,
events_total
from all_meter_days
where property_id = $1 and meter_id = $2
and day between $3::date and $4::date
and "all_meter_days"."packed_month_from" >= date_trunc('month', ($5::date)::timestamp)::date and "all_meter_days"."packed_month_to" <= $6::date
order by day;

-- Merge Append
--   Index Scan using meter_days_month_pkey on meter_days_month
--   Sort
--     Subquery Scan
--       Nested Loop
--         Nested Loop
--           Index Scan using packed_months_pkey on packed_months
--           Result
--             InitPlan: Subquery Scan
--               ProjectSet
--                 Result
--         Function Scan
--         SubPlan: Aggregate
--           Function Scan

select day, leak_gallons from all_meter_days
where property_id = $1 and meter_id = $2
and day = any($3::date[]) and leak_gallons is not null
and "all_meter_days"."packed_month_from" >= date_trunc('month', ($4::date)::timestamp)::date and "all_meter_days"."packed_month_to" <= $5::date;

-- Append
--   Index Scan using meter_days_month_pkey on meter_days_month
--   Subquery Scan
--     Nested Loop
--       Nested Loop
--         Index Scan using packed_months_pkey on packed_months
--         Result
--           InitPlan: Subquery Scan
--             ProjectSet
--               Result
--       Function Scan

select max(days_from) as day from properties where id = any($1::bigint[]);

-- Aggregate
--   Index Scan using properties_pkey on properties
