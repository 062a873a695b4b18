-- GET /v1/reporting/leak-report/leak-overview/filters

select buildings.id, buildings.name as building_name, buildings.property_id
from properties join buildings on buildings.property_id = properties.id
where properties.id = any($1::bigint[])
and archived_at is null
and ($2::bigint[] is null or properties.id = any($3::bigint[]))
and ($4::bigint[] is null
  or properties.organization_id = any($5::bigint[]));

-- Nested Loop
--   Index Scan using buildings_property_id_name_key on buildings
--   Memoize
--     Index Scan using properties_pkey on properties

select units.id, units.name, units.building_id
from unnest(
  $1::bigint[], $2::bigint[]
) as chosen (property_id, building_id)
join units on units.property_id = chosen.property_id and units.building_id = chosen.building_id;

-- Merge Join
--   Sort
--     Function Scan
--   Index Scan using units_property_id_building_id_name_key on units
