import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { connect } from "../../server/database/connect.ts";
import { mutated, sabotaged } from "../sabotage/sabotages.ts";
import type { Cluster } from "../world/cluster.ts";
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
  const { sabotage, isSecondOpen = false, isOneEnough = false, calls, spots = [] } = trial;
  return cluster.withCopy(async (databaseUrl) => {
    if (isSecondOpen) {
      const connections = connect(databaseUrl);
      await openSecondLock(connections);
      await connections.close();
    }
    const settings = typeof sabotage === "object" ? mutated(sabotage) : sabotaged(sabotage ?? null);
    const { worldFile } = cluster;
    const [script, task] =
      trial.what !== "who gives what"
        ? [
            "authorization/run-server.ts",
            {
              people: trial.what === undefined ? FEW : ["IONAdmin"],
              calls: calls === undefined ? null : calls,
              isOneEnough,
              spots: spots.map(({ file, at }) => ({ file, at })),
            },
          ]
        : ["rights/mutants/run-trial.ts", { trial: { kind: "grants" } }];
    const args = [JSON.stringify({ databaseUrl, worldFile, ...task })];
    const program = startProgram(`verify/${script}`, args, settings);
    const code = await program.ended;
    const { out, errors } = program.output();
    if (code === 0) {
      const seen = tried.parse(JSON.parse(out));
      return trial.what === undefined ? seen : { ...seen, changed: [] };
    }
    if (typeof sabotage === "object") return { wrong: [], changed: [], reached: [] };
    throw new Error(`A server of a trial ended with ${code}: ${errors.slice(-2000)}`);
  });
}
