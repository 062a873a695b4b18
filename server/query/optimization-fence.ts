import { sql } from "kysely";

/**
 * SQL that ends a subquery whose columns are calculated once, before they are compared with anything. Behind row-level
 * security an index is searched only by plain columns and leakproof comparisons: a function of them, even `coalesce` or
 * a day less seven, would be evaluated on every row of the property instead.
 */
export const optimizationFence = sql`offset 0`;
