-- GET /v1/reporting/leak-report/leak-overview

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
leaking as materialized (
  select period.property_id, of_unit.unit_id, null::bigint as meter_id, of_unit.unit_id as place_key,
  of_unit.gallons_leaked, of_unit.leak_days, of_unit.first_leak_day, of_unit.last_leak_day, null::bigint as expense
  from period
  -- Property by property: many small sums are cheaper than a large one. Only days with leak gallons are visited, in
  -- their own index.
  cross join lateral (
    select known.unit_id, sum(("known".toilet_leak + "known".heater_leak + "known".other_leak))::bigint as gallons_leaked, count(*) as leak_days,
    min(known.day) as first_leak_day, max(known.day) as last_leak_day from unit_days known
    where known.property_id = period.property_id and ("known"."day" between "period"."start_date"
      and "period"."end_date" and "known"."day" between $8::date and $9::date) and ("known".toilet_leak + "known".heater_leak + "known".other_leak) > 0
    group by known.unit_id
  ) of_unit
  union all
  select common.property_id, null, common.meter_id, -common.meter_id, sum(known.gallons)::bigint, count(*),
  min(known.day), max(known.day), null
  from (
    select distinct period.property_id, period.start_date, period.end_date,  leak.meter_id
    from "period" period join leaks leak on leak.property_id = period.property_id
    where leak.unit_id is null and not leak.suspected and (leak.started_at < period.ends_at
      and (leak.ended_at is null or leak.ended_at > period.starts_at))
  ) common
  cross join lateral (
    select known.day, sum(known.gallons) as gallons
    from leak_cases one
    join leak_case_days known on known.property_id = one.property_id and known.case_id = one.id
    where one.property_id = common.property_id and one.place = -common.meter_id and ("known"."day" between "common"."start_date"
      and "common"."end_date" and "known"."day" between $10::date and $11::date)
    group by known.day
    offset 0
  ) known
  group by common.property_id, common.meter_id
),
place as (
  select known.*, period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at
  from (select * from leaking ) known
  join period on period.property_id = known.property_id
),
listed as (
  select place.*, place.gallons_leaked as sort_key, row_number() over (order by place.gallons_leaked desc, place.property_id, place.unit_id nulls last, place.meter_id) as rank
  from place
  where true
  and true
  and true
),
page as materialized (
  select place.*, count(*) over () as count, count(*) filter (where place.unit_id is null) over () as outside_units_count,
  count(*) filter (where place.unit_id is null and not exists (
      select from organization_prices
      where organization_id = (select organization_id from properties where id = place.property_id)
      and place.end_date between first_day and last_day)) over () as outside_units_without_price
  from listed place
  order by place.sort_key desc nulls last, place.property_id, place.unit_id nulls last, place.meter_id limit $12 offset $13
)
select place.*, "run".*, "name".*, "used".*, "since_start".*, "meter".*, "flow".*, run.is_active and (
  select bool_and(silent.is_silent) is true
  from leak_cases one
  cross join lateral (
    select one.over_at is null and case
    when one.ended_at is null then (
      select bool_and((leak.ended_at is null and newest.newest_at is not null
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
      ))) is true
      from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
      join leaks leak on leak.property_id = one.property_id and leak.meter_id = part.meter_id
      and leak.started_at = part.started_at
      where leak.ended_at is null
    )
    else (
      select case when leak.meter_id is null then leak.last_confirmed_at <= newest.newest_at - interval '24 hours'
      else (leak.ended_at is null and newest.newest_at is not null
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
      )) end
      from (
        select last.property_id, now_there.meter_id, null::timestamptz as ended_at, one.ended_at as last_confirmed_at
        from (
          select leaks.property_id, leaks.meter_id, leaks.started_at
          from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
          join leaks on leaks.property_id = one.property_id and leaks.meter_id = part.meter_id
          and leaks.started_at = part.started_at
          where leaks.ended_at = one.ended_at order by leaks.started_at, leaks.meter_id limit 1
        ) last
        left join lateral (
          select service.point_id, service.began_at, service.ended_at from meter_services service
          where service.property_id = last.property_id and service.meter_id = last.meter_id
          and (service.began_at is null or service.began_at < last.started_at + interval '1 hour')
          and (service.ended_at is null or service.ended_at > last.started_at)
          order by service.ended_at desc nulls first, service.id desc limit 1
        ) served on true
        -- Without its meter, or another that replaced it, nothing is measured there.
        left join meter_services now_there on now_there.property_id = last.property_id
        and now_there.point_id = served.point_id and now_there.ended_at is null
        limit 1
      ) leak
    ) is true end as is_silent
    offset 0
  ) silent
  where one.property_id = place.property_id and one.id = any(run.case_ids) and one.over_at is null
) as is_unconfirmed
from page place
left join lateral (
  select one.property_id, one.unit_id, case when one.unit_id is null then -one.place end as meter_id,
  one.place as place_key,
  min(one.started_at) filter (where one.leaked) as began_at, max(one.ended_at) filter (where one.leaked) as ended_at,
  bool_or(one.over_at is null) filter (where one.leaked) as goes_on, array_remove(array[case when bool_or($14 = any(one.kinds)) filter (where one.leaked) then $15::text end, case when bool_or($16 = any(one.kinds)) filter (where one.leaked) then $17::text end, case when bool_or($18 = any(one.kinds)) filter (where one.leaked) then $19::text end], null) as kinds,
  array_agg(one.id) filter (where one.leaked) as case_ids,
  min(one.started_at) filter (where one.over_at is null) as active_since, array_remove(array[case when bool_or($20 = any(one.kinds)) filter (where one.over_at is null) then $21::text end, case when bool_or($22 = any(one.kinds)) filter (where one.over_at is null) then $23::text end, case when bool_or($24 = any(one.kinds)) filter (where one.over_at is null) then $25::text end], null) as active_kinds,
  array_agg(one.id) filter (where one.over_at is null) as active_ids
  from (select place.property_id, place.start_date, place.end_date, place.starts_at, place.ends_at) period
  cross join lateral (
    select known.*, exists (
      select from leak_case_days
      where leak_case_days.property_id = known.property_id and leak_case_days.case_id = known.id
      and leak_case_days.day between period.start_date and period.end_date) as leaked
    from leak_cases known
    where known.property_id = period.property_id
    and (known.over_at is null or (known.started_at < period.ends_at and known.ended_at > period.starts_at))
  ) one
  where (one.leaked or one.over_at is null) and one.place = place.place_key
  group by 1, 2, 3, 4) leak_run on true
