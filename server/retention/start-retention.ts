import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import { daily } from "../time/daily.ts";
import type { Retention } from "./limits.ts";
import { runRetention } from "./run-retention.ts";

/** When the start's own work is done. */
const FIRST_MS = 60_000;

/** Archives and drops every day what is older than the retention period. @returns ends after the current month of a property */
export function startRetention(
  connections: Connections,
  clock: Clock,
  retention: Retention,
  archiveDir: string,
  log: { info: (sentence: string) => void; onError: (error: unknown) => void },
): () => Promise<void> {
  if (retention.hoursMonths === null && retention.daysMonths === null) return async () => {};
  const work = (isStopped: () => boolean) =>
    runRetention(connections, clock, retention, archiveDir, {
      isStopped,
      onDropped: ({ propertyId, month, days }) =>
        log.info(`Archived and dropped the hours of ${days} days of property ${propertyId}, ${month}.`),
    });
  return daily(FIRST_MS, work, log.onError);
}
