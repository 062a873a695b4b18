-- GET /v1/reporting/top-leak-volume/properties

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
period as materialized (
  select * from unnest(
    $1::bigint[],
    $2::bigint[],
    $3::boolean[],
    $4::text[],
    $5::date[],
    $6::date[],
    $7::date[],
    $8::timestamptz[],
    $9::timestamptz[],
    $10::int[]
  ) as listed (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at,
    prices_of)
),
price_span as (
  select chosen.prices_of, cut.from_day,
  coalesce((select price * 1000 from organization_prices prices
      where prices.organization_id = chosen.organization_id
      and cut.from_day between prices.first_day and prices.last_day), $11::numeric) as mills
  from (select distinct on (prices_of) prices_of, organization_id, start_date, end_date from period) chosen
  cross join lateral (
    select chosen.start_date as from_day
    union select prices.first_day from organization_prices prices
    where prices.organization_id = chosen.organization_id
    and prices.first_day > chosen.start_date and prices.first_day <= chosen.end_date
    union select prices.last_day + 1 from organization_prices prices
    where prices.organization_id = chosen.organization_id
    and prices.last_day >= chosen.start_date and prices.last_day < chosen.end_date
  ) cut
),
price_spans as materialized (
  select prices_of, case when count(*) = 1 then min(mills) end as only_mills,
  array_agg(from_day order by from_day) as from_days, array_agg(mills order by from_day) as mills
  from price_span group by prices_of
),
priced as materialized (
  select period.*, price_spans.only_mills, price_spans.from_days, price_spans.mills
  from period join price_spans on price_spans.prices_of = period.prices_of
),
days as (
  select priced.organization_id, priced.is_previous, known.*,
  ("known"."own_cost" + ("known"."gallons" - "known"."own_gallons")
    * case when priced.only_mills is not null then priced.only_mills
    else priced.mills[width_bucket(known.day, priced.from_days)] end) as cost,
  ("known"."own_toilet_cost" + ("known"."toilet_leak" - "known"."own_toilet_leak")
    * case when priced.only_mills is not null then priced.only_mills
    else priced.mills[width_bucket(known.day, priced.from_days)] end) as toilet_cost,
  ("known"."own_heater_cost" + ("known"."heater_leak" - "known"."own_heater_leak")
    * case when priced.only_mills is not null then priced.only_mills
    else priced.mills[width_bucket(known.day, priced.from_days)] end) as heater_cost,
  ("known"."own_other_cost" + ("known"."other_leak" - "known"."own_other_leak")
    * case when priced.only_mills is not null then priced.only_mills
    else priced.mills[width_bucket(known.day, priced.from_days)] end) as other_cost
  from priced join property_days known on known.property_id = priced.property_id and known.day between priced.start_date and priced.end_date
  and "known"."day" between $12::date and $13::date
),
day_sums as (
  select priced.property_id, priced.is_previous, added.*,
  (select count(*) from (
      select sum(known.top_meters) as top_meters, sum(known.top_meters_read) as top_meters_read
      from property_days known where known.property_id = priced.property_id and known.day between priced.start_date and priced.end_date
      and "known"."day" between $14::date and $15::date group by known.day) by_day where ("by_day"."top_meters" > 0 and "by_day"."top_meters_read" * 100 >= "by_day"."top_meters" * $16::int)) as days_read
  from priced cross join lateral (select sum("known"."gallons")::bigint as "gallons", sum("known"."toilet_leak")::bigint as "toilet_leak", sum("known"."heater_leak")::bigint as "heater_leak", sum("known"."other_leak")::bigint as "other_leak", sum("known"."toilet_gallons")::bigint as "toilet_gallons", sum("known"."heater_gallons")::bigint as "heater_gallons", sum("known"."meters_read")::bigint as "meters_read", sum("known"."whole_gallons")::bigint as "whole_gallons", sum("known"."whole_bedrooms")::bigint as "whole_bedrooms", sum("known"."toilet_read_gallons")::bigint as "toilet_read_gallons", sum("known"."toilet_bedrooms")::bigint as "toilet_bedrooms", sum("known"."heater_read_gallons")::bigint as "heater_read_gallons", sum("known"."heater_bedrooms")::bigint as "heater_bedrooms",
    sum(("known"."own_cost" + ("known"."gallons" - "known"."own_gallons")
        * case when priced.only_mills is not null then priced.only_mills
        else priced.mills[width_bucket(known.day, priced.from_days)] end))::bigint as cost,
    sum(("known"."own_toilet_cost" + ("known"."toilet_leak" - "known"."own_toilet_leak")
        * case when priced.only_mills is not null then priced.only_mills
        else priced.mills[width_bucket(known.day, priced.from_days)] end))::bigint as toilet_cost,
    sum(("known"."own_heater_cost" + ("known"."heater_leak" - "known"."own_heater_leak")
        * case when priced.only_mills is not null then priced.only_mills
        else priced.mills[width_bucket(known.day, priced.from_days)] end))::bigint as heater_cost,
    sum(("known"."own_other_cost" + ("known"."other_leak" - "known"."own_other_leak")
        * case when priced.only_mills is not null then priced.only_mills
        else priced.mills[width_bucket(known.day, priced.from_days)] end))::bigint as other_cost,
    bit_or("known"."read_units"::bit(64)) as read_units,
    bit_or("known"."toilet_leak_units"::bit(64)) filter (where known.toilet_leak > 0) as toilet_leak_units,
    bit_or("known"."heater_leak_units"::bit(64)) filter (where known.heater_leak > 0) as heater_leak_units,
    bit_or("known"."other_leak_units"::bit(64)) filter (where known.heater_leak + known.other_leak > 0) as other_leak_units from property_days known where known.property_id = priced.property_id and known.day between priced.start_date and priced.end_date
    and "known"."day" between $17::date and $18::date) added),
