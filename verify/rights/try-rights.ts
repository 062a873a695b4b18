import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { type Cluster, inCopy } from "../authorization/cluster.ts";
import type { Site } from "../authorization/site.ts";
import type { Finding } from "../check.ts";
import { mutated } from "../sabotage/sabotages.ts";
import { tryAnswers } from "./answers/try-answers.ts";
import { tryInvitations } from "./grants/invitations.ts";
import { tryLastAdmins } from "./grants/last-admins.ts";
import { everyTry } from "./grants/tries.ts";
import { tryGrants } from "./grants/try-grants.ts";
import { type GuardMutant, guardMutants } from "./mutants/guards.ts";
import { tryRefusals } from "./refusals/try-refusals.ts";
import { tryTakings } from "./taken/try-takings.ts";

type Say = (line: string) => void;

/** How many wrong things are shown. */
const SHOWN = 20;
/** How often the last admins remove each other in each pair of ways. */
const TIMES = 5;
/** How many mutants are tried at a time. */
const AT_ONCE = 2;
/** Of a hundred mutants so many must be noticed. */
const KILLED_PERCENT = 95;
/** Whose answers are read: one of each kind of reach. */
const READERS = new Set([
  "IONAdmin",
  "ION staff of A",
  "admin of A",
  "member of A, both, all",
  "member of A, property, one",
  "member of A and admin of B, A active",
  "a key of A, both, all",
  "the gateway of A",
]);

/** A8, A9, A10 and A12: who gives what, what refusals leave behind, what is taken away, and what answers hold. */
export async function tryRights(cluster: Cluster, say: Say): Promise<Finding[]> {
  const show = (wrong: readonly string[]) => {
    for (const sentence of wrong.slice(0, SHOWN)) say(sentence);
    return wrong.length;
  };
  const timed = async <T>(what: string, work: (site: Site) => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await inCopy(cluster, work);
    say(`${what} in ${Math.round((performance.now() - began) / 1000)} s`);
    return done;
  };
  const tries = everyTry();
  const grants = await timed("A8 attempts to give and to take", (site) => tryGrants(site, tries));
  const invitations = await timed("A8 invitations", tryInvitations);
  const last = await timed("A8 last admins", (site) => tryLastAdmins(site, TIMES));
  const refusals = await timed("A9 refusals", (site) => tryRefusals(site, cluster.world));
  const byStatus = [...refusals.byStatus].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  say(`A9 refused with ${byStatus.join(", ")}; ${refusals.recorded} on record, ${refusals.unrecorded} of nobody known`);
  const takings = await timed("A10 rights taken away", (site) => tryTakings(site, cluster.world));
  const answers = await timed("A12 answers", (site) => tryAnswers(site, cluster.world, READERS));
  const { mutants, killed } = await tryMutants(cluster, say);
  return [
    { what: "A8 attempts that must succeed", count: grants.allowed, must: { reach: 500 } },
    { what: "A8 attempts that must be refused", count: grants.refused, must: { reach: 30_000 } },
    { what: "A8 attempts with another outcome", count: show(grants.wrong), must: { be: 0 } },
    { what: "A8 invitations tried again", count: invitations.allowed + invitations.refused, must: { reach: 250 } },
    { what: "A8 invitations with another outcome", count: show(invitations.wrong), must: { be: 0 } },
    { what: "A8 pairs of last admins who removed each other at once", count: last.rounds, must: { reach: 50 } },
    { what: "A8 pairs of which not one stayed", count: show(last.wrong), must: { be: 0 } },
    { what: "A9 writing calls", count: refusals.calls, must: { reach: 60 } },
    { what: "A9 refusals, each with a look at all tables and files", count: refusals.refusals, must: { reach: 1500 } },
    {
      what: "A9 A12 refusals that changed something, or were not on record once",
      count: show(refusals.wrong),
      must: { be: 0 },
    },
    { what: "A10 ways in which rights go", count: takings.ways, must: { reach: 18 } },
    { what: "A10 calls that need them", count: takings.calls.size, must: { reach: 100 } },
    { what: "A10 next requests", count: takings.cells, must: { reach: 700 } },
    { what: "A10 next requests that did not obey", count: show(takings.wrong), must: { be: 0 } },
    { what: "A12 bodies with a field too many", count: refusals.surplus, must: { reach: 60 } },
    { what: "A12 calls whose answers were read strictly", count: answers.calls.size, must: { reach: 100 } },
    { what: "A12 answers", count: answers.answers, must: { reach: 1500 } },
    { what: "A12 answers with a field too many", count: show(answers.wrong), must: { be: 0 } },
    { what: "A8 A9 A10 A12 mutants", count: mutants, must: { reach: 60 } },
    {
      what: "A8 A9 A10 A12 per cent of mutants killed",
      count: Math.floor((100 * killed) / mutants),
      must: { reach: KILLED_PERCENT },
    },
  ];
}

/** Lets each guard be gone for once, in a server of its own, and counts how many are missed. */
async function tryMutants(cluster: Cluster, say: Say): Promise<{ mutants: number; killed: number }> {
  const list = guardMutants();
  let killed = 0;
  let next = 0;
  const work = async () => {
    for (let mutant = list[next++]; mutant !== undefined; mutant = list[next++]) {
      if (await isNoticed(cluster, mutant)) killed++;
      else say(`survived: ${mutant.file}: ${mutant.from.replaceAll(/\s+/g, " ").slice(0, 120)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  say(`mutants: ${killed} of ${list.length} killed`);
  return { mutants: list.length, killed };
}

const result = z.object({ wrong: z.array(z.string()) });

/** A mutant that does not start is not noticed: it counts as alive, until somebody puts it right. */
function isNoticed(cluster: Cluster, mutant: GuardMutant): Promise<boolean> {
  return cluster.withCopy(async (databaseUrl) => {
    const task = { databaseUrl, worldFile: cluster.worldFile, trial: mutant.trial };
    const program = startProgram("verify/rights/mutants/run-trial.ts", [JSON.stringify(task)], mutated(mutant));
    if ((await program.ended) !== 0) return false;
    return result.parse(JSON.parse(program.output().out)).wrong.length > 0;
  });
}
