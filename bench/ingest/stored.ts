import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";

/** What the product holds after the sending. */
export interface Stored {
  readings: number;
  /** Thousandths of a gallon: in the hours as sent, in the totals of the days, and in the days of the properties. */
  hours: number;
  days: number;
  leaks: number;
  /** Size of meter_days with its indexes, in bytes. */
  bytes: number;
}

export async function readStored({ worker }: Connections): Promise<Stored> {
  const rows = await sql<Stored>`
    select coalesce(sum((select count(g) from unnest(gallons) g)), 0)::bigint as readings,
      coalesce(sum((select sum(g) from unnest(gallons) g)), 0)::bigint as hours,
      coalesce(sum(gallons_total), 0)::bigint as days,
      (select count(*) from leaks) as leaks,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint from pg_inherits
        where inhparent::regclass::text ~ '^meter_days(_[0-9]+)?$') as bytes
    from meter_days`.execute(worker);
  const row = rows.rows[0];
  if (row === undefined) throw new Error("The database returned no row for a sum.");
  return row;
}
