import { atLeast, type Finding, none } from "../run/check.ts";
import { mutated } from "../sabotage/sabotages.ts";
import { type Cluster, inCopy } from "../world/cluster.ts";
import type { Site } from "../world/site.ts";
import { tryApart, wrongOnly } from "../world/trial.ts";
import { tryAnswers } from "./answers/try-answers.ts";
import { tryInvitations } from "./grants/invitations.ts";
import { tryLastAdmins } from "./grants/last-admins.ts";
import { everyTry } from "./grants/tries.ts";
import { tryGrants } from "./grants/try-grants.ts";
import { type GuardMutant, guardMutants } from "./mutants/guards.ts";
import { tryRejections } from "./rejections/try-rejections.ts";
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

/** A8, A9, A10 and A12: who gives what, what rejections leave behind, what is taken away, and what answers hold. */
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
  const rejections = await timed("A9 rejections", (site) => tryRejections(site, cluster.world));
  const byStatus = [...rejections.byStatus].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  say(
    `A9 rejected with ${byStatus.join(", ")}; ${rejections.recorded} on record, ${rejections.unrecorded} of nobody known`,
  );
  const takings = await timed("A10 rights taken away", (site) => tryTakings(site, cluster.world));
  const answers = await timed("A12 answers", (site) => tryAnswers(site, cluster.world, READERS));
  const { mutants, killed } = await tryMutants(cluster, say);
  return [
    atLeast("A8 attempts that must succeed", grants.allowed, 500),
    atLeast("A8 attempts that must be rejected", grants.rejected, 30_000),
    none("A8 attempts with another outcome", show(grants.wrong)),
    atLeast("A8 invitations tried again", invitations.allowed + invitations.rejected, 250),
    none("A8 invitations with another outcome", show(invitations.wrong)),
    atLeast("A8 pairs of last admins who removed each other at once", last.rounds, 50),
    none("A8 pairs of which not one stayed", show(last.wrong)),
    atLeast("A9 writing calls", rejections.calls, 60),
    atLeast("A9 rejections, each with a look at all tables and files", rejections.rejections, 1500),
    none("A9 A12 rejections that changed something, or were not on record once", show(rejections.wrong)),
    atLeast("A10 ways in which rights go", takings.ways, 18),
    atLeast("A10 calls that need them", takings.calls.size, 100),
    atLeast("A10 next requests", takings.cells, 700),
    none("A10 next requests that did not obey", show(takings.wrong)),
    atLeast("A12 bodies with a field too many", rejections.surplus, 60),
    atLeast("A12 calls whose answers were read strictly", answers.calls.size, 100),
    atLeast("A12 answers", answers.answers, 1500),
    none("A12 answers with a field too many", show(answers.wrong)),
    atLeast("A8 A9 A10 A12 mutants", mutants, 60),
    atLeast("A8 A9 A10 A12 per cent of mutants killed", Math.floor((100 * killed) / mutants), KILLED_PERCENT),
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

/** A mutant that does not start is not noticed: it counts as alive, until somebody puts it right. */
function isNoticed(cluster: Cluster, mutant: GuardMutant): Promise<boolean> {
  return tryApart(cluster, "verify/rights/mutants/run-guard.ts", mutant.trial, mutated(mutant), wrongOnly).then(
    ({ wrong }) => wrong.length > 0,
    () => false,
  );
}
