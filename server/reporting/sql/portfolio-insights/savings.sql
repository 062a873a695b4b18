-- GET /v1/reporting/portfolio-insights/savings

select id, organization_id, time_zone, unit_bit_count
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
picked as materialized (
  select "leak"."property_id", "leak"."meter_id", "leak"."unit_id", "leak"."kind", "leak"."started_at", "leak"."last_confirmed_at", "leak"."ended_at", "leak"."suspected", "leak"."last_leaked", "leak"."last_hours" from period join leaks leak on leak.property_id = period.property_id where ((leak.ended_at >= period.starts_at and leak.ended_at < period.ends_at) or (leak.property_id, leak.meter_id) in (
      select mark.property_id, mark.meter_id
      from period chosen join leak_repairs mark on mark.property_id = chosen.property_id
      and mark.repaired_at >= chosen.starts_at and mark.repaired_at < chosen.ends_at
  ))
),
stopped as materialized (
  select *, case when suspected then null when ended_at is not null then ended_at
  when repair_id is not null and not ran_on then greatest(repaired_at, last_confirmed_at) end as stopped_at
  from (
    select leak.*, period.time_zone,
    next_leak.started_at as came_back_at,
    word.id as repair_id, word.repaired_at, word.note, word.made_by, word.made_at, coalesce(word.ran_on, false) as ran_on
    from period join picked leak on leak.property_id = period.property_id cross join lateral (
      select min(later.started_at) as started_at
      from leaks later
      where later.property_id = leak.property_id and later.meter_id = leak.meter_id and later.kind = leak.kind
      and later.started_at > leak.started_at and not later.suspected) next_leak left join lateral (
      select id, repaired_at, note, made_by, made_at, leak.last_confirmed_at > repaired_at + interval '24 hours' as ran_on
      from leak_repairs
      where leak_repairs.property_id = leak.property_id and leak_repairs.meter_id = leak.meter_id and undone_at is null
      and not leak.suspected and repaired_at >= leak.started_at
      and (next_leak.started_at is null or repaired_at < next_leak.started_at)
      order by made_at desc, id desc limit 1) word on true
    where ($8::boolean and word.id is not null and (word.repaired_at >= period.starts_at and word.repaired_at < period.ends_at)
      or $9::boolean and word.id is null and not leak.suspected and (leak.ended_at >= period.starts_at and leak.ended_at < period.ends_at))
  ) leak_since)
select case when listed.repair_id is null then 'rule' else 'person' end as stopped_by, listed.outcome,
listed.property_id, listed.unit_id, listed.kind <> 'other leak' as is_fixture,
place.attached_to, place.building_id,
(extract(epoch from "listed"."stopped_at") * 1000)::float8 as "from",
case when lost.rate > 0 then (extract(epoch from "listed"."saved_until") * 1000)::float8 else (extract(epoch from "listed"."stopped_at") * 1000)::float8 end as until,
coalesce(lost.rate, 0)::float8 as per_hour, case when lost.rate > 0 then coalesce(coalesce(
    (select price * 1000 from unit_prices
      where unit_prices.property_id = listed.property_id and unit_prices.unit_id = listed.unit_id
      and listed.rate_to between unit_prices.first_day and unit_prices.last_day),
    (select organization_prices.price * 1000 from properties
      join organization_prices on organization_prices.organization_id = properties.organization_id
      where properties.id = listed.property_id
      and listed.rate_to between organization_prices.first_day and organization_prices.last_day)), $10::numeric) else 0 end as mills
