-- GET /v1/reporting/portfolio-insights/properties/performance/filters

with place as materialized (
  select id, state, organization_id from properties
  where id = any($1::bigint[]) and archived_at is null
),
counted as (
  select min(bedrooms) as least, max(bedrooms) as most
  from place join unit_counts on unit_counts.property_id = place.id
)
select counted.*,
(select coalesce(json_agg(state order by lower(state), state), '[]')
  from (select distinct state from place where state <> '') known) as states,
(select coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name), id), '[]')
  from organizations where id in (select organization_id from place)) as organizations
from counted;

-- Subquery Scan
--   CTE place: Index Scan using properties_pkey on properties
--   InitPlan: Aggregate
--     Sort
--       Subquery Scan
--         Aggregate
--           CTE Scan on place
--   InitPlan: Aggregate
--     Sort
--       Nested Loop
--         Unique
--           Sort
--             CTE Scan on place
--         Index Scan using organizations_pkey on organizations
--   Aggregate
--     Nested Loop
--       CTE Scan on place
--       Index Only Scan using unit_counts_pkey on unit_counts
