-- GET /v1/reporting/case-times

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
  ) chosen)
select one.property_id as id, properties.name as name, count(*)::int as cases, round((percentile_cont(0.5) within group (
      order by greatest(0, extract(epoch from "one"."acknowledged_at" - one.opened_at) / 3600))
    filter (where "one"."acknowledged_at" is not null and true))::numeric, 1)::float8 as hours_to_acknowledged,
round((percentile_cont(0.5) within group (
      order by greatest(0, extract(epoch from "one"."assigned_at" - one.opened_at) / 3600))
    filter (where "one"."assigned_at" is not null and true))::numeric, 1)::float8 as hours_to_assigned, round((percentile_cont(0.5) within group (
      order by greatest(0, extract(epoch from "one"."fixed_at" - one.opened_at) / 3600))
    filter (where "one"."fixed_at" is not null and true))::numeric, 1)::float8 as hours_to_fixed,
round((percentile_cont(0.5) within group (
      order by greatest(0, extract(epoch from "one"."over_at" - one.opened_at) / 3600))
    filter (where "one"."over_at" is not null and one.state = 'verified'))::numeric, 1)::float8 as hours_to_verified,
count(one.fixed_at)::int as fixed, count(*) filter (where one.state = 'verified')::int as held,
coalesce(sum((select count(*) from jsonb_to_recordset(one.fixes) as fix (at timestamptz, cost numeric, failed boolean) where fix.failed)), 0)::int as failed
from period
join leak_cases one on one.property_id = period.property_id
join properties on properties.id = one.property_id
where one.opened_at >= period.starts_at and one.opened_at < period.ends_at and one.state <> 'not_a_leak'
group by 1, 2
order by count(*) desc, 2, 1;

-- Sort
--   CTE period: Function Scan
--   Aggregate
--     Sort
--       Nested Loop
--         Nested Loop
--           CTE Scan on period
--           Index Scan using properties_pkey on properties
--         Index Scan using leak_cases_property_id_place_cause_started_at_key on leak_cases
--     SubPlan: Aggregate
--       Function Scan