from (
  select listed.*, saving.until as saved_until,
  extract(epoch from saving.until - listed.stopped_at) / 3600 as saved_hours,
  case when listed.ran_on or listed.came_back_at < listed.stopped_at + $11 * interval '1 day' then 'came_back'
  when saving.until >= listed.stopped_at + interval '24 hours' then 'held'
  when listed.stopped_at is not null then 'too_early' end as outcome
  from (
    select *, ((started_at) at time zone time_zone)::date as first_day,
    coalesce(((ended_at - interval '1 microsecond') at time zone time_zone)::date, 'infinity') as last_day,
    ((until - $12 * interval '1 day') at time zone time_zone)::date as rate_from,
    (until at time zone time_zone)::date as rate_to, ((stopped_at) at time zone time_zone)::date as seen_from,
    ((stopped_at + $13 * interval '1 day') at time zone time_zone)::date as seen_to
    from (select *, coalesce(stopped_at, $14::timestamptz) as until from "stopped") stopped
    offset 0
  ) listed
  left join lateral (
    select case when past.gallons[past.hours] is not null then least((past.day + 1)::timestamp at time zone listed.time_zone,
      (((past.day + 1)::timestamp - interval '1 hour') at time zone listed.time_zone) + interval '1 hour')
    else least((past.day)::timestamp at time zone listed.time_zone,
      (((past.day)::timestamp - interval '1 hour') at time zone listed.time_zone) + interval '1 hour') + interval '1 hour' * (
      select max(slot) from generate_series(1, past.hours) slot where past.gallons[slot] is not null) end as at
    from meter_days past
    where past.property_id = listed.property_id and past.meter_id = listed.meter_id
    and past.day between listed.seen_from and listed.seen_to
    and past.hours_measured > 0
    order by past.day desc limit 1) seen on listed.stopped_at is not null
  left join lateral (
    select greatest(listed.stopped_at, least($15::timestamptz, seen.at, listed.came_back_at,
        listed.stopped_at + $16 * interval '1 day')) as until
    where seen.at is not null
  ) saving on listed.stopped_at is not null) listed
left join lateral (
  select coalesce(listed.last_leaked::numeric / listed.last_hours, (
      select last.leaked::numeric / nullif(last.hours, 0) from (
        select sum(leaked) as leaked, count(*) as hours
        from (
          select coalesce(hour.leaked, 0) as leaked
          from meter_days past
          cross join lateral (
            select ceil((extract(epoch from listed.started_at - least((past.day)::timestamp at time zone listed.time_zone,
                    (((past.day)::timestamp - interval '1 hour') at time zone listed.time_zone) + interval '1 hour')) / 3600)) as first_slot, ceil((extract(epoch from listed.until - least((past.day)::timestamp at time zone listed.time_zone,
                    (((past.day)::timestamp - interval '1 hour') at time zone listed.time_zone) + interval '1 hour')) / 3600)) as last_slot
            offset 0
          ) bounds
          cross join lateral unnest(past.gallons, past.leak_gallons) with ordinality as hour (gallons, leaked, slot)
          where past.property_id = listed.property_id and past.meter_id = listed.meter_id
          and past.day between listed.rate_from and listed.rate_to
          and hour.gallons is not null and hour.slot > first_slot and hour.slot <= last_slot
          order by past.day desc, hour.slot desc limit $17
        ) last_hours) last
  )) as rate) lost on listed.saved_hours > 0
left join lateral (
  select meter_points.attached_to, meter_points.building_id
  from meter_services service
  join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
  where service.property_id = "listed"."property_id" and service.meter_id = "listed"."meter_id"
  and listed.property_id in (select property_id from stopped where unit_id is null)
  order by service.began_at is null or service.began_at <= "listed"."started_at" desc,
  service.began_at desc nulls last limit 1
) place on true;

-- Nested Loop
--   CTE period: Function Scan
--   CTE picked: Merge Join
--     Sort
--       CTE Scan on period
--     Index Scan using leaks_span on leaks
--     SubPlan: Nested Loop
--       Index Scan using leak_repairs_of_meter on leak_repairs
--       CTE Scan on period
--   CTE stopped: Nested Loop
--     Nested Loop
--       Hash Join
--         CTE Scan on picked
--         Hash
--           CTE Scan on period
--       Result
--         InitPlan: Limit
--           Index Scan using leaks_pkey on leaks
--     Limit
--       Sort
--         Result
--           Index Scan using leak_repairs_of_meter on leak_repairs
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         CTE Scan on stopped
--         Limit
--           Result
--             Index Scan using meter_days_month_pkey on meter_days_month
--             SubPlan: Aggregate
--               Function Scan
--       Result
--     Result
--       SubPlan: Subquery Scan
--         Aggregate
--           Limit
--             Incremental Sort
--               Nested Loop
--                 Nested Loop
--                   Index Scan using meter_days_month_pkey on meter_days_month
--                   Result
--                 Function Scan
--   Limit
--     Sort
--       Result
--         Nested Loop
--           Index Scan using meter_services_point on meter_services
--           Index Scan using meter_points_pkey on meter_points
--         SubPlan: CTE Scan on stopped
--   SubPlan: Index Scan using unit_prices_pkey on unit_prices
--   SubPlan: Nested Loop
--     Index Scan using properties_pkey on properties
--     Index Scan using organization_prices_pkey on organization_prices
