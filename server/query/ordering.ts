import { type RawBuilder, sql } from "kysely";

/** The field of an ordering: `name` of `-name`. */
type FieldOf<O extends string> = O extends `-${infer F}` ? F : O;

/** What an ordering such as `-gallons_leaked` names, of `fields`, and in which direction it orders. */
export function orderedBy<O extends string, Field>(
  ordering: O,
  fields: Record<FieldOf<O>, Field>,
): { field: Field; isDescending: boolean } {
  const isDescending = ordering.startsWith("-");
  const name = isDescending ? ordering.slice(1) : ordering;
  const found = Object.entries<Field>(fields).find(([field]) => field === name);
  if (found === undefined) throw new Error(`There is no ordering by ${ordering}.`);
  return { field: found[1], isDescending };
}

/**
 * `order by` of an ordering such as `-gallons_leaked`: nulls last in both directions, then by `ties`, which must make
 * the order total, so that the pages of a list never repeat or miss a row.
 */
export function orderBy<O extends string>(
  ordering: O,
  columns: Record<FieldOf<O>, RawBuilder<unknown>>,
  ties: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { field, isDescending } = orderedBy(ordering, columns);
  return sql`order by ${field} ${isDescending ? sql`desc` : sql`asc`} nulls last, ${ties}`;
}

/** The same for rows in memory; `tie` gives each row a number of its own. */
export function inOrder<Row, O extends string>(
  rows: readonly Row[],
  ordering: O,
  columns: Record<FieldOf<O>, (row: Row) => number | null>,
  tie: (row: Row) => number,
): Row[] {
  const { field, isDescending } = orderedBy<O, (row: Row) => number | null>(ordering, columns);
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => compare(field(a), field(b), sign) || tie(a) - tie(b));
}

function compare(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a - b) * sign;
}
