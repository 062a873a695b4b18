-- GET /v1/reporting/device-health/portfolio-detail/properties

select id, organization_id, time_zone, unit_seats
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
  chosen.at - interval '1 hour' * $1::int as online_since, chosen.at - interval '1 hour' * $2::int as delayed_since
  from (
    select * from unnest(
      $3::bigint[],
      $4::text[],
      $5::timestamptz[],
      $6::date[],
      $7::date[]
    ) as as_of_table (property_id, time_zone, at, day, last_day)
  ) chosen join properties on properties.id = chosen.property_id
),
late as materialized (
  select property_id, meter_id, building_id, unit_id, attached_to, gateway_id, router_id, at, heard_at,
  case
  when heard_at is null then 'unknown'
  when heard_at >= online_since then 'online'
  when heard_at >= delayed_since then 'delayed'
  else 'offline' end as own_status
  from (
    select seat.property_id, seat.meter_id, seat.building_id, seat.unit_id, seat.attached_to, seat.gateway_id,
    seat.router_id, as_of.at, as_of.online_since, as_of.delayed_since, case
    when seat.heard_on >= as_of.kept_from and seat.heard_on <= as_of.day and seat.heard_at is not null
    then least(seat.heard_at, as_of.at)
    when seat.heard_on is null and as_of.hours_from is null then null
    else (select coalesce(
        (select (select least(serving.at, coalesce(newest.at,
                (select noted.heard_at from device_heard noted
                  where noted.property_id = heard.property_id and noted.device = 'meter' and noted.device_id = heard.meter_id
                  and noted.day = heard.day),
                least((heard.day + 1)::timestamp at time zone serving.time_zone,
                  (((heard.day + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')))
            from (select case
              when cardinality("heard"."register_seconds") > 0
              then least(("heard"."day")::timestamp at time zone serving.time_zone,
                ((("heard"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
              + interval '1 second' * (select max(second) from unnest("heard"."register_seconds") second)
              when "heard"."intervals_until" is not null
              then least(("heard"."day")::timestamp at time zone serving.time_zone,
                ((("heard"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
              + interval '1 second' * greatest("heard"."intervals_until", (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                    case when jsonb_typeof("heard"."lumps") = 'array' then "heard"."lumps" else '[]'::jsonb end) lump) * 3600)
              when ("heard"."gallons"["heard"."hours"] is not null
                or "heard"."gallons" is not null and ("heard"."covered" >> ("heard"."hours" - 1)) & 1 = 1) or "heard"."lumps" @> jsonb_build_array(jsonb_build_object('hour', "heard"."hours" - 1))
              then least(("heard"."day" + 1)::timestamp at time zone serving.time_zone,
                ((("heard"."day" + 1)::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour')
              else least(("heard"."day")::timestamp at time zone serving.time_zone,
                ((("heard"."day")::timestamp - interval '1 hour') at time zone serving.time_zone) + interval '1 hour') + interval '1 hour' * greatest(
                (select max(slot) from generate_series(1, "heard"."hours") slot where ("heard"."gallons"[slot] is not null
                    or "heard"."gallons" is not null and ("heard"."covered" >> (slot - 1)) & 1 = 1)),
                (select max((lump->>'hour')::int + 1) from jsonb_array_elements(
                    case when jsonb_typeof("heard"."lumps") = 'array' then "heard"."lumps" else '[]'::jsonb end) lump))
              end) newest (at)) from meter_days heard
          where heard.property_id = serving.property_id and heard.meter_id = serving.meter_id and heard.day <= serving.day
          and ("heard"."hours_measured" > 0 or cardinality("heard"."register_seconds") > 0
            or jsonb_typeof("heard"."lumps") = 'array' or "heard"."intervals_until" is not null)
          order by heard.day desc limit 1),
        (
          select least(serving.at, noted.heard_at)
          from device_heard noted
          where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
          and noted.day <= serving.day and noted.day < serving.hours_from
          order by noted.day desc limit 1)) from (
        select seat.property_id, seat.meter_id, as_of.at, as_of.time_zone, as_of.day, as_of.hours_from offset 0) serving) end as heard_at
    from as_of join (select * from seated_meters seat
      where seat.property_id = any($8::bigint[]) and (seat.began_at is null or seat.began_at <= $9::timestamptz)
      and (seat.ended_at is null or seat.ended_at > $10::timestamptz) and (seat.heard_at >= $11::timestamptz and seat.heard_at <= $12::timestamptz
        and seat.heard_on >= (select max(kept_from) from as_of)) is not true and not (seat.heard_on is null and (select count(hours_from) = 0 from as_of))) seat on seat.property_id = as_of.property_id
    and (seat.began_at is null or seat.began_at <= as_of.at) and (seat.ended_at is null or seat.ended_at > as_of.at)
    offset 0
  ) seat),
named as materialized (
  select gateway.property_id, 'gateway' as device_type, gateway.id as device_id, gateway.serial_number,
  gateway.id as gateway_id, as_of.at, interval '1 minute' * greatest(
    gateway.interval_minutes * $13::int, $14::int) as online,
  greatest(
    (select least(as_of.at, word.heard_at) from device_heard word
      where word.property_id = "gateway"."property_id" and word.device = $15::text
      and word.device_id = "gateway"."id" and word.day <= as_of.day
      and word.heard_at <= as_of.at + interval '1 millisecond' * $16::int
      order by word.day desc limit 1),
    case when "gateway"."last_heard_at" <= as_of.at then "gateway"."last_heard_at" end) as own_word
  from as_of join gateways gateway on gateway.property_id = as_of.property_id
  union all
  select router.property_id, 'router', router.id, router.serial_number, router.gateway_id, as_of.at,
  interval '1 minute' * greatest(
    gateway.interval_minutes * $17::int, $18::int), greatest(
    (select least(as_of.at, word.heard_at) from device_heard word
      where word.property_id = "router"."property_id" and word.device = $19::text
      and word.device_id = "router"."id" and word.day <= as_of.day
      and word.heard_at <= as_of.at + interval '1 millisecond' * $20::int
      order by word.day desc limit 1),
    case when "router"."last_heard_at" <= as_of.at then "router"."last_heard_at" end)
  from as_of
  join routers router on router.property_id = as_of.property_id
  join gateways gateway on gateway.property_id = router.property_id and gateway.id = router.gateway_id
),
seat_group as materialized (
  select as_of.property_id, building_id, gateway_id, router_id, meters, heard_at, online,
  case when (select count(hours_from) = 0 from as_of) then never_heard else 0 end as never_heard
  from as_of cross join lateral (
    select building_id, gateway_id, router_id, count(*) as meters,
    max(heard_at) filter (where heard_at <= $21::timestamptz) as heard_at, count(*) filter (where (seat.heard_at >= $22::timestamptz and seat.heard_at <= $23::timestamptz
        and seat.heard_on >= (select max(kept_from) from as_of))) as online,
    count(*) - count(heard_on) as never_heard
    from seated_meters seat
    where seat.property_id = as_of.property_id and (seat.began_at is null or seat.began_at <= $24::timestamptz)
    and (seat.ended_at is null or seat.ended_at > $25::timestamptz) and true
    group by building_id, gateway_id, router_id offset 0
  ) seat
  union all
  select property_id, building_id, gateway_id, router_id, 0, max(heard_at), count(*) filter (where own_status = 'online'),
  count(*) filter (where own_status = 'unknown')
  from late where true group by property_id, building_id, gateway_id, router_id
),
heard_station as (
  select named.*, coalesce(named.own_word, behind_gateway.heard_at, behind_router.heard_at) as heard_at,
  coalesce(behind_gateway.meters, behind_router.meters, 0) as meters,
  coalesce(behind_gateway.building_ids, behind_router.building_ids, '{}') as building_ids
  from named
  left join (
    select property_id, "gateway_id" as device_id, sum(meters) as meters, max(heard_at) as heard_at,
    array_agg(distinct building_id) as building_ids
    from seat_group where "gateway_id" is not null group by property_id, "gateway_id"
  ) behind_gateway on named.device_type = 'gateway'
  and behind_gateway.property_id = named.property_id and behind_gateway.device_id = named.device_id
  left join (
    select property_id, "router_id" as device_id, sum(meters) as meters, max(heard_at) as heard_at,
    array_agg(distinct building_id) as building_ids
    from seat_group where "router_id" is not null group by property_id, "router_id"
  ) behind_router on named.device_type = 'router'
  and behind_router.property_id = named.property_id and behind_router.device_id = named.device_id
),
station as materialized (
  select heard_station.*,
  (case
    when heard_station.heard_at is null then 'unknown'
    when heard_station.at - heard_station.heard_at <= heard_station.online then 'online'
    when heard_station.at - heard_station.heard_at <= interval '1 hour' * $26::int then 'delayed'
    else 'offline' end) as own_status
  from heard_station
),
-- Few, as a rule, and so joined to all devices.
down as materialized (select * from station where own_status = 'offline'),
devices as (
  select station.property_id, station.device_type, case when gateway.serial_number is not null then 'delayed' else "station"."own_status" end as status,
  station.building_ids, 1 as number
  from
  station
  left join down gateway on station.device_type = 'router' and gateway.device_type = 'gateway'
  and gateway.property_id = station.property_id and gateway.device_id = station.gateway_id
  and ("station"."own_status" in ('delayed', 'offline')
    and "station"."heard_at" >= "gateway"."heard_at" - interval '1 hour' * $27::int)
  union all
  select property_id, 'meter', 'online', array[building_id], online from seat_group where online > 0
  union all
  select property_id, 'meter', 'unknown', array[building_id], never_heard from seat_group where never_heard > 0
  union all
  select late.property_id, 'meter', late.status, array[late.building_id], count(*)
  from (
    select seat.property_id, seat.building_id, case when coalesce(gateway.serial_number, router.serial_number) is not null then 'delayed' else "seat"."own_status" end as status
    from
    late seat
    left join down gateway on gateway.device_type = 'gateway' and gateway.property_id = seat.property_id
    and gateway.device_id = seat.gateway_id and ("seat"."own_status" in ('delayed', 'offline')
      and "seat"."heard_at" >= "gateway"."heard_at" - interval '1 hour' * $28::int)
    left join down router on router.device_type = 'router' and router.property_id = seat.property_id
    and router.device_id = seat.router_id and ("seat"."own_status" in ('delayed', 'offline')
      and "seat"."heard_at" >= "router"."heard_at" - interval '1 hour' * $29::int)
    where seat.own_status in ('delayed', 'offline')
  ) late
  group by late.property_id, late.building_id, late.status
),
counted as (
  select devices.property_id, coalesce(sum(devices.number) filter (where devices.status = $30::text), 0) as online, coalesce(sum(devices.number) filter (where devices.status = $31::text), 0) as delayed,
  coalesce(sum(devices.number) filter (where devices.status = $32::text), 0) as offline, coalesce(sum(devices.number) filter (where devices.status = $33::text), 0) as never_heard, coalesce(sum(devices.number) filter (where devices.status <> 'unknown'), 0) as known,
  bool_or(($34::text[] is null or devices.status = any($35::text[]))) as has_status
  from devices where (($36::bigint[] is null or devices.building_ids && $37::bigint[])
    and ($38::text[] is null or devices.device_type = any($39::text[]))) group by devices.property_id
),
by_property as (
  select as_of.property_id, coalesce(counted.online, 0) as online_devices,
  coalesce(counted.delayed, 0) as delayed_devices, coalesce(counted.offline, 0) as offline_devices,
  coalesce(counted.delayed + counted.offline, 0) as silent_devices,
  coalesce(counted.never_heard, 0) as unknown_devices, coalesce(counted.known, 0) as total_devices,
  (counted.online * 100.0::float8 / nullif(counted.known, 0)) as device_reporting_ratio,
  (case
    when coalesce(counted.known, 0) = 0 then null
    when counted.online * 100 >= coalesce(counted.known, 0) * $40::numeric then 'healthy'
    when counted.online * 100 >= coalesce(counted.known, 0) * $41::numeric then 'warning'
    else 'critical' end) as health
  from as_of left join counted on counted.property_id = as_of.property_id
  where $42::boolean or counted.has_status
),
listed as (
  select by_property.*, properties.name as property_name, properties.state
  from by_property join properties on properties.id = by_property.property_id
)
select *, count(*) over () as count from listed order by device_reporting_ratio asc nulls last, property_id
limit $43 offset $44;

-- Limit
--   CTE as_of: Nested Loop
--     Function Scan
--     Index Scan using properties_pkey on properties
--   CTE late: Subquery Scan
--     Nested Loop
--       InitPlan: Aggregate
--         CTE Scan on as_of
--       CTE Scan on as_of
--       Index Scan using seated_meters_pkey on seated_meters
--       SubPlan: Subquery Scan
--         Result
--         SubPlan: Limit
--           Result
--             Index Scan using meter_days_month_pkey on meter_days_month
--             SubPlan: Result
--               InitPlan: Aggregate
--                 Function Scan
--               InitPlan: Index Scan using device_heard_pkey on device_heard
--         SubPlan: Limit
--           Index Scan using device_heard_pkey on device_heard
--   CTE named: Append
--     Nested Loop
--       Index Scan using gateways_property_id_serial_number_key on gateways
--       CTE Scan on as_of
--       SubPlan: Limit
--         Index Scan using device_heard_pkey on device_heard
--     Nested Loop
--       Nested Loop
--         Index Scan using gateways_pkey on gateways
--         CTE Scan on as_of
--       Index Scan using routers_property_id_serial_number_key on routers
--       SubPlan: Limit
--         Index Scan using device_heard_pkey on device_heard
--   CTE seat_group: Append
--     Nested Loop
--       InitPlan: Aggregate
--         CTE Scan on as_of
--       CTE Scan on as_of
--       Aggregate
--         InitPlan: Aggregate
--           CTE Scan on as_of
--         Sort
--           Index Scan using seated_meters_pkey on seated_meters
--     Subquery Scan
--       Aggregate
--         CTE Scan on late
--   CTE station: Merge Join
--     Merge Join
--       Sort
--         CTE Scan on named
--       Materialize
--         Aggregate
--           Sort
--             CTE Scan on seat_group
--     Materialize
--       Aggregate
--         Sort
--           CTE Scan on seat_group
--   CTE down: CTE Scan on station
--   Sort
--     WindowAgg
--       Nested Loop
--         Hash Join
--           Aggregate
--             Append
--               Subquery Scan
--                 Hash Join
--                   CTE Scan on station
--                   Hash
--                     CTE Scan on down
--               CTE Scan on seat_group
--               Subquery Scan
--                 Aggregate
--                   Hash Join
--                     Hash Join
--                       CTE Scan on late
--                       Hash
--                         CTE Scan on down
--                     Hash
--                       CTE Scan on down
--           Hash
--             CTE Scan on as_of
--         Index Scan using properties_pkey on properties
