-- GET /v1/reporting/leak-report/properties/{id}/meters

select id, name, time_zone as "timeZone" from properties
where id = $1 and id = any($2::bigint[]) and archived_at is null;

-- Index Scan using properties_pkey on properties

select service.id, meters.serial_number as meter_serial_number, point.attached_to,
point.building_id, buildings.name as building_name, point.unit_id, units.name as unit_name, units.bedrooms,
(service.began_at at time zone properties.time_zone)::date as in_service_since,
gateways.serial_number as gateway_serial_number
from properties
join meter_services service on service.property_id = properties.id and service.ended_at is null
join meters on meters.property_id = service.property_id and meters.id = service.meter_id
join meter_points point on point.property_id = service.property_id and point.id = service.point_id
join buildings on buildings.property_id = point.property_id and buildings.id = point.building_id
left join units on units.property_id = point.property_id and units.id = point.unit_id
left join routers on routers.property_id = meters.property_id and routers.id = meters.router_id
left join gateways on gateways.property_id = meters.property_id
and gateways.id = coalesce(meters.gateway_id, routers.gateway_id)
where properties.id = $1
and ($2::bigint[] is null or point.building_id = any($3::bigint[]))
and ($4::bigint[] is null or point.unit_id = any($5::bigint[]));

-- Nested Loop
--   Nested Loop
--     Nested Loop
--       Nested Loop
--         Nested Loop
--           Nested Loop
--             Index Scan using meter_services_meter on meter_services
--             Index Scan using meter_points_pkey on meter_points
--           Materialize
--             Nested Loop
--               Index Scan using buildings_pkey on buildings
--               Materialize
--                 Index Scan using properties_pkey on properties
--         Index Scan using meters_pkey on meters
--       Materialize
--         Index Scan using units_pkey on units
--     Materialize
--       Index Scan using routers_pkey on routers
--   Materialize
--     Index Scan using gateways_pkey on gateways
