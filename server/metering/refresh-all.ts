import { type Kysely, sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import type { Database } from "../database/types.ts";
import { refreshProperty } from "./refresh-property.ts";

/**
 * The properties at which something waits: new readings, those that wait longest first, or a new version of the
 * inventory. What came for a property that is archived waits until it no longer is.
 */
export async function waitingProperties(worker: Kysely<Database>): Promise<number[]> {
  const rows = await sql<{ property_id: number }>`
    select p.id as property_id
    from properties p
    left join (select property_id, min(id) as first from changes group by property_id) c on c.property_id = p.id
    where p.archived_at is null and (c.first is not null or p.refreshed_version <> p.inventory_version)
    order by c.first nulls last, p.id`.execute(worker);
  return rows.rows.map((row) => row.property_id);
}

/**
 * Works off all that waits, also what other servers would take. Returns when nothing is left.
 * @param onProgress meters done so far and meters known to wait
 */
export async function refreshAll(
  connections: Connections,
  clock: Clock,
  onProgress: (done: number, left: number) => void = () => {},
): Promise<void> {
  let done = 0;
  for (;;) {
    const waiting = await waitingProperties(connections.worker);
    if (waiting.length === 0) return;
    for (const propertyId of waiting) {
      for (;;) {
        const result = await refreshProperty(connections, propertyId, clock);
        if (result === null) {
          // Another server is at it: wait for its lock to be free, then look again.
          await connections.worker
            .transaction()
            .execute((tx) => sql`select pg_advisory_xact_lock(710004, ${propertyId}::int)`.execute(tx));
          continue;
        }
        done += result.done;
        onProgress(done, result.left);
        if (result.done === 0 && result.left === 0) break;
      }
    }
  }
}
