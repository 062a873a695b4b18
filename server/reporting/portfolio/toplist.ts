import { sql } from "kysely";
import type { Ranking } from "./ranking.ts";

/** Per cent of a property's units that must report before it can be among the best. */
const REPORTING_FROM = 80;

/** Properties with the lowest leak percentage first, of equal ones those with the least gallons per bedroom and day. */
export const toplist: Ranking = {
  isListed: sql`leak_percentage is not null and units_reporting * 100 >= total_units * ${REPORTING_FROM}::int`,
  order: sql`order by leak_percentage, gallons_per_bedroom_per_day nulls last, property_id`,
};