cross join lateral (
  select place.gallons_leaked > 0 as leaked,
  case when place.gallons_leaked > 0 then leak_run.kinds else leak_run.active_kinds end as leak_kinds,
  case when place.gallons_leaked > 0 then leak_run.case_ids else leak_run.active_ids end as case_ids
  offset 0
) ran
cross join lateral (
  select ran.leak_kinds, ran.case_ids, (case cardinality(ran.leak_kinds) when 0 then null when 1 then (ran.leak_kinds)[1] else 'hybrid leak' end) as leak_type,
  not ran.leaked or leak_run.goes_on is true as is_active,
  coalesce(((case when ran.leaked then leak_run.began_at else leak_run.active_since end)
      at time zone place.time_zone)::date, place.first_leak_day) as leak_start_date,
  case when ran.leaked and leak_run.goes_on is not true then coalesce(
    ((leak_run.ended_at - interval '1 microsecond') at time zone place.time_zone)::date, place.last_leak_day) end
  as leak_end_date
  offset 0
) run
cross join lateral (
  select property.name as property_name, building.id as building_id, building.name as building_name,
  units.name as unit_name, units.bedrooms
  from properties property
  left join units on units.property_id = property.id and units.id = place.unit_id
  left join lateral (
    select meter_points.building_id
    from meter_services
    join meter_points on meter_points.property_id = meter_services.property_id
    and meter_points.id = meter_services.point_id
    where meter_services.property_id = place.property_id and meter_services.meter_id = place.meter_id
    and meter_points.unit_id is null
    order by meter_services.began_at desc nulls last limit 1
  ) point on place.meter_id is not null
  join buildings building on building.property_id = property.id
  and building.id = coalesce(units.building_id, point.building_id)
  where property.id = place.property_id
) name
cross join lateral (
  select sum(known.gallons)::bigint as gallons_consumed,
  coalesce(sum(known.leaked * coalesce(own.mills, usual.mills, $26::numeric)), 0)::bigint as leak_expense
  from (
    select day, gallons, ("unit_days".toilet_leak + "unit_days".heater_leak + "unit_days".other_leak) as leaked
    from unit_days where unit_days.property_id = place.property_id and unit_days.unit_id = place.unit_id
    union all
    select day, gallons_total, 0
    from meter_days meter_day where meter_day.property_id = place.property_id and meter_day.meter_id = place.meter_id
    and ("meter_day"."day" between "place"."start_date"
      and "place"."end_date" and "meter_day"."day" between $27::date and $28::date)  and (
      select range_agg(daterange(served.began_on, greatest(served.began_on, least(served.ended_on + 1, served.moved_on))))
      from (
        select point.unit_id, service.began_on, service.ended_on,
        lead(service.began_on) over (order by service.began_on) as moved_on
        from (
          select point_id, coalesce(("began_at" at time zone place.time_zone)::date, '-infinity') as began_on,
          coalesce(("ended_at" at time zone place.time_zone)::date, 'infinity') as ended_on
          from meter_services
          where meter_services.property_id = place.property_id and meter_services.meter_id = place.meter_id
        ) service
        join meter_points point on point.property_id = place.property_id and point.id = service.point_id
      ) served
      where served.unit_id is not distinct from place.unit_id
    ) @> meter_day.day
    union all
    select known.day, null, known.gallons
    from leak_cases one
    join leak_case_days known on known.property_id = one.property_id and known.case_id = one.id
    where one.property_id = place.property_id and one.place = -place.meter_id
  ) known
  left join (
    select first_day, last_day, price * 1000 as mills
    from unit_prices where unit_prices.property_id = place.property_id and unit_prices.unit_id = place.unit_id offset 0
  ) own on known.day between own.first_day and own.last_day
  left join lateral (
    select first_day, last_day, price * 1000 as mills
    from organization_prices
    where organization_id = (select organization_id from properties where id = "place".property_id) offset 0
  ) usual on known.day between usual.first_day and usual.last_day
  where ("known"."day" between "place"."start_date"
    and "place"."end_date" and "known"."day" between $29::date and $30::date)
) used
cross join lateral (
  select coalesce(sum(known.leaked), 0)::bigint as total_gallons_leaked,
  coalesce(sum(known.leaked * coalesce(own.mills, usual.mills, $31::numeric)), 0)::bigint as total_expense
  from (
    select day, gallons as leaked from leak_case_days
    where leak_case_days.property_id = place.property_id and leak_case_days.case_id = any(run.case_ids)
  ) known
  left join (
    select first_day, last_day, price * 1000 as mills
    from unit_prices where unit_prices.property_id = place.property_id and unit_prices.unit_id = place.unit_id offset 0
  ) own on known.day between own.first_day and own.last_day
  left join lateral (
    select first_day, last_day, price * 1000 as mills
    from organization_prices
    where organization_id = (select organization_id from properties where id = "place".property_id) offset 0
  ) usual on known.day between usual.first_day and usual.last_day
) since_start
cross join lateral (
  select rival.meter_id, rival.serial_number as meter_serial_number
  from (
    select placed.*, count(*) over () as rivals
    from (
      select meters.id as meter_id, meters.serial_number, service.ended_at is null as serves,
      rank() over (order by
        run.leak_type = 'hybrid leak' or run.leak_type = (case point.attached_to
          when 'Toilet' then 'toilet leak' when 'Water Heater' then 'water heater' else 'other leak' end) desc,
        run.leak_type = 'hybrid leak' and point.attached_to in ('SPOE', 'DPOE') desc) as preference
      from meter_points point
      join meter_services service on service.property_id = point.property_id and service.point_id = point.id
      join meters on meters.property_id = service.property_id and meters.id = service.meter_id
      where point.property_id = place.property_id and point.building_id = name.building_id
      and point.unit_id is not distinct from place.unit_id
      and (place.meter_id is null or meters.id = place.meter_id)
    ) placed
    where placed.preference = 1
  ) rival
  -- Only where there is a choice are their days looked at.
  cross join lateral (
    select coalesce(sum(leak_total), 0) as leaked
    from meter_days known
    where rival.rivals > 1 and known.property_id = place.property_id and known.meter_id = rival.meter_id
    and ("known"."day" between "place"."start_date"
      and "place"."end_date" and "known"."day" between $32::date and $33::date)  and (
      select range_agg(daterange(served.began_on, greatest(served.began_on, least(served.ended_on + 1, served.moved_on))))
      from (
        select point.unit_id, service.began_on, service.ended_on,
        lead(service.began_on) over (order by service.began_on) as moved_on
        from (
          select point_id, coalesce(("began_at" at time zone place.time_zone)::date, '-infinity') as began_on,
          coalesce(("ended_at" at time zone place.time_zone)::date, 'infinity') as ended_on
          from meter_services
          where meter_services.property_id = place.property_id and meter_services.meter_id = rival.meter_id
        ) service
        join meter_points point on point.property_id = place.property_id and point.id = service.point_id
      ) served
      where served.unit_id is not distinct from place.unit_id
    ) @> known.day
  ) leaked
  cross join lateral (
    select count(*) > 0 as leaks from leaks
    where rival.rivals > 1 and leaks.property_id = place.property_id and leaks.meter_id = rival.meter_id
    and leaks.ended_at is null and not leaks.suspected
  ) goes_on
  order by leaked.leaked desc, goes_on.leaks desc, rival.serves desc, rival.meter_id
  limit 1
) meter
cross join lateral (
  select round(avg(flow_total) filter (where hours_measured * 4 >= hours * 3), 2) as flow_time,
  round(avg(events_total) filter (where hours_measured * 4 >= hours * 3), 2) as events_sum
  from meter_days known
  where known.property_id = place.property_id and known.meter_id = meter.meter_id
  and ("known"."day" between "place"."start_date"
    and "place"."end_date" and "known"."day" between $34::date and $35::date)  and (
    select range_agg(daterange(served.began_on, greatest(served.began_on, least(served.ended_on + 1, served.moved_on))))
    from (
      select point.unit_id, service.began_on, service.ended_on,
      lead(service.began_on) over (order by service.began_on) as moved_on
      from (
        select point_id, coalesce(("began_at" at time zone place.time_zone)::date, '-infinity') as began_on,
        coalesce(("ended_at" at time zone place.time_zone)::date, 'infinity') as ended_on
        from meter_services
        where meter_services.property_id = place.property_id and meter_services.meter_id = meter.meter_id
      ) service
      join meter_points point on point.property_id = place.property_id and point.id = service.point_id
    ) served
    where served.unit_id is not distinct from place.unit_id
  ) @> known.day
) flow
cross join lateral (
  select chosen.property_id, chosen.time_zone,
  least((owner.last_reading_on + 1)::timestamp at time zone chosen.time_zone,
    (((owner.last_reading_on + 1)::timestamp - interval '1 hour') at time zone chosen.time_zone) + interval '1 hour') as newest_at
  from (select place.property_id, place.time_zone) chosen
  join properties owner on owner.id = chosen.property_id offset 0) newest
