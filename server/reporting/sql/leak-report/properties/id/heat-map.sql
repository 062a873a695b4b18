-- GET /v1/reporting/leak-report/properties/{id}/heat-map

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

select id, name,
(select count(*) from units where units.property_id = buildings.property_id and building_id = buildings.id) as units
from buildings
where property_id = $1 and ($2::bigint is null or id = $3::bigint);

-- Index Scan using buildings_property_id_name_key on buildings
--   SubPlan: Aggregate
--     Index Only Scan using units_property_id_building_id_name_key on units

select units.id, units.name, units.bedrooms, known.*
from units
cross join lateral (
  select coalesce(json_agg(day - $1::date), '[]') as places,
  coalesce(json_agg(gallons), '[]') as gallons,
  coalesce(json_agg(case when gallons is null then 0 else ("unit_days".toilet_leak + "unit_days".heater_leak + "unit_days".other_leak) end), '[]') as leaked,
  coalesce(json_agg(is_read), '[]') as reads, coalesce(json_agg(is_whole), '[]') as wholes
  from unit_days
  where unit_days.property_id = $2 and unit_days.unit_id = units.id
  and day between $3::date and $4::date
) known
where units.property_id = $5 and units.building_id = $6;

-- Nested Loop
--   Index Scan using units_property_id_building_id_name_key on units
--   Aggregate
--     Index Scan using unit_days_month_pkey on unit_days_month

select max(days_from) as day from properties where id = any($1::bigint[]);

-- Aggregate
--   Index Scan using properties_pkey on properties
