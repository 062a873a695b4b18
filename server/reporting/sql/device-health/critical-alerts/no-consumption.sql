-- GET /v1/reporting/device-health/critical-alerts/no-consumption

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
as_of as materialized (select * from (
    select * from unnest(
      $1::bigint[],
      $2::text[],
      $3::timestamptz[],
      $4::date[],
      $5::date[]
    ) as as_of_table (property_id, time_zone, at, day, last_day)
  ) chosen),
near as materialized (select *, day - $6::int as dry_since, last_day - $7::int as unread from as_of),
likely as (
  select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, near.day,
  near.last_day, near.time_zone, meter.last_seen_on, meter.last_flow_on, meter.read_days,
  coalesce(meter.last_seen_on > near.day, false) or coalesce(meter.last_flow_on > near.day, false) as is_unclear
  from near
  cross join lateral (
    select * from installed_meters dry where dry.property_id = near.property_id and dry.last_flow_on is null union all
    select * from installed_meters dry where dry.property_id = near.property_id and dry.last_flow_on <= near.dry_since
    union all
    select * from installed_meters dry where dry.property_id = near.property_id and dry.last_flow_on > near.day) meter
  where meter.unit_id is not null and
  ("meter"."began_at" is null or "meter"."began_at" <= near.at)
  and ("meter"."ended_at" is null or "meter"."ended_at" > near.at) and meter.last_seen_on > near.unread
),
dry_status as (
  select property_id, meter_id, building_id, unit_id, attached_to, day, last_day, last_seen_on, last_flow_on,
  read_days, false as has_later_flow
  from likely where not is_unclear
  union all
  select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, meter.day,
  meter.last_day, status.last_seen_on, status.last_flow_on, status.read_days, false
  from (select * from likely where is_unclear offset 0) meter
  cross join lateral (
    select seen.last_seen_on, seen.last_seen_at, flow.last_flow_on,
    coalesce(read.days, 0) as read_days
    from (
      select max(newest.day) as last_seen_on, max(newest.last_seen_at) as last_seen_at,
      max(newest.day) - $8::int as before
      from (
        select last.day, case when "last"."is_whole" then least(("last"."day" + 1)::timestamp at time zone meter.time_zone,
          ((("last"."day" + 1)::timestamp - interval '1 hour') at time zone meter.time_zone) + interval '1 hour') else (
          select case
          when cardinality("day"."register_seconds") > 0
          then least(("day"."day")::timestamp at time zone meter.time_zone,
            ((("day"."day")::timestamp - interval '1 hour') at time zone meter.time_zone) + interval '1 hour')
          + interval '1 second' * (select max(second) from unnest("day"."register_seconds") second)
          when "day"."intervals_until" is not null
          then least(("day"."day")::timestamp at time zone meter.time_zone,
            ((("day"."day")::timestamp - interval '1 hour') at time zone meter.time_zone) + interval '1 hour')
          + interval '1 second' * greatest("day"."intervals_until", (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                case when jsonb_typeof("day"."lumps") = 'array' then "day"."lumps" else '[]'::jsonb end) lump) * 3600)
          when ("day"."gallons"["day"."hours"] is not null
            or "day"."gallons" is not null and ("day"."covered" >> ("day"."hours" - 1)) & 1 = 1) or "day"."lumps" @> jsonb_build_array(jsonb_build_object('hour', "day"."hours" - 1))
          then least(("day"."day" + 1)::timestamp at time zone meter.time_zone,
            ((("day"."day" + 1)::timestamp - interval '1 hour') at time zone meter.time_zone) + interval '1 hour')
          else least(("day"."day")::timestamp at time zone meter.time_zone,
            ((("day"."day")::timestamp - interval '1 hour') at time zone meter.time_zone) + interval '1 hour') + interval '1 hour' * greatest(
            (select max(slot) from generate_series(1, "day"."hours") slot where ("day"."gallons"[slot] is not null
                or "day"."gallons" is not null and ("day"."covered" >> (slot - 1)) & 1 = 1)),
            (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                case when jsonb_typeof("day"."lumps") = 'array' then "day"."lumps" else '[]'::jsonb end) lump))
          end from all_meter_days day
          where day.property_id = meter.property_id and day.meter_id = meter.meter_id and day.day = "last"."day"
          and "day"."packed_month_from" >= date_trunc('month', ("last"."day")::timestamp)::date and "day"."packed_month_to" <= "last"."day") end as last_seen_at
        from (
          select "day"."day", "day"."has_all_hours" and "day"."has_registers" is not true and "day"."intervals_until" is null
          and "day"."lumps" is null as is_whole from all_meter_days day
          where day.property_id = meter.property_id and day.meter_id = meter.meter_id and day.day <= meter.day and ("day"."hours_measured" > 0 or "day"."has_registers"
            or jsonb_typeof("day"."lumps") = 'array' or "day"."intervals_until" is not null) order by day.day desc limit 1
        ) last
      ) newest offset 0
    ) seen
    cross join (
      select max(newest.day) as last_flow_on
      from (
        select day.day from all_meter_days day where day.property_id = meter.property_id and day.meter_id = meter.meter_id and day.day <= meter.day and day.gallons_total > 0 order by day.day desc limit 1
      ) newest
    ) flow
    left join lateral (
      select bit_or(1::bigint << (seen.last_seen_on - day.day)) filter (where ("day"."hours_measured" * 4 >= "day"."hours" * 3)) as days,
      max(day.day) filter (where day.gallons_total > 0) as last_flow_on
      from all_meter_days day
      where day.property_id = meter.property_id and day.meter_id = meter.meter_id and day.day <= meter.day and day.day <= seen.last_seen_on and day.day > seen.before
      and "day"."packed_month_from" >= date_trunc('month', (seen.before)::timestamp)::date and "day"."packed_month_to" <= seen.last_seen_on
    ) read on true
  ) status
),
dry_recently as materialized (
  select status.* from dry_status status
  where case when least(status.last_day, status.last_seen_on) < greatest(status.last_day - $9::int, status.last_flow_on + 1, null::date) then 0 else bit_count(((status.read_days >> (status.last_seen_on - least(status.last_day, status.last_seen_on)))
      & ((1::bigint << (least(status.last_day, status.last_seen_on) - greatest(status.last_day - $10::int, status.last_flow_on + 1, null::date) + 1)) - 1))::bit(64)) end > 0
  and (status.last_flow_on is null or status.last_flow_on <= status.day - $11::int)
  and case when least(status.last_day, status.last_seen_on) < greatest(status.last_day - $12::int, status.last_flow_on + 1, null::date) then 0 else bit_count(((status.read_days >> (status.last_seen_on - least(status.last_day, status.last_seen_on)))
      & ((1::bigint << (least(status.last_day, status.last_seen_on) - greatest(status.last_day - $13::int, status.last_flow_on + 1, null::date) + 1)) - 1))::bit(64)) end >= $14::int
),
reports as (
  select occupancy.property_id, occupancy.unit_id, occupancy.status, occupancy.as_of, occupancy.move_in,
  occupancy.move_out, occupancy.source, as_of.day as today,
  max(occupancy.as_of) over of_unit as newest,
  max(occupancy.as_of) filter (where occupancy.status = 'occupied') over of_unit as last_occupied,
  max(occupancy.as_of) filter (where occupancy.status = 'vacant') over of_unit as last_vacant
  from (select distinct property_id, unit_id, day from dry_recently) as_of
  join occupancy on occupancy.property_id = as_of.property_id and occupancy.unit_id = as_of.unit_id
  and occupancy.as_of <= as_of.day
  window of_unit as (partition by occupancy.property_id, occupancy.unit_id)
),
run as (
  select reports.*,
  case reports.status when 'occupied' then reports.last_vacant else reports.last_occupied end as last_other,
  case reports.status when 'occupied' then reports.move_in else reports.move_out + 1 end as turned,
  case when reports.move_in >= reports.as_of then greatest(reports.move_in, reports.as_of + 1) end as moves_in,
  min(reports.as_of)
  filter (where reports.status = 'occupied' and reports.as_of > coalesce(reports.last_vacant, '-infinity'))
  over of_unit as first_occupied,
  min(reports.as_of)
  filter (where reports.status = 'vacant' and reports.as_of > coalesce(reports.last_occupied, '-infinity'))
  over of_unit as first_vacant
  from reports
  window of_unit as (partition by reports.property_id, reports.unit_id)
),
latest as (
  select run.*,
  run.status = 'vacant' and run.moves_in <= run.today as moved_in,
  run.status = 'occupied' and run.move_out >= run.as_of and run.move_out < run.today as moved_out
  from run where run.as_of = run.newest
),
reported as materialized (
  select latest.property_id, latest.unit_id, latest.as_of, latest.move_in, latest.move_out, latest.source,
  case when latest.moved_in then 'occupied' when latest.moved_out then 'vacant' else latest.status end as status,
  case
  when latest.moved_in then latest.moves_in
  when latest.moved_out then latest.move_out + 1
  when latest.turned <= latest.as_of + 1 and (latest.last_other is null or latest.turned >= latest.last_other)
  then latest.turned
  when latest.last_other is not null
  then case latest.status when 'occupied' then latest.first_occupied else latest.first_vacant end
  end as since
  from latest
),
-- Not a join: Postgres expects one row of each, and would compare each of one with each of the other.
with_occupancy as (
  select status.*, max(status.reported_status) over of_unit as occupancy, max(status.reported_since) over of_unit as since
  from (
    select dry_recently.*, null::text as reported_status, null::date as reported_since from dry_recently
    union all
    select reported.property_id, null, null, reported.unit_id, null, null, null, null, null, null, null,
    reported.status, reported.since
    from reported
  ) status
  window of_unit as (partition by status.property_id, status.unit_id)
),
no_consumption as (
  select status.property_id, status.meter_id, status.building_id, status.unit_id, status.attached_to,
  coalesce(status.occupancy, 'unknown') as occupancy, status.last_day,
  case when status.last_flow_on is null and status.has_later_flow then (
    select day.day from all_meter_days day
    where day.property_id = status.property_id and day.meter_id = status.meter_id and day.day <= status.day
    and day.gallons_total > 0
    order by day.day desc limit 1) else status.last_flow_on end as last_used
  from with_occupancy status
  where status.meter_id is not null and case status.occupancy
  when 'occupied' then case when least(status.last_day, status.last_seen_on) < greatest(status.last_day - $15::int, status.last_flow_on + 1, status.since) then 0 else bit_count(((status.read_days >> (status.last_seen_on - least(status.last_day, status.last_seen_on)))
      & ((1::bigint << (least(status.last_day, status.last_seen_on) - greatest(status.last_day - $16::int, status.last_flow_on + 1, status.since) + 1)) - 1))::bit(64)) end >= $17::int
  when 'vacant' then false
  else case when least(status.last_day, status.last_seen_on) < greatest(status.last_day - $18::int, status.last_flow_on + 1, null::date) then 0 else bit_count(((status.read_days >> (status.last_seen_on - least(status.last_day, status.last_seen_on)))
      & ((1::bigint << (least(status.last_day, status.last_seen_on) - greatest(status.last_day - $19::int, status.last_flow_on + 1, null::date) + 1)) - 1))::bit(64)) end >= $20::int end
),
found as materialized (
  select * from no_consumption
  where $21::bigint[] is null or no_consumption.building_id = any($22::bigint[])
),
page as materialized (
  select found.*, count(*) over () as count,
  row_number() over (order by found.last_day - coalesce(found.last_used, (
        select day.day
        from (select coalesce("found"."last_used", '-infinity') as last_used offset 0) known
        cross join lateral (
          select day.day from all_meter_days day
          where day.property_id = "found"."property_id" and day.meter_id = "found"."meter_id"
          and day.hours_measured * 4 >= day.hours * 3 and day.day > known.last_used
          and "day"."packed_month_from" >= date_trunc('month', (known.last_used)::timestamp)::date
          offset 0
        ) day
        order by day.day limit 1) - 1) desc nulls last, found.property_id, found.meter_id) as place
  from found order by place limit $23 offset $24
)
select properties.id as property_id, properties.name as property_name, properties.state, found.building_id,
buildings.name as building_name, found.unit_id, units.name as unit_name, found.attached_to,
meters.serial_number as meter_serial_number, found.meter_id, found.occupancy,
found.last_day - coalesce(found.last_used, (
    select day.day
    from (select coalesce("found"."last_used", '-infinity') as last_used offset 0) known
    cross join lateral (
      select day.day from all_meter_days day
      where day.property_id = "found"."property_id" and day.meter_id = "found"."meter_id"
      and day.hours_measured * 4 >= day.hours * 3 and day.day > known.last_used
      and "day"."packed_month_from" >= date_trunc('month', (known.last_used)::timestamp)::date
      offset 0
    ) day
    order by day.day limit 1) - 1) as days_without_water, found.last_used as last_used_date, found.count
