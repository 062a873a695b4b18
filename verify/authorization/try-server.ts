import { z } from "zod";
import { connect } from "../../server/database/connect.ts";
import { mutated, sabotaged } from "../sabotage/sabotages.ts";
import type { Cluster } from "../world/cluster.ts";
import { tryApart } from "../world/trial.ts";
import type { Mutant } from "./mutants.ts";
import { openSecondLock } from "./second-lock.ts";

/** Who tries: those whose reach ends in the middle of something, and none that may change what is of B. */
const FEW = [
  "nobody",
  "an expired session",
  "a deleted user",
  "a cookie signed by somebody else",
  "ION staff of A",
  "admin of A",
  "admin of A, property",
  "admin of A who chooses B",
  "member of A, property, one",
  "member of A, portfolio, one",
  "member of A, no permission, one",
  "member of A and admin of B, A active",
  "a key of A, property, one",
  "a key of A, both, all",
  "a revoked key of A",
  "an expired key of A",
  "a key of A whose maker has gone",
  "a key of A whose maker is of B",
  "the gateway of A",
  "a gateway's token with another secret",
];

export interface Trial {
  /** What is otherwise than it is written; left out: nothing. */
  sabotage?: "see-everything" | Mutant;
  isSecondOpen?: boolean;
  /** Names of the calls that are made; left out: all of them. */
  calls?: readonly string[];
  /** Whether one wrong answer is enough. */
  isOneEnough?: boolean;
  /** Left out: all calls as a few people about everything; or as IONAdmin, who may change what is of B. */
  what?: "as IONAdmin" | "who gives what";
  /** Spots of the sources, for each of which the calls that reach it are reported. */
  spots?: readonly Mutant[];
}

const tried = z.object({
  /** Sentences. */
  wrong: z.array(z.string()),
  /** Of what people of one tenant changed at the other, a sentence for each table. */
  changed: z.array(z.string().transform((table) => `${table} of the other tenant has changed`)).default([]),
  /** For each of the spots the calls. */
  reached: z.array(z.array(z.string())).default([]),
});
export type Tried = z.infer<typeof tried>;

/**
 * What a server in a process of its own answers, sabotaged or not, over a copy of the world.
 * A mutant that does not start is not noticed by a test: it counts as alive, until somebody puts it right.
 */
export async function tryServer(cluster: Cluster, trial: Trial): Promise<Tried> {
  const { sabotage, isSecondOpen = false, isOneEnough = false, calls = null, spots = [] } = trial;
  const settings = typeof sabotage === "object" ? mutated(sabotage) : sabotaged(sabotage ?? null);
  const prepare = isSecondOpen ? openLockAt : undefined;
  const people = trial.what === undefined ? FEW : ["IONAdmin"];
  const done =
    trial.what === "who gives what"
      ? tryApart(cluster, "verify/rights/mutants/run-guard.ts", { kind: "grants" }, settings, tried, prepare)
      : tryApart(
          cluster,
          "verify/authorization/run-calls.ts",
          { people, calls, isOneEnough, spots },
          settings,
          tried,
          prepare,
        );
  if (typeof sabotage !== "object") return await done;
  return await done.then(
    (seen) => (trial.what === undefined ? seen : { ...seen, changed: [] }),
    () => ({ wrong: [], changed: [], reached: [] }),
  );
}

async function openLockAt(databaseUrl: string): Promise<void> {
  const connections = connect(databaseUrl);
  await openSecondLock(connections);
  await connections.close();
}
