import type { Check } from "./check.ts";
import { none } from "./check.ts";
import { isChangedRefused, tryInterrupted } from "./release/interrupted.ts";
import { tryPrevious } from "./release/previous.ts";
import { migrateUnderTraffic } from "./release/under-traffic.ts";
import { inCluster } from "./several/fleet.ts";

/** Nobody waits longer than this for a table. */
const LONGEST_WAIT_MS = 1000;

export const release: Check = {
  id: "G",
  proves:
    "The schema changes under traffic without a failed request, the release before goes on working on it, and a migrator that is killed leaves nothing that the next one cannot finish.",
  runsIn: "full",
  waitsMostly: true,
  run: (say) =>
    inCluster(async (cluster) => {
      const traffic = await migrateUnderTraffic(cluster, null);
      say(
        `${traffic.requests} requests around a change of five tables, longest wait ${traffic.longestWait.toFixed(0)} ms`,
      );
      const impatient = await migrateUnderTraffic(cluster, "wait-for-tables");
      say(`control, a change that waits for as long as it takes: longest wait ${impatient.longestWait.toFixed(0)} ms`);
      const previous = await tryPrevious(cluster);
      if (previous === null) say("SKIPPED: the release before the newest migration, for there is no history here.");
      else say(`${previous.requests} requests to the release before ${previous.migration} while that came`);
      const interrupted = await tryInterrupted(cluster, null);
      const half = await tryInterrupted(cluster, "half-migrations");
      say(`control, migrations that are kept by halves: ${half.wrong[0]?.trim().split("\n").at(-1) ?? "not noticed"}`);
      for (const sentence of [...traffic.failed, ...(previous?.failed ?? []), ...(previous?.broken ?? [])].slice(0, 10))
        say(sentence);
      return [
        { what: "G1 requests around a change of tables", count: traffic.requests, must: { reach: 100 } },
        none("G1 requests that failed", traffic.failed.length),
        {
          what: "G1 longest wait for a table",
          count: Math.ceil(traffic.longestWait),
          unit: "ms",
          must: { stay: LONGEST_WAIT_MS },
        },
        none("G1 changes that did not get through", traffic.isApplied ? 0 : 1),
        {
          what: "G1 control, waiting as long as it takes: longest wait, as must be seen",
          count: Math.floor(impatient.longestWait),
          unit: "ms",
          must: { reach: LONGEST_WAIT_MS },
        },
        ...(previous === null
          ? []
          : [
              none(
                "G2 failed requests to the release before, while the schema changed and after",
                previous.failed.length,
              ),
              {
                what: "G2 calls of the release before, started on the new schema",
                count: previous.callsTried,
                must: { reach: 20 },
              },
              none("G2 of them answered with 5xx", previous.broken.length),
            ]),
        { what: "G3 kills in the middle of the migrations", count: interrupted.inTheMiddle, must: { reach: 2 } },
        none("G3 differences from a schema made at once, after three more at once", interrupted.wrong.length),
        none("G3 changed migrations that were not refused", (await isChangedRefused(cluster)) ? 0 : 1),
        {
          what: "G3 control, kept by halves: differences, as must be seen",
          count: half.wrong.length,
          must: { reach: 1 },
        },
      ];
    }),
};
