import { withPostgres } from "../../bench/run/private-database.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import { isChangedRejected, tryInterrupted } from "./interrupted.ts";
import { tryPrevious } from "./previous.ts";
import { migrateUnderTraffic } from "./under-traffic.ts";

/** Nobody waits longer than this for a table. */
const LONGEST_WAIT_MS = 1000;

export const release: Check = {
  id: "G",
  proves:
    "The schema changes under traffic without a failed request, the release before goes on working on it, and a migrator that is killed leaves nothing that the next one cannot finish.",
  runsIn: "full",
  waitsMostly: true,
  run: (say) =>
    withPostgres(async (cluster) => {
      const traffic = await migrateUnderTraffic(cluster, null);
      say(
        `${traffic.requests} requests around a change of five tables, longest wait ${traffic.longestWait.toFixed(0)} ms`,
      );
      const impatient = await migrateUnderTraffic(cluster, "wait-for-tables");
      say(`control, a change that waits for as long as it takes: longest wait ${impatient.longestWait.toFixed(0)} ms`);
      const previous = await tryPrevious(cluster);
      if (typeof previous === "string") say(`SKIPPED: the release before the newest migration: ${previous}.`);
      else say(`${previous.requests} requests to the release before ${previous.migration} while that came`);
      const interrupted = await tryInterrupted(cluster, null);
      const half = await tryInterrupted(cluster, "half-migrations");
      say(`control, migrations that are kept by halves: ${half.wrong[0]?.trim().split("\n").at(-1) ?? "not noticed"}`);
      const atPrevious = typeof previous === "string" ? [] : [...previous.failed, ...previous.broken];
      for (const sentence of [...traffic.failed, ...atPrevious].slice(0, 10)) say(sentence);
      return [
        atLeast("G1 requests around a change of tables", traffic.requests, 100),
        none("G1 requests that failed", traffic.failed.length),
        atMost("G1 longest wait for a table", Math.ceil(traffic.longestWait), LONGEST_WAIT_MS, "ms"),
        none("G1 changes that did not get through", traffic.isApplied ? 0 : 1),
        caught(
          "G1 control, waiting as long as it takes: longest wait",
          Math.floor(impatient.longestWait),
          LONGEST_WAIT_MS,
          "ms",
        ),
        ...(typeof previous === "string"
          ? []
          : [
              none(
                "G2 failed requests to the release before, while the schema changed and after",
                previous.failed.length,
              ),
              atLeast("G2 calls of the release before, started on the new schema", previous.callsTried, 20),
              none("G2 of them answered with 5xx", previous.broken.length),
            ]),
        atLeast("G3 kills in the middle of the migrations", interrupted.inTheMiddle, 2),
        none("G3 differences from a schema made at once, after three more at once", interrupted.wrong.length),
        none("G3 changed migrations that were not rejected", (await isChangedRejected(cluster)) ? 0 : 1),
        caught("G3 control, kept by halves: differences", half.wrong.length),
      ];
    }),
};
