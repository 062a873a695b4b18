-- GET /v1/reporting/portfolio-insights/savings/cases

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
period as materialized (select * from (
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
saving as materialized (
  select one.*, period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at
  from period join leak_cases one on one.property_id = period.property_id
  where one.property_id = any($8::bigint[]) and one.state = $9 and (one.state in ('verified', 'ended') and one.gallons_per_day > 0
    and one.ended_at < period.ends_at and one.ended_at + $10 * interval '1 day' > period.starts_at)
),
saved as materialized (
  select one.property_id, one.case_id, one.day, one.hours, one.volume, one.volume * coalesce(own.mills, usual.mills, $11::numeric) as millionths
  from (
    with span as materialized (
      select one.*, greatest(((one.saved_from) at time zone one.time_zone)::date, one.wanted_from) as first_day,
      least(((one.saved_until - interval '1 microsecond') at time zone one.time_zone)::date, one.wanted_to) as last_day
      from (
        select one.property_id, one.id as case_id, one.unit_id, one.time_zone, one.gallons_per_day, one.saved_from,
        one.period_from, one.period_to, one.wanted_from, one.wanted_to,
        least($12::timestamptz, one.ended_at + $13 * interval '1 day', coalesce(seen.at, one.over_at)) as saved_until
        from (
          select one.*, greatest(one.ended_at, case when one.state = 'verified' then one.fixed_at end) as saved_from,
          ((one.ended_at) at time zone one.time_zone)::date as seen_from, ((one.ended_at + $14 * interval '1 day') at time zone one.time_zone)::date as seen_to,
          one.start_date::date as period_from, one.end_date::date as period_to,
          null::date as wanted_from, null::date as wanted_to,
          properties.hours_from, properties.days_from
          from saving one
          join properties on properties.id = one.property_id
          where one.state in ('verified', 'ended') and one.gallons_per_day > 0
          offset 0
        ) one
        cross join lateral (
          select max(least(last.at, meter.ended_at)) filter (where meter.began_at is null or last.at > meter.began_at) as at
          from (
            select distinct service.meter_id, service.began_at, service.ended_at
            from unnest(one.meter_ids, one.leak_starts) as leak (meter_id, started_at)
            cross join lateral (
              select service.point_id, service.began_at, service.ended_at from meter_services service
              where service.property_id = one.property_id and service.meter_id = leak.meter_id
              and (service.began_at is null or service.began_at < leak.started_at + interval '1 hour')
              and (service.ended_at is null or service.ended_at > leak.started_at)
              order by service.ended_at desc nulls first, service.id desc limit 1
            ) served
            join meter_services service on service.property_id = one.property_id and service.point_id = served.point_id
            and (service.ended_at is null or service.ended_at > one.ended_at)
          ) meter
          cross join lateral (
            -- Only where hours of a wanted day are missing are they read, which takes longer in a packed month.
            select coalesce(max(case when newest.has_all_hours then least((newest.day + 1)::timestamp at time zone one.time_zone,
                  (((newest.day + 1)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour')
                when newest.day > one.wanted_to then least((newest.day)::timestamp at time zone one.time_zone,
                  (((newest.day)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour')
                else case when newest.day >= one.hours_from is not false then (
                  select (case
                    when seen.gallons[seen.hours] is not null or (seen.covered >> (seen.hours - 1)) & 1 = 1
                    then least((seen.day + 1)::timestamp at time zone one.time_zone,
                      (((seen.day + 1)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour')
                    else least((seen.day)::timestamp at time zone one.time_zone,
                      (((seen.day)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour') + interval '1 hour' * (
                      select max(slot) from generate_series(1, seen.hours) slot
                      where seen.gallons[slot] is not null or (seen.covered >> (slot - 1)) & 1 = 1) end) from all_meter_days seen
                  where seen.property_id = one.property_id and seen.meter_id = meter.meter_id and seen.day = newest.day
                  and "seen"."packed_month_from" >= date_trunc('month', (newest.day)::timestamp)::date and "seen"."packed_month_to" <= newest.day
                ) else coalesce((
                    select noted.last_seen_at from device_days noted
                    where noted.property_id = one.property_id and noted.device = 'meter' and noted.device_id = meter.meter_id
                    and noted.day = newest.day
                  ), least((newest.day + 1)::timestamp at time zone one.time_zone,
                    (((newest.day + 1)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour')) end end), case when one.days_from > one.seen_from then least(
                least((one.days_from)::timestamp at time zone one.time_zone,
                  (((one.days_from)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour'),
                greatest(
                  (select max(known.last_seen_at) from installed_meters known
                    where known.property_id = one.property_id and known.meter_id = meter.meter_id),
                  (select noted.last_seen_at from device_days noted
                    where noted.property_id = one.property_id and noted.device = 'meter' and noted.device_id = meter.meter_id
                    and noted.last_seen_at is not null
                    order by noted.day desc limit 1))
              ) end) as at
            from (
              select seen.day, seen.has_all_hours from all_meter_days seen
              where seen.property_id = one.property_id and seen.meter_id = meter.meter_id
              and seen.day between one.seen_from and least(one.seen_to, ((meter.ended_at) at time zone one.time_zone)::date)
              and seen.hours_measured > 0
              and "seen"."packed_month_from" >= date_trunc('month', (one.seen_from)::timestamp)::date and "seen"."packed_month_to" <= one.seen_to
              order by seen.day desc limit 1
            ) newest
          ) last
        ) seen
      ) one
      where one.saved_until > one.saved_from
    ), zone as materialized (
      select time_zone, min(first_day) as first_day, max(last_day) as last_day from span group by time_zone
    ), stretch as materialized (
      select one.*, least((one.day)::timestamp at time zone one.time_zone,
        (((one.day)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour') as starts_at, least((one.next_day)::timestamp at time zone one.time_zone,
        (((one.next_day)::timestamp - interval '1 hour') at time zone one.time_zone) + interval '1 hour') as ends_at
      from (
        select one.time_zone, one.day, lead(one.day) over (partition by one.time_zone order by one.day) as next_day
        from (
          select time_zone, first_day as day from zone
          union select time_zone, last_day + 1 from zone
          union select zone.time_zone, month::date
          from zone
          cross join generate_series(date_trunc('month', zone.first_day::timestamp), zone.last_day, interval '1 month') month
          union select span.time_zone, broken.day
          from (select distinct time_zone, period_from, period_to from span) span
          cross join lateral (values (span.period_from), (span.period_to + 1)) broken (day)
          union select zone.time_zone, priced.day
          from zone cross join (
            select first_day as day, last_day as until from unit_prices
            where property_id = any((select array_agg(property_id) from span)::bigint[])
            union select first_day, last_day from organization_prices
          ) price (first_day, until)
          cross join lateral (
            values (price.first_day), (case when price.until < zone.last_day then price.until + 1 end)) priced (day)
        ) one
        join zone on zone.time_zone = one.time_zone and one.day between zone.first_day and zone.last_day + 1
      ) one
      where one.next_day is not null
    )
    select counted.*, counted.gallons_per_day::numeric / 24 * counted.hours as volume
    from (
      select span.*, stretch.day, extract(epoch from
        least(span.saved_until, stretch.ends_at) - greatest(span.saved_from, stretch.starts_at)) / 3600 as hours
      from span
      join stretch on stretch.time_zone = span.time_zone
      and stretch.day <= span.last_day and stretch.next_day > span.first_day and span.first_day <= span.last_day
      offset 0
    ) counted
    -- Hours and volumes are calculated once.
    offset 0
  ) one
  left join (
    select property_id, unit_id, first_day, last_day, price * 1000 as mills from unit_prices offset 0
  ) own on own.property_id = one.property_id and own.unit_id = one.unit_id
  and one.day between own.first_day and own.last_day
  left join (
    select properties.id as property_id, first_day, last_day, price * 1000 as mills
    from organization_prices join properties on properties.organization_id = organization_prices.organization_id
  ) usual on usual.property_id = one.property_id and one.day between usual.first_day and usual.last_day), summed as (
  select saved.property_id, saved.case_id, sum(saved.hours) filter (where known.in_period) as hours,
  sum(saved.volume) filter (where known.in_period) as volume,
  sum(saved.millionths) filter (where known.in_period) as millionths,
  sum(saved.volume) as total_volume, sum(saved.millionths) as total_millionths
  from saved
  join saving on saving.property_id = saved.property_id and saving.id = saved.case_id
  cross join lateral (select saved.day between saving.start_date and saving.end_date as in_period) known
  group by 1, 2
  having bool_or(known.in_period)
), listed as (
  select one.*, count(*) over () as count
  from (
    select summed.*, saving.unit_id, saving.time_zone, saving.kinds, saving.meter_id, saving.started_at, saving.ended_at,
    saving.over_at, saving.fixed_at, saving.state, saving.gallons_per_day as per_day, saving.repair_cost,
    saving.end_date, properties.name as property_name
    from summed
    join saving on saving.property_id = summed.property_id and saving.id = summed.case_id
    join properties on properties.id = summed.property_id
  ) one
), page as (
  select * from listed one order by one.millionths desc nulls last, one.property_id, one.case_id limit $15 offset $16
)
select one.count, one.property_id, one.property_name, buildings.id as building_id, buildings.name as building_name,
one.unit_id, units.name as unit_name, one.case_id, one.time_zone, (case cardinality(one.kinds) when 0 then null when 1 then (one.kinds)[1] else 'hybrid leak' end) as leak_type,
meters.serial_number as meter_serial_number, point.attached_to, one.started_at, one.ended_at, one.over_at,
case when one.state = 'verified' then one.fixed_at end as fixed_at, one.per_day,
(one.per_day * coalesce(own.mills, usual.mills, $17::numeric))::float8 as per_day_millionths, one.hours::float8 as hours,
one.volume::float8 as volume, one.millionths::float8 as millionths, one.total_volume::float8 as total_volume,
one.total_millionths::float8 as total_millionths, one.repair_cost::float8 as repair_cost
from page one
left join (
  select property_id, unit_id, first_day, last_day, price * 1000 as mills from unit_prices offset 0
) own on own.property_id = one.property_id and own.unit_id = one.unit_id
and one.end_date between own.first_day and own.last_day
left join (
  select properties.id as property_id, first_day, last_day, price * 1000 as mills
  from organization_prices join properties on properties.organization_id = organization_prices.organization_id
) usual on usual.property_id = one.property_id and one.end_date between usual.first_day and usual.last_day
join meters on meters.property_id = one.property_id and meters.id = one.meter_id
cross join lateral (
  select meter_points.attached_to, meter_points.building_id
  from meter_services service
  join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
  where service.property_id = one.property_id and service.meter_id = one.meter_id
  order by meter_points.unit_id is not distinct from one.unit_id desc,
  service.began_at is null or service.began_at <= one.started_at desc, service.began_at desc nulls last
  limit 1
) point
left join units on units.property_id = one.property_id and units.id = one.unit_id
join buildings on buildings.property_id = one.property_id
and buildings.id = coalesce(units.building_id, point.building_id)
order by one.millionths desc nulls last, one.property_id, one.case_id;

-- Nested Loop
--   CTE period: Function Scan
--   CTE saving: Nested Loop
--     Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--     CTE Scan on period
--   CTE saved: Nested Loop
--     Nested Loop
--       Subquery Scan
--         CTE span: Nested Loop
--           Nested Loop
--             CTE Scan on saving
--             Index Scan using properties_pkey on properties
--           Subquery Scan
--             Aggregate
--               Nested Loop
--                 Unique
--                   Incremental Sort
--                     Nested Loop
--                       Index Scan using meter_services_meter on meter_services
--                       Materialize
--                         Nested Loop
--                           Function Scan
--                           Limit
--                             Sort
--                               Index Scan using meter_services_meter on meter_services
--                 Aggregate
--                   InitPlan: Aggregate
--                     Index Scan using installed_meters_pkey on installed_meters
--                   InitPlan: Limit
--                     Index Scan using device_days_pkey on device_days
--                   Limit
--                     Merge Append
--                       Result
--                         Index Scan using meter_days_month_pkey on meter_days_month
--                       Sort
--                         Subquery Scan
--                           Nested Loop
--                             Nested Loop
--                               Index Scan using packed_months_pkey on packed_months
--                               Result
--                             Function Scan
--                   SubPlan: Result
--                     Append
--                       Result
--                         Index Scan using meter_days_month_pkey on meter_days_month
--                       Subquery Scan
--                         Nested Loop
--                           Nested Loop
--                             Index Scan using packed_months_pkey on packed_months
--                             Result
--                               InitPlan: Subquery Scan
--                                 ProjectSet
--                                   Result
--                           Function Scan
--                     SubPlan: Aggregate
--                       Function Scan
--                   SubPlan: Index Scan using device_days_pkey on device_days
--         CTE zone: Aggregate
--           CTE Scan on span
--         CTE stretch: Subquery Scan
--           WindowAgg
--             Sort
--               Hash Join
--                 Aggregate
--                   Append
--                     CTE Scan on zone
--                     Nested Loop
--                       CTE Scan on zone
--                       Function Scan
--                     Nested Loop
--                       Aggregate
--                         CTE Scan on span
--                       Values Scan
--                     Nested Loop
--                       CTE Scan on zone
--                       Nested Loop
--                         Unique
--                           Sort
--                             Append
--                               Index Scan using unit_prices_pkey on unit_prices
--                                 InitPlan: Aggregate
--                                   CTE Scan on span
--                               Index Scan using organization_prices_pkey on organization_prices
--                         Values Scan
--                 Hash
--                   CTE Scan on zone
--         Nested Loop
--           CTE Scan on span
--           CTE Scan on stretch
--       Nested Loop
--         Index Scan using properties_pkey on properties
--         Index Scan using organization_prices_pkey on organization_prices
--     Seq Scan on unit_prices
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Limit
--           Sort
--             WindowAgg
--               Nested Loop
--                 Nested Loop
--                   Aggregate
--                     Sort
--                       Nested Loop
--                         CTE Scan on saved
--                         CTE Scan on saving
--                   CTE Scan on saving
--                 Index Scan using properties_pkey on properties
--         Index Scan using units_property_id_building_id_name_key on units
--       Nested Loop
--         Index Scan using meters_pkey on meters
--         Nested Loop
--           Limit
--             Sort
--               Merge Join
--                 Index Scan using meter_services_point on meter_services
--                 Index Scan using meter_points_pkey on meter_points
--           Index Scan using buildings_property_id_name_key on buildings
--     Nested Loop
--       Index Scan using properties_pkey on properties
--       Index Scan using organization_prices_pkey on organization_prices
--   Seq Scan on unit_prices

select one.id as case_id, used.day < span.end_day as is_before, used.gallons as used, coalesce(leaked.gallons, 0) as leaked
from leak_cases one
join properties on properties.id = one.property_id
cross join lateral (
  select (one.started_at at time zone properties.time_zone)::date as start_day,
  ((one.ended_at - interval '1 microsecond') at time zone properties.time_zone)::date as end_day,
  ($1::timestamptz at time zone properties.time_zone)::date as today
  offset 0
) span
cross join lateral (
  select day, gallons from unit_days
  where unit_days.property_id = one.property_id and unit_days.unit_id = one.unit_id and unit_days.is_read
  and unit_days.day between span.end_day - $2::int and span.end_day + $3::int
  union all
  select day, gallons_total from (
    select known.day, known.gallons_total from all_meter_days known
    where one.unit_id is null and known.property_id = one.property_id and known.meter_id = -one.place
    and known.hours_measured * 4 >= known.hours * 3
    and known.day between span.end_day - $4::int and span.end_day + $5::int
    and "known"."packed_month_from" >= date_trunc('month', (span.end_day - $6::int)::timestamp)::date and "known"."packed_month_to" <= span.end_day + $7::int
    and (
      select range_agg(daterange(served.began_on, greatest(served.began_on, least(served.ended_on + 1, served.moved_on))))
      from (
        select point.unit_id, service.began_on, service.ended_on,
        lead(service.began_on) over (order by service.began_on) as moved_on
        from (
          select point_id, coalesce(("began_at" at time zone properties.time_zone)::date, '-infinity') as began_on,
          coalesce(("ended_at" at time zone properties.time_zone)::date, 'infinity') as ended_on
          from meter_services
          where meter_services.property_id = one.property_id and meter_services.meter_id = -one.place
        ) service
        join meter_points point on point.property_id = one.property_id and point.id = service.point_id
      ) served
      where served.unit_id is not distinct from null::bigint
    ) @> known.day
    offset 0
  ) known
) used
left join leak_case_days leaked on leaked.property_id = one.property_id and leaked.case_id = one.id
and leaked.day = used.day
where one.property_id = any($8::bigint[])
and one.id = any($9::bigint[])
and used.gallons is not null and used.day <> span.end_day and used.day > span.start_day and used.day < span.today
order by used.day;

-- Sort
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Index Scan using leak_cases_pkey on leak_cases
--         Nested Loop
--           Index Scan using properties_pkey on properties
--           Result
--       Append
--         Subquery Scan
--           Index Scan using unit_days_month_pkey on unit_days_month
--         Subquery Scan
--           Append
--             InitPlan: Aggregate
--               Subquery Scan
--                 WindowAgg
--                   Sort
--                     Merge Join
--                       Index Scan using meter_services_point on meter_services
--                       Index Scan using meter_points_pkey on meter_points
--             Result
--               Index Scan using meter_days_month_pkey on meter_days_month
--             Result
--               Subquery Scan
--                 Nested Loop
--                   Nested Loop
--                     Index Scan using packed_months_pkey on packed_months
--                     Result
--                   Function Scan
--     Index Scan using leak_case_days_pkey on leak_case_days
