-- GET /v1/reporting/my-properties/

select properties.id, properties.name, properties.organization_id, organizations.name as organization_name,
city, state, time_zone,
(select count(*) from units where units.property_id = properties.id) as units_count
from properties
left join organizations on organizations.id = properties.organization_id
where properties.id = any($1::bigint[])
and archived_at is null
and ($2::bigint[] is null or properties.organization_id = any($3::bigint[]))
order by lower(properties.name), properties.id;

-- Sort
--   Nested Loop
--     Index Scan using properties_organization on properties
--     Index Scan using organizations_pkey on organizations
--     SubPlan: Aggregate
--       Index Only Scan using units_property_id_building_id_name_key on units