expected as (
  select period.property_id, period.is_previous, coalesce(served.meter_days, 0) as meter_days,
  coalesce(counted.units, 0) as units, coalesce(counted.bedrooms, 0) as bedrooms,
  coalesce(counted.whole_units, 0) as whole_units, coalesce(counted.toilet_units, 0) as toilet_units,
  coalesce(counted.heater_units, 0) as heater_units
  from period
  left join (
    select period.property_id, period.is_previous,
    sum(spans.meters * greatest(0, least(period.last_date + 1, spans.ended_on) - greatest(period.start_date, spans.began_on))) as meter_days
    from period join service_spans spans on spans.property_id = period.property_id
    where spans.bedrooms is not null and true
    group by period.property_id, period.is_previous
  ) served on served.property_id = period.property_id and served.is_previous = period.is_previous
  left join (
    select property_id, sum(units) as units, sum(units * bedrooms) as bedrooms, sum(whole_units) as whole_units,
    sum(toilet_units) as toilet_units, sum(heater_units) as heater_units
    from unit_counts
    where property_id in (select property_id from period) and true
    group by property_id
  ) counted on counted.property_id = period.property_id),
figures as (
  select period.property_id, period.organization_id, period.is_previous,
  summed.gallons, summed.toilet_leak, summed.heater_leak, summed.other_leak,
  case when summed.gallons is not null then summed.toilet_leak + summed.heater_leak + summed.other_leak end as leaked,
  summed.toilet_gallons, summed.heater_gallons,
  summed.cost, summed.toilet_cost, summed.heater_cost, summed.other_cost,
  case when summed.gallons is not null then summed.toilet_cost + summed.heater_cost + summed.other_cost end as leak_cost,
  summed.whole_gallons, summed.whole_bedrooms, summed.toilet_read_gallons, summed.toilet_bedrooms,
  summed.heater_read_gallons, summed.heater_bedrooms,
  coalesce(summed.days_read, 0) as days_read, coalesce(summed.meters_read, 0) as meter_days_read,
  expected.meter_days as meter_days_expected, expected.units, expected.bedrooms, expected.whole_units,
  expected.toilet_units, expected.heater_units,
  coalesce(bit_count(summed.read_units), 0) as reporting_units, coalesce(bit_count(coalesce(summed.toilet_leak_units | summed.other_leak_units, summed.toilet_leak_units,
        summed.other_leak_units)), 0) as leaking_units,
  coalesce(bit_count(summed.toilet_leak_units), 0) as leaking_toilets,
  coalesce(bit_count(summed.heater_leak_units), 0) as leaking_heaters,
  coalesce(bit_count(summed.other_leak_units), 0) as leaking_other, coalesce(summed.toilet_leak_units | summed.other_leak_units, summed.toilet_leak_units,
    summed.other_leak_units) as leak_units
  from period
  join expected on expected.property_id = period.property_id and expected.is_previous = period.is_previous
  left join day_sums summed on summed.property_id = period.property_id and summed.is_previous = period.is_previous
),
leak_day as (select property_id, count(*) as leak_days from days where ("days".toilet_leak + "days".heater_leak + "days".other_leak) > 0 group by property_id)
,
listed as (
  select figures.property_id, properties.name as property_name,
  figures.leaking_units as units_with_leakage,
  coalesce(figures.leaked, 0) as gallons_leaked, figures.gallons as gallons_consumed,
  ("figures"."leaked" * 100.0::float8 / nullif("figures"."gallons", 0)) as leak_percentage, 0::bigint as total_gallons_leaked,
  coalesce(leak_day.leak_days, 0) as leak_days
  from figures
  join properties on properties.id = figures.property_id
  left join leak_day on leak_day.property_id = figures.property_id
  where figures.leaked > 0
)
select counted.listed_count, numbered.*
from (select count(*) as listed_count from listed) counted
left join (select listed.*, row_number() over (order by gallons_leaked desc nulls last, property_id) as place from listed) numbered
on numbered.place > $19::bigint and numbered.place <= $20::bigint
order by numbered.place;

