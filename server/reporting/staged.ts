import { type RawBuilder, sql } from "kysely";

/** Adds columns to the rows of a name. */
export type Stage = (rows: string) => RawBuilder<unknown>;

/**
 * SQL: CTEs that add columns to the rows named `first`, each stage over the rows of the one before, each preceded by a
 * comma; and the name of the last.
 */
export function staged<Name extends string>(
  first: string,
  names: readonly Name[],
  stages: Record<Name, Stage>,
): { ctes: RawBuilder<unknown>; last: string } {
  let last = first;
  let ctes = sql``;
  for (const name of names) {
    const next = `${first}_${name}`;
    ctes = sql`${ctes}, ${sql.ref(next)} as materialized (${stages[name](last)})`;
    last = next;
  }
  return { ctes, last };
}
