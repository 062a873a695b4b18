import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";

/** By table a sum over all its rows. */
export type TableSums = ReadonlyMap<string, string>;

/**
 * A function that sums up every table but the record of who did what, in which refusals are put down. When a token was
 * last used is no change: it was.
 */
export async function tableSummer({ owner }: Connections): Promise<() => Promise<TableSums>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'audit_log' order by relname`.execute(owner);
  const sums = tables.rows.map(
    ({ name }) => sql<{ name: string; sum: string }>`select ${sql.lit(name)}::text as name,
      (select coalesce(md5(string_agg(md5(line), '' order by md5(line))), '')
        from (select (to_jsonb(x) - 'last_used_at')::text as line from ${sql.table(name)} x) as lines) as sum`,
  );
  const all = sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`;
  return async () => new Map((await all.execute(owner)).rows.map(({ name, sum }) => [name, sum]));
}

/** The tables that are not the same. */
export function changedTables(before: TableSums, after: TableSums): string[] {
  return [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name);
}