order by place.sort_key desc nulls last, place.property_id, place.unit_id nulls last, place.meter_id;

-- Nested Loop
--   CTE period: Function Scan
--   CTE leaking: Append
--     Nested Loop
--       CTE Scan on period
--       Aggregate
--         Sort
--           Index Only Scan using unit_days_month_property_id_day_unit_id_toilet_leak_heate_idx on unit_days_month
--     Aggregate
--       Incremental Sort
--         Nested Loop
--           Unique
--             Incremental Sort
--               Nested Loop
--                 Index Scan using leaks_without_unit on leaks
--                 CTE Scan on period
--           Aggregate
--             Sort
--               Nested Loop
--                 Index Scan using leak_cases_pkey on leak_cases
--                 Index Scan using leak_case_days_pkey on leak_case_days
--   CTE page: Limit
--     Sort
--       WindowAgg
--         WindowAgg
--           Sort
--             Hash Join
--               CTE Scan on leaking
--               Hash
--                 CTE Scan on period
--         SubPlan: Index Scan using organization_prices_pkey on organization_prices
--           InitPlan: Index Scan using properties_pkey on properties
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             Nested Loop
--               Nested Loop
--                 Nested Loop
--                   CTE Scan on page
--                   Aggregate
--                     Sort
--                       Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--                         SubPlan: Index Only Scan using leak_case_days_pkey on leak_case_days
--                     SubPlan: Index Only Scan using leak_case_days_pkey on leak_case_days
--                 Result
--               Result
--             Nested Loop
--               Nested Loop
--                 Nested Loop
--                   Index Scan using properties_pkey on properties
--                   Index Scan using units_property_id_building_id_name_key on units
--                 Limit
--                   Sort
--                     Nested Loop
--                       Index Scan using meter_services_point on meter_services
--                       Index Scan using meter_points_pkey on meter_points
--               Index Scan using buildings_pkey on buildings
--           Aggregate
--             Nested Loop
--               Nested Loop
--                 Append
--                   Index Scan using unit_days_month_pkey on unit_days_month
--                   Subquery Scan
--                     Index Scan using meter_days_month_pkey on meter_days_month
--                       InitPlan: Aggregate
--                         Subquery Scan
--                           WindowAgg
--                             Sort
--                               Merge Join
--                                 Index Scan using meter_services_point on meter_services
--                                 Index Scan using meter_points_pkey on meter_points
--                   Nested Loop
--                     Index Scan using leak_cases_pkey on leak_cases
--                     Index Scan using leak_case_days_pkey on leak_case_days
--                 Materialize
--                   Subquery Scan
--                     Index Scan using unit_prices_pkey on unit_prices
--               Materialize
--                 Subquery Scan
--                   Index Scan using organization_prices_pkey on organization_prices
--                     InitPlan: Index Scan using properties_pkey on properties
--         Aggregate
--           Nested Loop
--             Nested Loop
--               Index Scan using leak_case_days_pkey on leak_case_days
--               Materialize
--                 Subquery Scan
--                   Index Scan using unit_prices_pkey on unit_prices
--             Materialize
--               Subquery Scan
--                 Index Scan using organization_prices_pkey on organization_prices
--                   InitPlan: Index Scan using properties_pkey on properties
--       Limit
--         Sort
--           Nested Loop
--             Nested Loop
--               WindowAgg
--                 Subquery Scan
--                   WindowAgg
--                     Sort
--                       Nested Loop
--                         Nested Loop
--                           Index Scan using meter_points_pkey on meter_points
--                           Index Scan using meters_pkey on meters
--                         Index Scan using meter_services_point on meter_services
--               Aggregate
--                 InitPlan: Aggregate
--                   Subquery Scan
--                     WindowAgg
--                       Sort
--                         Merge Join
--                           Index Scan using meter_services_point on meter_services
--                           Index Scan using meter_points_pkey on meter_points
--                 Result
--                   Index Scan using meter_days_month_pkey on meter_days_month
--             Aggregate
--               Result
--                 Index Scan using leaks_pkey on leaks
--     Aggregate
--       InitPlan: Aggregate
--         Subquery Scan
--           WindowAgg
--             Sort
--               Merge Join
--                 Index Scan using meter_services_point on meter_services
--                 Index Scan using meter_points_pkey on meter_points
--       Index Scan using meter_days_month_pkey on meter_days_month
--   Index Scan using properties_pkey on properties
--   SubPlan: Aggregate
--     Nested Loop
--       Index Scan using leak_cases_pkey on leak_cases
--       Result
--         InitPlan: Aggregate
--           Nested Loop
--             Index Scan using leaks_pkey on leaks
--             Function Scan
--           SubPlan: Nested Loop
--             Nested Loop
--               Result
--                 InitPlan: Limit
--                   Result
--                     Merge Append
--                       Result
--                         Index Scan using meter_days_month_pkey on meter_days_month
--                       Sort
--                         Subquery Scan
--                           Nested Loop
--                             Nested Loop
--                               Index Scan using packed_months_pkey on packed_months
--                               Result
--                                 InitPlan: Subquery Scan
--                                   ProjectSet
--                                     Result
--                             Function Scan
--                     SubPlan: Aggregate
--                       Function Scan
--               Sort
--                 Index Scan using installed_meters_seen on installed_meters
--             Limit
--               Append
--                 Result
--                   Index Scan using meter_days_month_pkey on meter_days_month
--                     SubPlan: Aggregate
--                       Function Scan
--                 Subquery Scan
--                   Nested Loop
--                     Nested Loop
--                       Index Scan using packed_months_pkey on packed_months
--                       Result
--                         InitPlan: Subquery Scan
--                           ProjectSet
--                             Result
--                     Function Scan
--         InitPlan: Subquery Scan
--           Limit
--             Nested Loop
--               Nested Loop
--                 Limit
--                   Merge Join
--                     Sort
--                       Function Scan
--                     Sort
--                       Index Scan using leaks_span on leaks
--                 Limit
--                   Sort
--                     Index Scan using meter_services_meter on meter_services
--               Index Scan using meter_services_point on meter_services
--           SubPlan: Nested Loop
--             Nested Loop
--               Result
--                 InitPlan: Limit
--                   Result
--                     Merge Append
--                       Result
--                         Index Scan using meter_days_month_pkey on meter_days_month
--                       Sort
--                         Subquery Scan
--                           Nested Loop
--                             Nested Loop
--                               Index Scan using packed_months_pkey on packed_months
--                               Result
--                                 InitPlan: Subquery Scan
--                                   ProjectSet
--                                     Result
--                             Function Scan
--                     SubPlan: Aggregate
--                       Function Scan
--               Sort
--                 Index Scan using installed_meters_seen on installed_meters
--             Limit
--               Append
--                 Result
--                   Index Scan using meter_days_month_pkey on meter_days_month
--                     SubPlan: Aggregate
--                       Function Scan
--                 Subquery Scan
--                   Nested Loop
--                     Nested Loop
--                       Index Scan using packed_months_pkey on packed_months
--                       Result
--                         InitPlan: Subquery Scan
--                           ProjectSet
--                             Result
--                     Function Scan

select max(days_from) as day from properties where id = any($1::bigint[]);

-- Aggregate
--   Index Scan using properties_pkey on properties
