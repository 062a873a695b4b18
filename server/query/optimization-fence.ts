import { sql } from "kysely";

/**
 * SQL that ends a subquery whose columns are worked out once, before they are compared with anything. Behind row-level
 * security an index is searched only by plain columns and by comparisons that are known to tell nothing: a function of
 * them, even `coalesce` or a day less seven, would be tried on every row of the property instead.
 */
export const optimizationFence = sql`offset 0`;
