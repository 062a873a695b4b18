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
