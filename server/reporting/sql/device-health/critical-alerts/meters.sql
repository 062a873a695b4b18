-- GET /v1/reporting/device-health/critical-alerts/meters

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
judged as (
  select station.property_id, station.device_type, station.device_id, station.serial_number,
  null::bigint as building_id, null::bigint as unit_id, station.building_ids, null::text as attached_to,
  station.gateway_id, station.at, station.last_seen_at, station.own_status, station.meters::bigint as meters,
  gateway.serial_number as explained_by, 'gateway' as explained_by_type
  from
  station
  left join down gateway on station.device_type = 'router' and gateway.device_type = 'gateway'
  and gateway.property_id = station.property_id and gateway.device_id = station.gateway_id
  and ("station"."own_status" in ('delayed', 'offline') and ("station"."last_seen_at" >= "gateway"."last_seen_at" - interval '1 hour' * $33::int and ("station"."last_seen_at" <= "gateway"."last_seen_at" + interval '1 hour' * $34::int or "station"."last_seen_at" >= "gateway"."newest_behind_at" - interval '1 hour' * $35::int)))
  union all
  select meter.property_id, 'meter', meter.meter_id, null, meter.building_id, meter.unit_id,
  array[meter.building_id], meter.attached_to, meter.gateway_id, meter.at, meter.last_seen_at, meter.own_status,
  null, coalesce(gateway.serial_number, router.serial_number), case when gateway.serial_number is not null then 'gateway' else 'router' end
  from
  late meter
  left join down gateway on gateway.device_type = 'gateway' and gateway.property_id = meter.property_id
  and gateway.device_id = meter.gateway_id and ("meter"."own_status" in ('delayed', 'offline') and ("meter"."last_seen_at" >= "gateway"."last_seen_at" - interval '1 hour' * $36::int and ("meter"."last_seen_at" <= "gateway"."last_seen_at" + interval '1 hour' * $37::int or "meter"."last_seen_at" >= "gateway"."newest_behind_at" - interval '1 hour' * $38::int)))
  left join down router on router.device_type = 'router' and router.property_id = meter.property_id
  and router.device_id = meter.router_id and ("meter"."own_status" in ('delayed', 'offline') and ("meter"."last_seen_at" >= "router"."last_seen_at" - interval '1 hour' * $39::int and ("meter"."last_seen_at" <= "router"."last_seen_at" + interval '1 hour' * $40::int or "meter"."last_seen_at" >= "router"."newest_behind_at" - interval '1 hour' * $41::int)))
),
devices as (
  select judged.property_id, judged.device_type, judged.device_id, judged.serial_number, judged.building_id,
  judged.unit_id, judged.building_ids, judged.attached_to, judged.last_seen_at, judged.meters,
  judged.gateway_id, judged.explained_by,
  case when judged.explained_by is not null then judged.explained_by_type end as explained_by_type,
  case when judged.explained_by is not null then 'delayed' else "judged"."own_status" end as status,
  case when judged.own_status = 'online' then 0
  else floor(extract(epoch from judged.at - judged.last_seen_at) / 86400)::int end as days_offline
  from judged
),
listed as (
  select devices.* from devices where (($42::bigint[] is null or devices.building_ids && $43::bigint[])
    and ($44::text[] is null or devices.device_type = any($45::text[]))) and ($46::text[] is null or devices.status = any($47::text[]))
  and ($48::text[] is null or devices.device_type = any($49::text[]))
),
page as materialized (
  select devices.*, count(*) over () as count,
  row_number() over (order by devices.days_offline desc nulls last, devices.property_id, devices.device_type, devices.device_id) as place
  from listed devices order by place limit $50 offset $51
)
select properties.id as property_id, properties.name as property_name, properties.state, page.building_id,
buildings.name as building_name, page.unit_id, units.name as unit_name, page.attached_to,
coalesce("page"."serial_number", (select meters.serial_number from meters
    where meters.property_id = "page"."property_id" and meters.id = "page"."device_id")) as meter_serial_number, page.device_type, page.device_id, page.status, page.days_offline,
page.last_seen_at, gateways.serial_number as gateway_serial_number, page.explained_by, page.explained_by_type,
case when page.device_type <> 'meter' then (
  select count(*) from installed_meters meter
  where meter.property_id = page.property_id and (meter.began_at is null or meter.began_at <= as_of.at)
  and (meter.ended_at is null or meter.ended_at > as_of.at)
  and case page.device_type when 'gateway' then meter.gateway_id else meter.router_id end = page.device_id) end as meters, page.count, power.battery, power.battery_at, radio.signal, radio.signal_at
from page
join as_of on as_of.property_id = page.property_id
join properties on properties.id = page.property_id
left join (select property_id, id, name from buildings) buildings
on buildings.property_id = page.property_id and buildings.id = page.building_id
left join (select property_id, id, name from units) units
on units.property_id = page.property_id and units.id = page.unit_id
left join (select property_id, id, serial_number from gateways) gateways
on gateways.property_id = page.property_id and gateways.id = page.gateway_id
left join lateral (
  select reported."battery", reported."battery_at"
  from device_days reported
  where reported.property_id = page.property_id and reported.device = page.device_type
  and reported.device_id = page.device_id and reported.day <= as_of.day and reported."battery" is not null
  order by reported.day desc limit 1) power on true
left join lateral (
  select reported."signal", reported."signal_at"
  from device_days reported
  where reported.property_id = page.property_id and reported.device = page.device_type
  and reported.device_id = page.device_id and reported.day <= as_of.day and reported."signal" is not null
  order by reported.day desc limit 1) radio on true
order by page.place;

-- Nested Loop
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
--   CTE page: Limit
--     Sort
--       WindowAgg
--         WindowAgg
--           Sort
--             Result
--               Append
--                 Subquery Scan
--                   Nested Loop
--                     CTE Scan on station
--                     CTE Scan on down
--                 Subquery Scan
--                   Nested Loop
--                     Nested Loop
--                       CTE Scan on late
--                       CTE Scan on down
--                     CTE Scan on down
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             CTE Scan on page
--             Materialize
--               Nested Loop
--                 CTE Scan on as_of
--                 Index Scan using properties_pkey on properties
--           Index Scan using buildings_property_id_name_key on buildings
--         Index Scan using units_property_id_building_id_name_key on units
--       Materialize
--         Index Scan using gateways_pkey on gateways
--     Limit
--       Index Scan using device_days_pkey on device_days
--   Limit
--     Index Scan using device_days_pkey on device_days
--   SubPlan: Index Scan using meters_pkey on meters
--   SubPlan: Aggregate
--     Index Scan using installed_meters_flow on installed_meters
