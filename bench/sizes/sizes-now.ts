import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";

/** What the database holds. */
export interface Sizes {
  readings: number;
  /** Bytes of each table with its indexes, months together. */
  bytes: Map<string, number>;
}

/** Rewrites every table, so that nothing is weighed that is only waiting to be used again, and weighs it. */
export async function sizesNow({ owner, worker }: Connections): Promise<Sizes> {
  await sql`vacuum full`.execute(owner);
  const tables = await sql<{ name: string; bytes: number }>`
    select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid))::bigint as bytes
    from pg_class own
    left join pg_inherits on inhrelid = own.oid
    left join pg_class parent on parent.oid = inhparent
    where own.relnamespace = 'public'::regnamespace and own.relkind = 'r'
    group by 1`.execute(owner);
  const counted = await sql<{ readings: number }>`
    select coalesce(sum((select count(g) from unnest(gallons) g)), 0)::bigint as readings from all_meter_days`.execute(
    worker,
  );
  return {
    readings: counted.rows[0]?.readings ?? 0,
    bytes: new Map(tables.rows.map(({ name, bytes }) => [name, bytes])),
  };
}
