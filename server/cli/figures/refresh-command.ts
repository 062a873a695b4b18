import { once } from "node:events";
import { Command } from "commander";
import type { Connections } from "../../database/connect.ts";
import { refreshAll, refreshToTheEnd } from "../../metering/refresh-all.ts";
import { systemClock } from "../../time/clock.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { printJson } from "../output/print-json.ts";
import { showProgress } from "../output/progress.ts";

/** `dripline refresh`: processes the whole queue. */
export function refreshCommand(): Command {
  const command = new Command("refresh")
    .description("Bring days, totals and leaks up to date with all readings that are stored.")
    .option("--json", "print how many meters, as JSON")
    .action(async (options: { json?: true }) => {
      const meters = await withDatabase(refreshShown);
      if (options.json === true) return printJson({ meters });
      process.stdout.write(
        meters === 0 ? "Nothing was waiting.\n" : `Brought ${meters.toLocaleString("en-US")} meters up to date.\n`,
      );
    });
  return withExample(command, "refresh");
}

/** Refreshes to the end, with progress shown. @returns how many meters were brought up to date. */
export async function refreshShown(connections: Connections): Promise<number> {
  const progress = showProgress("refresh");
  let meters = 0;
  await refreshAll(connections, systemClock, (done, left) => {
    meters = done;
    progress.update(done, done + left, `${done.toLocaleString("en-US")} meters`);
  });
  progress.end();
  return meters;
}

/**
 * Refreshes one property to the end, with progress shown.
 * @returns false when it was interrupted: the rest waits for a server, or for the command refresh
 */
export async function refreshPropertyShown(
  connections: Connections,
  propertyId: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const progress = showProgress("refresh");
  let done = 0;
  const onDone = (meters: number, left: number) => {
    done += meters;
    progress.update(done, done + left, `${done.toLocaleString("en-US")} meters`);
  };
  // It may wait for another server that refreshes the property.
  await Promise.race([refreshToTheEnd(connections, propertyId, systemClock, onDone, signal), once(signal, "abort")]);
  progress.end();
  return !signal.aborted;
}
