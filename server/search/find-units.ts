import { sql } from "kysely";
import { type FoundUnit, foundUnit } from "../../contract/search.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import type { SearchQuery } from "./words.ts";

/**
 * Units with every word in the names of their property, their building and themselves, one of the words at least in
 * their own; those whose whole name is in the query first, then those of whose building it is, then by property, building
 * and length of the name. The names
 * of properties and buildings are matched once for each building, so that each unit costs one match of its own name.
 * @param propertyIds within the scope
 */
export async function findUnits(
  propertyIds: readonly number[],
  tx: Transactional,
  { words, allWords }: SearchQuery,
  limit: number,
): Promise<FoundUnit[]> {
  const isIn = (word: string, column: "unit.low" | "low") => sql`position(${word}::text in ${sql.ref(column)}) > 0`;
  const has = (word: string, i: number) => sql`(place.has[${i + 1}] or ${isIn(word, "unit.low")})`;
  const hasOf = (word: string) => sql`position(${word}::text in names) > 0`;
  return queryRows(tx, foundUnit)`
    with place as materialized (
      select *, array[${sql.join(words.map(hasOf))}] as has, row_number() over (order by names collate "C", building_id) as place
      from (
        select properties.id as property_id, properties.name as property_name,
          buildings.id as building_id, buildings.name as building_name,
          lower(properties.name) || ' ' || lower(buildings.name) as names
        from properties join buildings on buildings.property_id = properties.id
        where properties.id = any(${propertyIds}::bigint[]) ${optimizationFence}
      ) named
    ),
    unit as (
      select * from (
        select id as unit_id, name as unit_name, building_id, property_id, lower(name) as low
        from units where property_id = any(${propertyIds}::bigint[]) ${optimizationFence}
      ) named
      where ${sql.join(
        words.map((word) => isIn(word, "low")),
        sql` or `,
      )}
    )
    select unit_id, unit_name, unit.building_id, building_name, unit.property_id, property_name
    from unit join place on place.building_id = unit.building_id and place.property_id = unit.property_id
    where ${sql.join(words.map(has), sql` and `)}
    order by string_to_array(low, ' ') <@ ${allWords}::text[] desc,
      string_to_array(lower(building_name), ' ') <@ ${allWords}::text[] desc, place, length(low), low collate "C", unit_id
    limit ${limit}`;
}
