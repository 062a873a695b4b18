import { type RawBuilder, sql } from "kysely";

/** The field of an ordering: `name` of `-name`. */
type FieldOf<O extends string> = O extends `-${infer F}` ? F : O;

/**
 * `order by` of an ordering such as `-gallons_leaked`: nulls last in both directions, then by `ties`, which must make
 * the order total, so that the pages of a list never repeat or miss a row.
 */
export function orderBy<O extends string>(
  ordering: O,
  columns: Record<FieldOf<O>, RawBuilder<unknown>>,
  ties: RawBuilder<unknown>,
): RawBuilder<unknown> {
  for (const [field, column] of Object.entries<RawBuilder<unknown>>(columns)) {
    if (ordering === field) return sql`order by ${column} asc nulls last, ${ties}`;
    if (ordering === `-${field}`) return sql`order by ${column} desc nulls last, ${ties}`;
  }
  throw new Error(`There is no ordering by ${ordering}.`);
}

/** The same for rows in memory; `tie` gives each row a number of its own. */
export function inOrder<Row, O extends string>(
  rows: readonly Row[],
  ordering: O,
  columns: Record<FieldOf<O>, (row: Row) => number | null>,
  tie: (row: Row) => number,
): Row[] {
  for (const [field, column] of Object.entries<(row: Row) => number | null>(columns)) {
    if (ordering !== field && ordering !== `-${field}`) continue;
    const sign = ordering === field ? 1 : -1;
    return rows.toSorted((a, b) => compare(column(a), column(b), sign) || tie(a) - tie(b));
  }
  throw new Error(`There is no ordering by ${ordering}.`);
}

function compare(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a - b) * sign;
}
