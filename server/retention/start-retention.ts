import type { Connections } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import type { Retention } from "./limits.ts";
import { runRetention } from "./run-retention.ts";

/** Once a day, and this long after the start, when the start's own work is done. */
const EVERY_MS = 24 * 3_600_000;
const FIRST_MS = 60_000;
/** The delay before a retry while another server runs it, which may die before its end. */
const AGAIN_MS = 30_000;

/** Archives and drops every day what is older than the retention period. @returns ends after the current month */
export function startRetention(
  connections: Connections,
  clock: Clock,
  retention: Retention,
  archiveDir: string,
  log: { info: (sentence: string) => void; onError: (error: unknown) => void },
): () => Promise<void> {
  if (retention.hoursMonths === null && retention.daysMonths === null) return async () => {};
  let running: Promise<unknown> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const runOnce = async () => {
    const report = await runRetention(connections, clock, retention, archiveDir, {
      onDropped: ({ propertyId, month, days }) =>
        log.info(`Archived and dropped the hours of ${days} days of property ${propertyId}, ${month}.`),
    });
    clearTimeout(again);
    if (report === null && !stopped) again = setTimeout(run, AGAIN_MS);
  };
  let stopped = false;
  const run = () => {
    running = running.then(() => runOnce().catch(log.onError));
  };
  const first = setTimeout(run, FIRST_MS);
  const daily = setInterval(run, EVERY_MS);
  return async () => {
    stopped = true;
    clearTimeout(first);
    clearTimeout(again);
    clearInterval(daily);
    await running;
  };
}
