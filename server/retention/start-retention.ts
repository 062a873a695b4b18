import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import type { Retention } from "./limits.ts";
import { runRetention } from "./run-retention.ts";

/** Once a day, and this long after the start, when the start's own work is done. */
const EVERY_MS = 24 * 3_600_000;
const FIRST_MS = 60_000;

/** Archives and drops every day what is older than it is to be kept. @returns ends after the month that is being worked on */
export function startRetention(
  connections: Connections,
  clock: Clock,
  retention: Retention,
  archiveDir: string,
  log: { info: (sentence: string) => void; onError: (error: unknown) => void },
): () => Promise<void> {
  if (retention.hoursMonths === null && retention.daysMonths === null) return async () => {};
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running.then(() =>
      runRetention(connections, clock, retention, archiveDir, {
        onDropped: ({ propertyId, month, days }) =>
          log.info(`Archived and dropped the hours of ${days} days of property ${propertyId}, ${month}.`),
      }).catch(log.onError),
    );
  };
  const first = setTimeout(run, FIRST_MS);
  const daily = setInterval(run, EVERY_MS);
  return async () => {
    clearTimeout(first);
    clearInterval(daily);
    await running;
  };
}