from page found
join properties on properties.id = found.property_id
join meters on meters.property_id = found.property_id and meters.id = found.meter_id
join buildings on buildings.property_id = found.property_id and buildings.id = found.building_id
join units on units.property_id = found.property_id and units.id = found.unit_id
order by found.place;

-- Nested Loop
--   CTE as_of: Function Scan
--   CTE near: CTE Scan on as_of
--   CTE likely: Nested Loop
--     CTE Scan on near
--     Append
--       Subquery Scan
--         Index Scan using installed_meters_flow on installed_meters
--   CTE dry_recently: Append
--     CTE Scan on likely
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           CTE Scan on likely
--           Aggregate
--             Limit
--               Result
--                 Merge Append
--                   Index Scan using meter_days_month_pkey on meter_days_month
--                   Sort
--                     Subquery Scan
--                       Nested Loop
--                         Nested Loop
--                           Index Scan using packed_months_pkey on packed_months
--                           Result
--                         Function Scan
--         Subquery Scan
--           Aggregate
--             Limit
--               Merge Append
--                 Index Scan using meter_days_month_pkey on meter_days_month
--                 Sort
--                   Subquery Scan
--                     Nested Loop
--                       Nested Loop
--                         Index Scan using packed_months_pkey on packed_months
--                         Result
--                       Function Scan
--       Aggregate
--         Append
--           Result
--             Index Scan using meter_days_month_pkey on meter_days_month
--           Subquery Scan
--             Nested Loop
--               Nested Loop
--                 Index Scan using packed_months_pkey on packed_months
--                 Result
--               Function Scan
--   CTE reported: Subquery Scan
--     WindowAgg
--       Subquery Scan
--         WindowAgg
--           Merge Join
--             Unique
--               Sort
--                 CTE Scan on dry_recently
--             Index Scan using occupancy_pkey on occupancy
--   CTE found: Subquery Scan
--     WindowAgg
--       Sort
--         Result
--           Append
--             CTE Scan on dry_recently
--             CTE Scan on reported
--     SubPlan: Limit
--       Merge Append
--         Index Scan using meter_days_month_pkey on meter_days_month
--         Sort
--           Subquery Scan
--             Nested Loop
--               Nested Loop
--                 Index Scan using packed_months_pkey on packed_months
--                 Result
--               Function Scan
--   CTE page: Limit
--     Sort
--       WindowAgg
--         WindowAgg
--           Sort
--             CTE Scan on found
--               SubPlan: Limit
--                 Sort
--                   Nested Loop
--                     Result
--                     Append
--                       Result
--                         Index Scan using meter_days_month_pkey on meter_days_month
--                       Subquery Scan
--                         Nested Loop
--                           Nested Loop
--                             Index Scan using packed_months_pkey on packed_months
--                             Result
--                           Function Scan
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         CTE Scan on page
--         Index Scan using buildings_property_id_name_key on buildings
--       Index Scan using meters_property_id_serial_number_key on meters
--     Index Scan using properties_pkey on properties
--   Index Scan using units_property_id_building_id_name_key on units
--   SubPlan: Limit
--     Sort
--       Nested Loop
--         Result
--         Append
--           Result
--             Index Scan using meter_days_month_pkey on meter_days_month
--           Subquery Scan
--             Nested Loop
--               Nested Loop
--                 Index Scan using packed_months_pkey on packed_months
--                 Result
--               Function Scan
