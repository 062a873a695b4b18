-- GET /v1/reporting/my-properties/

select properties.id, properties.name, properties.organization_id, organizations.name as organization_name,
city, state, time_zone,
coalesce(counted.units, 0) as units_count
from properties
left join (
  select property_id, count(*) as units from units
  where property_id = any($1::bigint[]) group by property_id
) counted on counted.property_id = properties.id
left join organizations on organizations.id = properties.organization_id
where properties.id = any($2::bigint[])
and archived_at is null
and ($3::bigint[] is null or properties.organization_id = any($4::bigint[]))
order by lower(properties.name), properties.id;

-- Sort
--   Merge Join
--     Nested Loop
--       Index Scan using properties_pkey on properties
--       Index Scan using organizations_pkey on organizations
--     Aggregate
--       Index Only Scan using units_property_id_building_id_name_key on units
