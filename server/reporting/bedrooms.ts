import { type RawBuilder, sql } from "kysely";

/** Units with so many bedrooms alone; left out: from 0, and 7 and more. */
export interface BedroomParams {
  bedrooms_from?: number | undefined;
  bedrooms_to?: number | undefined;
}

/** "7" in a bedroom filter means 7 or more. */
const MOST_BEDROOMS = 7;

/** Whether the params filter units by their bedrooms. */
export function isByBedrooms({ bedrooms_from = 0, bedrooms_to = MOST_BEDROOMS }: BedroomParams): boolean {
  return bedrooms_from > 0 || bedrooms_to < MOST_BEDROOMS;
}

/** SQL: the number of bedrooms in this column is requested. null, of no unit, matches only where all are. */
export function hasBedrooms(params: BedroomParams, column: string): RawBuilder<boolean> {
  if (!isByBedrooms(params)) return sql`true`;
  const { bedrooms_from = 0, bedrooms_to = MOST_BEDROOMS } = params;
  const bedrooms = sql.ref(column);
  if (bedrooms_to === MOST_BEDROOMS) return sql`(${bedrooms} >= ${bedrooms_from}::int)`;
  return sql`(${bedrooms} between ${bedrooms_from}::int and ${bedrooms_to}::int)`;
}

/** SQL: a row is in the requested buildings and units, and of a unit with the requested bedrooms. @param building its columns */
export function matchesPlaces(
  params: BedroomParams & { building_id?: number[] | undefined; unit_id?: number[] | undefined },
  building: string,
  unit: string,
  bedrooms: string,
): RawBuilder<unknown> {
  const { building_id = null, unit_id = null } = params;
  return sql`(${hasBedrooms(params, bedrooms)}
    and (${building_id}::bigint[] is null or ${sql.ref(building)} = any(${building_id}::bigint[]))
    and (${unit_id}::bigint[] is null or ${sql.ref(unit)} = any(${unit_id}::bigint[])))`;
}