-- Sort
--   CTE period: Function Scan
--   CTE price_spans: Aggregate
--     Incremental Sort
--       Nested Loop
--         Unique
--           Sort
--             CTE Scan on period
--         Unique
--           Sort
--             Append
--               Result
--               Index Only Scan using organization_prices_pkey on organization_prices
--               Index Scan using organization_prices_pkey on organization_prices
--     SubPlan: Index Scan using organization_prices_pkey on organization_prices
--   CTE priced: Merge Join
--     CTE Scan on price_spans
--     Sort
--       CTE Scan on period
--   CTE listed: Nested Loop
--     Nested Loop
--       Nested Loop
--         CTE Scan on period
--         Materialize
--           Nested Loop
--             CTE Scan on period
--             Materialize
--               Subquery Scan
--                 Aggregate
--                   Nested Loop
--                     Index Scan using property_days_pkey on property_days
--                     CTE Scan on priced
--       Nested Loop
--         CTE Scan on priced
--         Aggregate
--           Index Scan using property_days_pkey on property_days
--     Index Scan using properties_pkey on properties
--   Nested Loop
--     Aggregate
--       CTE Scan on listed
--     Subquery Scan
--       WindowAgg
--         Sort
--           CTE Scan on listed

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
leak_run as materialized (
  select one.property_id, one.unit_id, case when one.unit_id is null then -one.place end as meter_id,
  one.place as place_key,
  min(one.started_at) filter (where one.leaked) as began_at, max(one.ended_at) filter (where one.leaked) as ended_at,
  bool_or(one.over_at is null) filter (where one.leaked) as goes_on, array_remove(array[case when bool_or($12 = any(one.kinds)) filter (where one.leaked) then $13::text end, case when bool_or($14 = any(one.kinds)) filter (where one.leaked) then $15::text end, case when bool_or($16 = any(one.kinds)) filter (where one.leaked) then $17::text end], null) as kinds,
  array_agg(one.id) filter (where one.leaked) as case_ids,
  min(one.started_at) filter (where one.over_at is null) as active_since, array_remove(array[case when bool_or($18 = any(one.kinds)) filter (where one.over_at is null) then $19::text end, case when bool_or($20 = any(one.kinds)) filter (where one.over_at is null) then $21::text end, case when bool_or($22 = any(one.kinds)) filter (where one.over_at is null) then $23::text end], null) as active_kinds,
  array_agg(one.id) filter (where one.over_at is null) as active_ids
  from period
  cross join lateral (
    select known.*, exists (
      select from leak_case_days
      where leak_case_days.property_id = known.property_id and leak_case_days.case_id = known.id
      and leak_case_days.day between period.start_date and period.end_date) as leaked
    from leak_cases known
    where known.property_id = period.property_id
    and (known.over_at is null or (known.started_at < period.ends_at and known.ended_at > period.starts_at))
  ) one
  where (one.leaked or one.over_at is null) and true
  group by 1, 2, 3, 4),
place as (
  select known.*, period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at
  from (select * from leaking ) known
  join period on period.property_id = known.property_id
)
select place.property_id, sum(since_start.leaked)::bigint as leaked
from place
left join leak_run on leak_run.property_id = place.property_id and leak_run.place_key = place.place_key
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
cross join lateral (select coalesce(sum(leaked), 0) as leaked from (
    select day, gallons as leaked from leak_case_days
    where leak_case_days.property_id = place.property_id and leak_case_days.case_id = any(run.case_ids)
  ) known) since_start
where exists (
  select from units
  where units.property_id = place.property_id and units.id = place.unit_id and (true
    and ($24::bigint[] is null or "units"."building_id" = any($25::bigint[]))
    and ($26::bigint[] is null or "units"."id" = any($27::bigint[]))) offset 0)
group by place.property_id;

-- Aggregate
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
--   CTE leak_run: Aggregate
--     Sort
--       Nested Loop
--         CTE Scan on period
--         Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--           SubPlan: Index Only Scan using leak_case_days_pkey on leak_case_days
--     SubPlan: Index Only Scan using leak_case_days_pkey on leak_case_days
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Merge Join
--           Merge Join
--             Sort
--               CTE Scan on leaking
--                 SubPlan: Index Only Scan using units_pkey on units
--             Sort
--               CTE Scan on period
--           Materialize
--             CTE Scan on leak_run
--         Result
--       Result
--     Aggregate
--       Index Scan using leak_case_days_pkey on leak_case_days
