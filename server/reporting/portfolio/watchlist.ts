import { sql } from "kysely";
import type { Ranking } from "./ranking.ts";

/**
 * Properties that leak, those with the highest leak cost per unit first: also those in which no meter's day was read, so
 * that the rows add up to what leaked in all of them. These have no colour.
 */
export const watchlist: Ranking = {
  isListed: sql`leak_volume > 0`,
  order: sql`order by leak_cost_per_unit desc nulls last, property_id`,
};
