-- GET /v1/reporting/portfolio-insights/savings

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
          one.start_date::date as wanted_from, one.end_date::date as wanted_to,
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
  ) usual on usual.property_id = one.property_id and one.day between usual.first_day and usual.last_day), month as (
  select property_id, case_id, to_char(day, 'YYYY-MM') as month, volume, millionths, 0 as repair_cost from saved
  union all
  -- The leak may have ended only after the period.
  select one.property_id, one.id, to_char(fix.at at time zone period.time_zone, 'YYYY-MM'), 0, 0, fix.cost
  from period join leak_cases one on one.property_id = period.property_id
  cross join lateral jsonb_to_recordset(one.fixes) as fix (at timestamptz, cost numeric, failed boolean)
  where one.property_id = any($15::bigint[]) and one.state = 'verified' and one.repair_cost is not null
  and fix.cost is not null and fix.at >= period.starts_at and fix.at < period.ends_at
), added as materialized (
  select property_id, case_id, month, sum(volume)::float8 as volume, sum(millionths)::float8 as millionths,
  sum(repair_cost)::float8 as repair_cost
  from month group by property_id, case_id, month
)
select added.*, properties.name as property_name, one.unit_id is not null as in_unit
from added
join leak_cases one on one.property_id = added.property_id and one.id = added.case_id
join properties on properties.id = added.property_id;

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
--   CTE added: Aggregate
--     Append
--       Subquery Scan
--         CTE Scan on saved
--       Subquery Scan
--         Nested Loop
--           Nested Loop
--             Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--             CTE Scan on period
--           Function Scan
--   Hash Join
--     Index Scan using leak_cases_pkey on leak_cases
--     Hash
--       CTE Scan on added
--   Index Scan using properties_pkey on properties

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
          one.start_date::date as wanted_from, one.end_date::date as wanted_to,
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
  ) usual on usual.property_id = one.property_id and one.day between usual.first_day and usual.last_day)
select count(*) filter (where volume > 0)::int as cases, coalesce(sum(volume), 0)::float8 as volume,
coalesce(sum(millionths), 0)::float8 as millionths
from (
  select sum(saved.volume) as volume, sum(saved.millionths) as millionths
  from saving join saved on saved.property_id = saving.property_id and saved.case_id = saving.id
  where saving.unit_id is not null
  group by saving.property_id, saving.id
) one;

-- Aggregate
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
--   Aggregate
--     Nested Loop
--       CTE Scan on saving
--       CTE Scan on saved

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
  ) chosen)
select count(*) filter (where state = 'verified' and is_within)::int as verified,
count(*) filter (where state = 'fix_reported' and is_within)::int as waiting, coalesce(sum(failed), 0)::int as failed
from (
  select one.state, one.fixed_at < period.ends_at as is_within, (
    select count(*) from jsonb_to_recordset(one.fixes) as fix (at timestamptz, cost numeric, failed boolean) where fix.failed and fix.at >= period.starts_at and fix.at < period.ends_at
  ) as failed
  from period join leak_cases one on one.property_id = period.property_id
  where one.property_id = any($8::bigint[]) and one.fixed_at >= period.starts_at and one.state <> 'not_a_leak'
) fixed;

-- Aggregate
--   CTE period: Function Scan
--   Nested Loop
--     CTE Scan on period
--     Materialize
--       Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--   SubPlan: Aggregate
--     Function Scan
