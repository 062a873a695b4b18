import { sql } from "kysely";

/** Dollars per gallon where the organization has set none. */
const DEFAULT_GALLON_PRICE = 0.015;

/** SQL: dollars per gallon at a property, given its (left joined) row of `organizations`. */
export const gallonPrice = sql<number>`coalesce(organizations.gallon_price, ${DEFAULT_GALLON_PRICE}::numeric)`;
