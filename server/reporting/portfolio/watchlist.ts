import { sql } from "kysely";
import type { Ranking } from "./ranking.ts";

/** Properties that leak, those with the highest leak cost per unit first. Without a reporting meter there is no class, and no row. */
export const watchlist: Ranking = {
  isListed: sql`performance is not null and leak_volume > 0`,
  order: sql`order by leak_cost_per_unit desc nulls last, property_id`,
};
