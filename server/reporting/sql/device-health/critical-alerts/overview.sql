-- GET /v1/reporting/device-health/critical-alerts/overview

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
as_of as materialized (
  select chosen.*, properties.hours_from, coalesce(properties.hours_from, '-infinity') as kept_from,
  chosen.day - $1::int as before_recent,
  case when chosen.time_zone = any($2::text[]) then '-infinity' else chosen.day end as fresh_on,
  chosen.at - interval '1 hour' * $3::int as online_since, chosen.at - interval '1 hour' * $4::int as delayed_since
  from (
    select * from unnest(
      $5::bigint[],
      $6::text[],
      $7::timestamptz[],
      $8::date[],
      $9::date[]
    ) as as_of_table (property_id, time_zone, at, day, last_day)
  ) chosen join properties on properties.id = chosen.property_id
),
late as materialized (
  select property_id, meter_id, building_id, unit_id, attached_to, gateway_id, router_id, at, last_seen_at,
  case
  when last_seen_at is null then 'unknown'
  when last_seen_at >= online_since then 'online'
  when last_seen_at >= delayed_since then 'delayed'
  else 'offline' end as own_status
  from (
    select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, meter.gateway_id,
    meter.router_id, meter.at, meter.online_since, meter.delayed_since,
    case when meter.last_seen_at < meter.online_since then greatest(meter.last_seen_at, (
        select least(meter.at, waiting.measured_at + interval '1 minute' * coalesce(waiting.minutes, 60))
        from quarantined_readings waiting
        where waiting.property_id = meter.property_id and waiting.meter_id = meter.meter_id and waiting.decision is null
        and waiting.measured_at > meter.last_seen_at and waiting.measured_at < meter.at
        order by waiting.measured_at desc limit 1))
    else meter.last_seen_at end as last_seen_at
    from (
      select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to,
      meter.gateway_id, meter.router_id, as_of.at, as_of.online_since, as_of.delayed_since, case
      when meter.last_seen_on >= as_of.kept_from and meter.last_seen_on <= as_of.day and meter.last_seen_at is not null
      then least(meter.last_seen_at, as_of.at)
      when meter.last_seen_on is null and as_of.hours_from is null then null
      else (select coalesce(
          (
            select (select least(serving.at, coalesce(newest.at,
                  (select noted.last_seen_at from device_days noted
                    where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
                    and noted.day = last.day),
                  least((last.day + 1)::timestamp at time zone serving.time_zone,
                    (((last.day + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')))
              from (select case when "last"."is_whole" then least(("last"."day" + 1)::timestamp at time zone serving.time_zone,
                  ((("last"."day" + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour') else (
                  select case
                  when cardinality("day"."register_seconds") > 0
                  then least(("day"."day")::timestamp at time zone serving.time_zone,
                    ((("day"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
                  + interval '1 second' * (select max(second) from unnest("day"."register_seconds") second)
                  when "day"."intervals_until" is not null
                  then least(("day"."day")::timestamp at time zone serving.time_zone,
                    ((("day"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
                  + interval '1 second' * greatest("day"."intervals_until", (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                        case when jsonb_typeof("day"."lumps") = 'array' then "day"."lumps" else '[]'::jsonb end) lump) * 3600)
                  when ("day"."gallons"["day"."hours"] is not null
                    or "day"."gallons" is not null and ("day"."covered" >> ("day"."hours" - 1)) & 1 = 1) or "day"."lumps" @> jsonb_build_array(jsonb_build_object('hour', "day"."hours" - 1))
                  then least(("day"."day" + 1)::timestamp at time zone serving.time_zone,
                    ((("day"."day" + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
                  else least(("day"."day")::timestamp at time zone serving.time_zone,
                    ((("day"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour') + interval '1 hour' * greatest(
                    (select max(slot) from generate_series(1, "day"."hours") slot where ("day"."gallons"[slot] is not null
                        or "day"."gallons" is not null and ("day"."covered" >> (slot - 1)) & 1 = 1)),
                    (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                        case when jsonb_typeof("day"."lumps") = 'array' then "day"."lumps" else '[]'::jsonb end) lump))
                  end from all_meter_days day
                  where day.property_id = serving.property_id and day.meter_id = serving.meter_id and day.day = "last"."day"
                  and "day"."packed_month_from" >= date_trunc('month', ("last"."day")::timestamp)::date and "day"."packed_month_to" <= "last"."day") end) newest (at))
            from (
              select "seen"."day", "seen"."has_all_hours" and "seen"."has_registers" is not true and "seen"."intervals_until" is null
              and "seen"."lumps" is null as is_whole from all_meter_days seen
              where seen.property_id = serving.property_id and seen.meter_id = serving.meter_id
              and seen.day <= serving.day and seen.day >= serving.day - $10::int and "seen"."packed_month_from" >= date_trunc('month', (serving.day - $11::int)::timestamp)::date and "seen"."packed_month_to" <= serving.day
              and ("seen"."hours_measured" > 0 or "seen"."has_registers"
                or jsonb_typeof("seen"."lumps") = 'array' or "seen"."intervals_until" is not null)
              order by seen.day desc limit 1
            ) last),
          (
            select (select least(serving.at, coalesce(newest.at,
                  (select noted.last_seen_at from device_days noted
                    where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
                    and noted.day = last.day),
                  least((last.day + 1)::timestamp at time zone serving.time_zone,
                    (((last.day + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')))
              from (select case when "last"."is_whole" then least(("last"."day" + 1)::timestamp at time zone serving.time_zone,
                  ((("last"."day" + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour') else (
                  select case
                  when cardinality("day"."register_seconds") > 0
                  then least(("day"."day")::timestamp at time zone serving.time_zone,
                    ((("day"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
                  + interval '1 second' * (select max(second) from unnest("day"."register_seconds") second)
                  when "day"."intervals_until" is not null
                  then least(("day"."day")::timestamp at time zone serving.time_zone,
                    ((("day"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
                  + interval '1 second' * greatest("day"."intervals_until", (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                        case when jsonb_typeof("day"."lumps") = 'array' then "day"."lumps" else '[]'::jsonb end) lump) * 3600)
                  when ("day"."gallons"["day"."hours"] is not null
                    or "day"."gallons" is not null and ("day"."covered" >> ("day"."hours" - 1)) & 1 = 1) or "day"."lumps" @> jsonb_build_array(jsonb_build_object('hour', "day"."hours" - 1))
                  then least(("day"."day" + 1)::timestamp at time zone serving.time_zone,
                    ((("day"."day" + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
                  else least(("day"."day")::timestamp at time zone serving.time_zone,
                    ((("day"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour') + interval '1 hour' * greatest(
                    (select max(slot) from generate_series(1, "day"."hours") slot where ("day"."gallons"[slot] is not null
                        or "day"."gallons" is not null and ("day"."covered" >> (slot - 1)) & 1 = 1)),
                    (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                        case when jsonb_typeof("day"."lumps") = 'array' then "day"."lumps" else '[]'::jsonb end) lump))
                  end from all_meter_days day
                  where day.property_id = serving.property_id and day.meter_id = serving.meter_id and day.day = "last"."day"
                  and "day"."packed_month_from" >= date_trunc('month', ("last"."day")::timestamp)::date and "day"."packed_month_to" <= "last"."day") end) newest (at))
            from (
              select "seen"."day", "seen"."has_all_hours" and "seen"."has_registers" is not true and "seen"."intervals_until" is null
              and "seen"."lumps" is null as is_whole from all_meter_days seen
              where seen.property_id = serving.property_id and seen.meter_id = serving.meter_id
              and seen.day <= serving.day and seen.day >= '-infinity'::date and "seen"."packed_month_from" >= date_trunc('month', ('-infinity'::date)::timestamp)::date and "seen"."packed_month_to" <= serving.day
              and ("seen"."hours_measured" > 0 or "seen"."has_registers"
                or jsonb_typeof("seen"."lumps") = 'array' or "seen"."intervals_until" is not null)
              order by seen.day desc limit 1
            ) last),
          (
            select least(serving.at, noted.last_seen_at)
            from device_days noted
            where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
            and noted.day <= serving.day and noted.day < serving.hours_from
            order by noted.day desc limit 1)) from (
          select meter.property_id, meter.meter_id, as_of.at, as_of.time_zone, as_of.day, as_of.hours_from
          offset 0) serving) end as last_seen_at
      from as_of cross join lateral (
        select * from (
          select * from installed_meters seen where seen.property_id = as_of.property_id and seen.last_seen_on < as_of.fresh_on
          union all
          select * from installed_meters seen where seen.property_id = as_of.property_id and seen.last_seen_on > as_of.fresh_on
          union all
          select * from installed_meters seen where seen.property_id = as_of.property_id and seen.last_seen_on is null and not (select count(hours_from) = 0 from as_of)) meter
        where (meter.last_seen_on = as_of.fresh_on or meter.last_seen_at >= $12::timestamptz
          and meter.last_seen_at <= $13::timestamptz and meter.last_seen_on >= (select max(kept_from) from as_of)) is not true offset 0
      ) meter where (meter.began_at is null or meter.began_at <= as_of.at)
      and (meter.ended_at is null or meter.ended_at > as_of.at)
      offset 0
    ) meter
    offset 0
  ) meter),
named as materialized (
  select gateway.property_id, 'gateway' as device_type, gateway.id as device_id, gateway.serial_number,
  gateway.id as gateway_id, as_of.at, interval '1 minute' * greatest(
    gateway.interval_minutes * $14::int, $15::int) as online,
  greatest(
    coalesce((
        select least(as_of.at, reported.last_seen_at) from device_days reported
        where reported.property_id = "gateway"."property_id" and reported.device = $16::text
        and reported.device_id = "gateway"."id" and reported.day > as_of.before_recent and reported.day <= as_of.day
        and reported.last_seen_at <= as_of.at + interval '1 millisecond' * $17::int
        order by reported.day desc limit 1),
      (
        select least(as_of.at, reported.last_seen_at) from device_days reported
        where reported.property_id = "gateway"."property_id" and reported.device = $18::text
        and reported.device_id = "gateway"."id" and reported.day <= as_of.before_recent
        and reported.last_seen_at <= as_of.at + interval '1 millisecond' * $19::int
        order by reported.day desc limit 1)),
    case when "gateway"."last_seen_at" <= as_of.at then "gateway"."last_seen_at" end) as own_last_seen
  from as_of join gateways gateway on gateway.property_id = as_of.property_id
  union all
  select router.property_id, 'router', router.id, router.serial_number, router.gateway_id, as_of.at,
  interval '1 minute' * greatest(
    gateway.interval_minutes * $20::int, $21::int), greatest(
    coalesce((
        select least(as_of.at, reported.last_seen_at) from device_days reported
        where reported.property_id = "router"."property_id" and reported.device = $22::text
        and reported.device_id = "router"."id" and reported.day > as_of.before_recent and reported.day <= as_of.day
        and reported.last_seen_at <= as_of.at + interval '1 millisecond' * $23::int
        order by reported.day desc limit 1),
      (
        select least(as_of.at, reported.last_seen_at) from device_days reported
        where reported.property_id = "router"."property_id" and reported.device = $24::text
        and reported.device_id = "router"."id" and reported.day <= as_of.before_recent
        and reported.last_seen_at <= as_of.at + interval '1 millisecond' * $25::int
        order by reported.day desc limit 1)),
    case when "router"."last_seen_at" <= as_of.at then "router"."last_seen_at" end)
  from as_of
  join routers router on router.property_id = as_of.property_id
  join gateways gateway on gateway.property_id = router.property_id and gateway.id = router.gateway_id
),
meter_group as materialized (
  select as_of.property_id, building_id, gateway_id, router_id, meters, last_seen_at, online,
  case when (select count(hours_from) = 0 from as_of) then never_seen else 0 end as never_seen
  from as_of cross join lateral (
    select building_id, gateway_id, router_id, count(*) as meters,
    max(least(last_seen_at, $26::timestamptz)) filter (where last_seen_on = as_of.fresh_on or last_seen_at <= $27::timestamptz)
    as last_seen_at,
    count(*) filter (where (meter.last_seen_on = as_of.fresh_on or meter.last_seen_at >= $28::timestamptz
        and meter.last_seen_at <= $29::timestamptz and meter.last_seen_on >= (select max(kept_from) from as_of))) as online, count(*) - count(last_seen_on) as never_seen
    from installed_meters meter
    where meter.property_id = as_of.property_id and (meter.began_at is null or meter.began_at <= as_of.at)
    and (meter.ended_at is null or meter.ended_at > as_of.at) and (select count(*) > 0 from named where (case
        when own_last_seen is null then 'unknown'
        when at - own_last_seen <= online then 'online'
        when at - own_last_seen <= interval '1 hour' * $30::int then 'delayed'
        else 'offline' end) in ('unknown', 'offline'))
    group by building_id, gateway_id, router_id offset 0
  ) meter
  union all
  select property_id, building_id, gateway_id, router_id, 0, max(last_seen_at), count(*) filter (where own_status = 'online'),
  count(*) filter (where own_status = 'unknown')
  from late where (select count(*) > 0 from named where (case
      when own_last_seen is null then 'unknown'
      when at - own_last_seen <= online then 'online'
      when at - own_last_seen <= interval '1 hour' * $31::int then 'delayed'
      else 'offline' end) in ('unknown', 'offline')) group by property_id, building_id, gateway_id, router_id
),
station_last_seen as (
  select named.*,
  coalesce(named.own_last_seen, behind_gateway.last_seen_at, behind_router.last_seen_at) as last_seen_at,
  coalesce(behind_gateway.last_seen_at, behind_router.last_seen_at) as newest_behind_at,
  coalesce(behind_gateway.meters, behind_router.meters, 0) as meters,
  coalesce(behind_gateway.building_ids, behind_router.building_ids, '{}') as building_ids
  from named
  left join (
    select property_id, "gateway_id" as device_id, sum(meters) as meters, max(last_seen_at) as last_seen_at,
    array_agg(distinct building_id) as building_ids
    from meter_group where "gateway_id" is not null group by property_id, "gateway_id"
  ) behind_gateway on named.device_type = 'gateway'
  and behind_gateway.property_id = named.property_id and behind_gateway.device_id = named.device_id
  left join (
    select property_id, "router_id" as device_id, sum(meters) as meters, max(last_seen_at) as last_seen_at,
    array_agg(distinct building_id) as building_ids
    from meter_group where "router_id" is not null group by property_id, "router_id"
  ) behind_router on named.device_type = 'router'
  and behind_router.property_id = named.property_id and behind_router.device_id = named.device_id
),
station as materialized (
  select station_last_seen.*,
  (case
    when station_last_seen.last_seen_at is null then 'unknown'
    when station_last_seen.at - station_last_seen.last_seen_at <= station_last_seen.online then 'online'
    when station_last_seen.at - station_last_seen.last_seen_at <= interval '1 hour' * $32::int then 'delayed'
    else 'offline' end) as own_status
  from station_last_seen
),
-- Few, as a rule, and so joined to all devices.
down as materialized (select * from station where own_status = 'offline'),
counted_meters as materialized (
  select as_of.property_id, endless.meters + bounded.meters - unseen.meters - coalesce(missing.meters, 0) as online,
  unseen.meters as never_seen
  from as_of
  cross join lateral (
    select coalesce(sum(span.meters), 0) as meters from service_spans span
    where span.property_id = as_of.property_id and span.began_on = '-infinity' and span.ended_on = 'infinity'
    offset 0
  ) endless
  cross join lateral (
    select count(*) as meters from installed_meters meter
    where meter.property_id = as_of.property_id and (meter.began_at is not null or meter.ended_at is not null)
    and (meter.began_at is null or meter.began_at <= as_of.at)
    and (meter.ended_at is null or meter.ended_at > as_of.at) offset 0
  ) bounded
  cross join lateral (
    select count(*) as meters from (
      select * from installed_meters seen where seen.property_id = as_of.property_id and seen.last_seen_on is null and (select count(hours_from) = 0 from as_of)) meter where (meter.began_at is null or meter.began_at <= as_of.at)
    and (meter.ended_at is null or meter.ended_at > as_of.at)
    offset 0
  ) unseen
  left join (select property_id, count(*) as meters from late group by property_id) missing
  on missing.property_id = as_of.property_id
  union all
  select property_id, count(*) filter (where own_status = 'online'), count(*) filter (where own_status = 'unknown')
  from late group by property_id),
devices as (
  select station.property_id, station.device_type, case when gateway.serial_number is not null then 'delayed' else "station"."own_status" end as status,
  station.building_ids, 1 as number
  from
  station
  left join down gateway on station.device_type = 'router' and gateway.device_type = 'gateway'
  and gateway.property_id = station.property_id and gateway.device_id = station.gateway_id
  and ("station"."own_status" in ('delayed', 'offline') and ("station"."last_seen_at" >= "gateway"."last_seen_at" - interval '1 hour' * $33::int and ("station"."last_seen_at" <= "gateway"."last_seen_at" + interval '1 hour' * $34::int or "station"."last_seen_at" >= "gateway"."newest_behind_at" - interval '1 hour' * $35::int)))
  union all
  select property_id, 'meter', 'online', null::bigint[], online from counted_meters where online > 0
  union all
  select property_id, 'meter', 'unknown', null::bigint[], never_seen
  from counted_meters where never_seen > 0
  union all
  select late.property_id, 'meter', late.status, null::bigint[], count(*)
  from (
    select meter.property_id, meter.building_id, case when coalesce(gateway.serial_number, router.serial_number) is not null then 'delayed' else "meter"."own_status" end as status
    from
    late meter
    left join down gateway on gateway.device_type = 'gateway' and gateway.property_id = meter.property_id
    and gateway.device_id = meter.gateway_id and ("meter"."own_status" in ('delayed', 'offline') and ("meter"."last_seen_at" >= "gateway"."last_seen_at" - interval '1 hour' * $36::int and ("meter"."last_seen_at" <= "gateway"."last_seen_at" + interval '1 hour' * $37::int or "meter"."last_seen_at" >= "gateway"."newest_behind_at" - interval '1 hour' * $38::int)))
    left join down router on router.device_type = 'router' and router.property_id = meter.property_id
    and router.device_id = meter.router_id and ("meter"."own_status" in ('delayed', 'offline') and ("meter"."last_seen_at" >= "router"."last_seen_at" - interval '1 hour' * $39::int and ("meter"."last_seen_at" <= "router"."last_seen_at" + interval '1 hour' * $40::int or "meter"."last_seen_at" >= "router"."newest_behind_at" - interval '1 hour' * $41::int)))
    where meter.own_status in ('delayed', 'offline')
  ) late
  group by late.property_id,  late.status
)
select coalesce(sum(devices.number) filter (where devices.device_type <> 'meter'), 0) as gateways_routers,
coalesce(sum(devices.number) filter (where devices.device_type = 'meter'), 0) as meters
from devices where devices.status = 'offline' and (($42::bigint[] is null or devices.building_ids && $43::bigint[])
  and ($44::text[] is null or devices.device_type = any($45::text[])));

-- Aggregate
--   CTE as_of: Nested Loop
--     Function Scan
--     Index Scan using properties_pkey on properties
--   CTE late: Subquery Scan
--     Subquery Scan
--       Nested Loop
--         CTE Scan on as_of
--         Subquery Scan
--           Result
--             InitPlan: Aggregate
--               CTE Scan on as_of
--             Append
--               Subquery Scan
--                 Index Scan using installed_meters_seen on installed_meters
--               Subquery Scan
--                 Result
--                   InitPlan: Aggregate
--                     CTE Scan on as_of
--                   Index Scan using installed_meters_seen on installed_meters
--         SubPlan: Subquery Scan
--           Result
--           SubPlan: Subquery Scan
--             Limit
--               Result
--                 Merge Append
--                   Result
--                     Index Scan using meter_days_month_pkey on meter_days_month
--                   Sort
--                     Subquery Scan
--                       Nested Loop
--                         Nested Loop
--                           Index Scan using packed_months_pkey on packed_months
--                           Result
--                         Function Scan
--             SubPlan: Result
--               InitPlan: Result
--                 Append
--                   Result
--                     Index Scan using meter_days_month_pkey on meter_days_month
--                   Subquery Scan
--                     Nested Loop
--                       Nested Loop
--                         Index Scan using packed_months_pkey on packed_months
--                         Result
--                           InitPlan: Subquery Scan
--                             ProjectSet
--                               Result
--                           InitPlan: WindowAgg
--                             Function Scan
--                       Function Scan
--                       SubPlan: Function Scan
--                 SubPlan: Aggregate
--                   Function Scan
--               InitPlan: Index Scan using device_days_pkey on device_days
--           SubPlan: Limit
--             Index Scan using device_days_pkey on device_days
--       SubPlan: Limit
--         Index Scan using quarantined_readings_once on quarantined_readings
--   CTE named: Append
--     Nested Loop
--       Index Scan using gateways_property_id_serial_number_key on gateways
--       CTE Scan on as_of
--       SubPlan: Limit
--         Index Scan using device_days_pkey on device_days
--     Nested Loop
--       Nested Loop
--         Index Scan using gateways_pkey on gateways
--         CTE Scan on as_of
--       Index Scan using routers_property_id_serial_number_key on routers
--       SubPlan: Limit
--         Index Scan using device_days_pkey on device_days
--   CTE meter_group: Append
--     Nested Loop
--       InitPlan: Aggregate
--         CTE Scan on as_of
--       CTE Scan on as_of
--       Aggregate
--         InitPlan: Aggregate
--           CTE Scan on as_of
--         InitPlan: Aggregate
--           CTE Scan on named
--         Sort
--           Result
--             Index Scan using installed_meters_flow on installed_meters
--     Subquery Scan
--       Aggregate
--         InitPlan: Aggregate
--           CTE Scan on named
--         Result
--           CTE Scan on late
--   CTE station: Merge Join
--     Merge Join
--       Sort
--         CTE Scan on named
--       Materialize
--         Aggregate
--           Sort
--             CTE Scan on meter_group
--     Materialize
--       Aggregate
--         Sort
--           CTE Scan on meter_group
--   CTE down: CTE Scan on station
--   CTE counted_meters: Append
--     Hash Join
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             CTE Scan on as_of
--             Aggregate
--               Index Scan using service_spans_property_id_bedrooms_began_on_ended_on_key on service_spans
--           Aggregate
--             Index Scan using installed_meters_bounded on installed_meters
--         Aggregate
--           InitPlan: Aggregate
--             CTE Scan on as_of
--           Result
--             Index Scan using installed_meters_seen on installed_meters
--       Hash
--         Subquery Scan
--           Aggregate
--             CTE Scan on late
--     Aggregate
--       CTE Scan on late
--   Append
--     Subquery Scan
--       Hash Join
--         CTE Scan on station
--         Hash
--           CTE Scan on down
--     Result
--     Aggregate
--       Nested Loop
--         Nested Loop
--           CTE Scan on late
--           CTE Scan on down
--         CTE Scan on down

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
found as not materialized (
  select * from no_consumption
  where $21::bigint[] is null or no_consumption.building_id = any($22::bigint[])
) select count(*) as count from found;

-- Aggregate
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
--   Subquery Scan
--     WindowAgg
--       Sort
--         Result
--           Append
--             CTE Scan on dry_recently
--             CTE Scan on reported
