import { sql } from "kysely";
import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import { DAY_MS } from "../time/durations.ts";

/** A year, so that the same month of last year can be compared, and a month to spare. */
const KEPT_MS = 400 * DAY_MS;
/** So much later goes what messages were about: the last step of a route makes one 30 days after its entry. */
const LATER_MS = 31 * DAY_MS;
const AT_ONCE = 5000;

/** Deletes messages that are long over, and what they were about. One that waits to be sent stays. */
export async function pruneMessages(
  { connections, clock }: { connections: Connections; clock: Clock },
  isStopped: () => boolean = () => false,
): Promise<void> {
  const before = new Date(clock() - KEPT_MS);
  const parts = [
    sql`delete from messages where id in (
      select id from messages
      where created_at < ${before} and coalesce(sent_at, failed_at, dropped_at) is not null limit ${AT_ONCE})`,
    sql`delete from outbox where (property_id, id) in (
      select property_id, id from outbox where dispatched_at < ${new Date(before.getTime() - LATER_MS)} limit ${AT_ONCE})`,
  ];
  for (const part of parts) {
    for (let deleted = AT_ONCE; deleted === AT_ONCE && !isStopped(); ) {
      deleted = Number((await part.execute(connections.worker)).numAffectedRows ?? 0);
    }
  }
}
