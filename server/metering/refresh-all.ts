import type { Kysely } from "kysely";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { queryRows } from "../database/query-rows.ts";
import type { Database } from "../database/types.ts";
import type { Clock } from "../time/clock.ts";
import { hasOldForm } from "./plan/claims.ts";
import { refreshProperty } from "./refresh-property.ts";

const PropertyIdRow = z.object({ property_id: z.int() });

/**
 * The properties at which something waits: new readings, those that wait longest first, or a new version of the
 * inventory, or days that an earlier release added up. What came for a property that is archived waits until it no longer is.
 */
export async function waitingProperties(worker: Kysely<Database>): Promise<number[]> {
  const rows = await queryRows(worker, PropertyIdRow)`
    select p.id as property_id
    from properties p
    left join (select property_id, min(id) as first from changes group by property_id) c on c.property_id = p.id
    where p.archived_at is null and (c.first is not null or p.refreshed_version <> p.inventory_version or ${hasOldForm})
    order by c.first nulls last, p.id`;
  return rows.map((row) => row.property_id);
}

/**
 * Properties refreshed at the same time by one process: while one waits for the database, another one's hours are
 * processed. More would only take memory, as one process uses one processor for hours.
 */
export const PROPERTIES_AT_ONCE = 2;

/**
 * Processes all pending marks, also those of other servers. Returns when none are left.
 * @param onProgress meters done so far and meters known to wait at the property that they are of
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
    const open = waiting.values();
    const workOff = async () => {
      for (const propertyId of open) {
        await refreshToTheEnd(connections, propertyId, clock, (meters, left) => {
          done += meters;
          onProgress(done, left);
        });
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: PROPERTIES_AT_ONCE }, workOff));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
}

/**
 * Processes all pending marks of one property, also while another server refreshes it.
 * @param onDone meters done in each round and left after it
 * @param signal once aborted, it ends after the round
 */
export async function refreshToTheEnd(
  connections: Connections,
  propertyId: number,
  clock: Clock,
  onDone: (meters: number, left: number) => void = () => {},
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    const result = await refreshProperty(connections, propertyId, clock);
    if (result === null) {
      // Another server refreshes it: wait for its lock to be free, then check again.
      await connections.worker.transaction().execute((tx) => lock(tx, "propertyFigures", propertyId));
      continue;
    }
    onDone(result.done, result.left);
    if (result.done === 0 && result.left === 0) return;
  }
}
