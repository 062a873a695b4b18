import { atLeast, type Check, caught, none } from "../run/check.ts";
import { mutated } from "../sabotage/sabotages.ts";
import { inCopy, withWorld } from "../world/cluster.ts";
import { tryApart, wrongOnly } from "../world/trial.ts";
import { leakedSecrets } from "./leaked-secrets.ts";
import { openWays, tryWrites } from "./try-writes.ts";

const SHOWN = 20;

/** Puts nothing on record but who signed in. */
const mutant = {
  file: "/server/audit/audit.ts",
  from: "entry: AuditEntry): Promise<void> {",
  to: "entry: AuditEntry): Promise<void> {\n  if (!entry.action.startsWith('session')) return;",
};

export const onRecord: Check = {
  id: "J",
  proves:
    "Whatever a writing call changes is on record with one row or not changed at all; nothing is ever taken off the record, and neither it nor the log holds a password, token or link.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    withWorld(async (cluster) => {
      const { writes, ways } = await inCopy(cluster, async (site) => ({
        writes: await tryWrites(site, cluster.world),
        ways: await openWays(site),
      }));
      for (const sentence of [...writes.wrong, ...ways].slice(0, SHOWN)) say(sentence);
      const { wrong: missing } = await tryApart(
        cluster,
        "verify/record/run-writes.ts",
        null,
        mutated(mutant),
        wrongOnly,
      );
      say(`control, changes off the record: ${missing[0] ?? "not noticed"}`);
      const secrets = await leakedSecrets(null);
      for (const kind of secrets.leaked) say(`in the log or the record: ${kind}`);
      const chatty = await leakedSecrets("chatty-log");
      say(`control, a log with the headers of requests holds: ${chatty.leaked.join(", ")}`);
      return [
        atLeast("J1 calls that changed something", writes.changes, 30),
        none("J1 of them without a row on record, or with a change where the record takes none", writes.wrong.length),
        none("J2 ways in which the server's roles could change the record", ways.length),
        atLeast("J3 kinds of secrets used", secrets.kinds, 15),
        atLeast("J3 lines of log", secrets.lines, 10),
        none("J3 secrets in the log or the record", secrets.leaked.length),
        caught("J1 control, without a row: calls", missing.length),
        caught("J3 control, headers in the log: secrets", chatty.leaked.length),
      ];
    }),
};
