-- GET /v1/reporting/leak-report/leak-details/meters/{meter}/consumption/hour

-- Settled first: joined in another order, every meter of the scope would be visited.
with named as materialized (
  select property_id, id from meters
  where property_id = any($1::bigint[]) and serial_number = $2
)
select properties.id as property_id, properties.name as property_name, properties.time_zone,
buildings.id as building_id, buildings.name as building_name, units.id as unit_id, units.name as unit_name,
named.id as meter_id, point.attached_to
from named
join properties on properties.id = named.property_id
cross join lateral (
  select point_id from meter_services
  where meter_services.property_id = named.property_id and meter_services.meter_id = named.id
  order by ended_at desc nulls first, began_at desc nulls last limit 1
) latest
join meter_points point on point.property_id = named.property_id and point.id = latest.point_id
join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
left join units on units.property_id = point.property_id and units.id = point.unit_id
where properties.archived_at is null
and ($3::bigint[] is null or properties.id = any($4::bigint[]))
and ($5::bigint[] is null
  or properties.organization_id = any($6::bigint[]))
order by properties.id;

-- Nested Loop
--   CTE named: Index Scan using meters_property_id_serial_number_key on meters
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Index Scan using meter_points_property_id_building_id_unit_id_attached_to_la_key on meter_points
--         Materialize
--           Nested Loop
--             CTE Scan on named
--             Limit
--               Sort
--                 Index Scan using meter_services_meter on meter_services
--       Index Scan using properties_pkey on properties
--     Index Scan using buildings_property_id_name_key on buildings
--   Index Scan using units_property_id_building_id_name_key on units

select day, hours, gallons, estimated, covered, leak_gallons, flow_time, events, leak_total,
num_nonnulls(gallons, estimated, registers) = 0 and (hours_measured > 0 or estimated_total > 0) as is_archived
from all_meter_days
where property_id = $1 and meter_id = $2
and day between $3::date and $4::date
and "all_meter_days"."packed_month_from" >= date_trunc('month', ($5::date)::timestamp)::date and "all_meter_days"."packed_month_to" <= $6::date
order by day;

-- Result
--   Merge Append
--     Index Scan using meter_days_month_pkey on meter_days_month
--     Sort
--       Subquery Scan
--         Nested Loop
--           Nested Loop
--             Index Scan using packed_months_pkey on packed_months
--             Result
--               InitPlan: Subquery Scan
--                 ProjectSet
--                   Result
--               InitPlan: WindowAgg
--                 Function Scan
--           Function Scan

select hours_from from properties where id = $1;

-- Index Scan using properties_pkey on properties
