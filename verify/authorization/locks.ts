import { atLeast, caught, type Finding, none } from "../run/check.ts";
import type { Cluster } from "../world/cluster.ts";
import { type Mutant, mutants } from "./mutants.ts";
import { type Trial, type Tried, tryServer } from "./try-server.ts";

/** How many mutants are tried at a time. */
const AT_ONCE = 2;
/** Of a hundred mutants so many must be noticed. */
const KILLED_PERCENT = 95;
/** What tells of somebody else's, or seems to do something to it: other wrong answers come from the lock that held. */
const LEAK = /: (the word|the id|gallons|total_gallons|last_7)|^(POST|PUT|PATCH|DELETE) .*: 2\d\d(, not|$)/;

/** Each lock alone, and each guard left out. */
export async function tryLocks(cluster: Cluster, say: (line: string) => void): Promise<Finding[]> {
  const list = mutants();
  const open = await tryServer(cluster, { isSecondOpen: true, spots: list });
  for (const sentence of listViolations(open).slice(0, 5)) say(`second lock open: ${sentence}`);
  const all = await tryServer(cluster, { sabotage: "see-everything" });
  const leaks = listViolations(all).filter((sentence) => LEAK.test(sentence) || all.changed.includes(sentence));
  for (const sentence of leaks.slice(0, 20)) say(`first lock open: ${sentence}`);
  const both = await tryServer(cluster, { sabotage: "see-everything", isSecondOpen: true, isOneEnough: true });
  const survivors: Mutant[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < list.length; i = next++) {
      const mutant = list[i];
      const calls = open.reached[i] ?? [];
      if (mutant === undefined || (await isNoticed(cluster, mutant, calls))) continue;
      survivors.push(mutant);
      const guard = mutant.from.replaceAll(/\s+/g, " ").slice(-120);
      say(`survived ${calls.length} calls: ${mutant.file}: ${guard}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const killed = list.length - survivors.length;
  say(`mutants: ${killed} of ${list.length} killed`);
  return [
    none("A7 wrong answers with the second lock open", listViolations(open).length),
    none("A7 cross-tenant reads or writes with application checks off", leaks.length),
    caught("A7 control, both open: wrong answers", listViolations(both).length),
    atLeast("A7 mutants", list.length, 40),
    atLeast("A7 per cent of mutants killed", Math.floor((100 * killed) / list.length), KILLED_PERCENT),
  ];
}

/** Whether the people notice that a guard is gone, by the calls that come by where it stood. */
async function isNoticed(cluster: Cluster, mutant: Mutant, calls: readonly string[]): Promise<boolean> {
  const trial = { sabotage: mutant, isSecondOpen: mutant.behindSecondLock, isOneEnough: true };
  // What stands outside of functions ran when the server started: any call may notice.
  const some = calls.length > 0 ? { calls } : {};
  const tries: Pick<Trial, "what">[] = [{}];
  if (mutant.file.startsWith("/server/accounts/users/")) {
    // What one person may give to another is tried in all combinations elsewhere: where no call came by, there first.
    tries.push({ what: "as IONAdmin" }, { what: "who gives what" });
    if (calls.length === 0) tries.reverse();
  }
  for (const one of tries) {
    if (listViolations(await tryServer(cluster, { ...trial, ...some, ...one })).length > 0) return true;
  }
  return false;
}

function listViolations({ wrong, changed }: Tried): string[] {
  return [...wrong, ...changed];
}
