-- GET /v1/reporting/portfolio-insights/performance-ranking/toplist

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
ranked as (
  select figures.property_id, properties.name as property_name, figures.units as total_units,
  figures.reporting_units as units_reporting, figures.leaking_units, figures.leaking_toilets,
  figures.leaking_other,
  figures.leaked as leak_volume, ("figures"."leaked" * 100.0::float8 / nullif("figures"."gallons", 0)) as leak_percentage,
  (case (case
      when coalesce("figures"."meter_days_read", 0) = 0 or "figures"."gallons" is null then null
      when "figures"."gallons" = 0 then 'zero_usage'
      when "figures"."leaked" * 100 < "figures"."gallons" * $19::int then 'on_track'
      when "figures"."leaked" * 100 < "figures"."gallons" * $20::int then 'opportunities'
      else 'critical' end) when 'on_track' then 'green' when 'opportunities' then 'yellow'
    when 'critical' then 'red' end) as ranking, (case
    when coalesce("figures"."meter_days_read", 0) = 0 or "figures"."gallons" is null then null
    when "figures"."gallons" = 0 then 'zero_usage'
    when "figures"."leaked" * 100 < "figures"."gallons" * $21::int then 'on_track'
    when "figures"."leaked" * 100 < "figures"."gallons" * $22::int then 'opportunities'
    else 'critical' end) as performance,
  figures.leak_cost, figures.leak_cost::float8 / nullif(figures.units, 0) as leak_cost_per_unit,
  ("figures"."whole_gallons"::float8 / 1000 / nullif("figures"."whole_bedrooms", 0)) as gallons_per_bedroom_per_day,
  figures.meter_days_read, figures.meter_days_expected, figures.previous_gallons,
  figures.previous_leaked, figures.previous_percentage, figures.previous_read, figures.previous_expected
  from (
    select * from (
      select figures.*, max(gallons) filter (where is_previous) over place as previous_gallons, max(leaked) filter (where is_previous) over place as previous_leaked,
      max(("figures"."leaked" * 100.0::float8 / nullif("figures"."gallons", 0))) filter (where is_previous) over place as previous_percentage,
      max(meter_days_read) filter (where is_previous) over place as previous_read,
      max(meter_days_expected) filter (where is_previous) over place::bigint as previous_expected
      from figures window place as (partition by property_id)
    ) both_periods where not is_previous
  ) figures
  join properties on properties.id = figures.property_id
),
listed as (
  select ranked.*, row_number() over (order by leak_percentage, gallons_per_bedroom_per_day nulls last, property_id) as rank from ranked where leak_percentage is not null and units_reporting * 100 >= total_units * $23::int
)
select counted.listed_count, numbered.*
from (select count(*) as listed_count from listed) counted
left join (select listed.*, row_number() over (order by rank asc nulls last, property_id) as place from listed) numbered
on numbered.place > $24::bigint and numbered.place <= $25::bigint
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
--   CTE listed: WindowAgg
--     Sort
--       Nested Loop
--         Subquery Scan
--           WindowAgg
--             Merge Join
--               Merge Join
--                 Nested Loop
--                   Merge Join
--                     Sort
--                       CTE Scan on period
--                   Nested Loop
--                     CTE Scan on priced
--                     Aggregate
--                       Index Scan using property_days_pkey on property_days
--                 Aggregate
--                   Incremental Sort
--                     Nested Loop
--                       Index Scan using service_spans_property_id_bedrooms_began_on_ended_on_key on service_spans
--                       CTE Scan on period
--               Aggregate
--                 Nested Loop
--                   Index Scan using unit_counts_pkey on unit_counts
--                   CTE Scan on period
--         Index Scan using properties_pkey on properties
--   Nested Loop
--     Aggregate
--       CTE Scan on listed
--     Subquery Scan
--       WindowAgg
--         Sort
--           CTE Scan on listed
