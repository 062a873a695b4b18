import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { connect } from "../../server/database/connect.ts";
import type { Finding } from "../check.ts";
import type { Cluster } from "./cluster.ts";
import { type Mutant, mutants } from "./mutants.ts";
import { openSecondLock } from "./second-lock.ts";

/** How many mutants are tried at a time. */
const AT_ONCE = 2;
/** Of a hundred mutants so many must be noticed. */
const KILLED_PERCENT = 95;
/** Who tries mutants: those whose reach ends in the middle of something. */
const FEW = [
  "nobody",
  "an expired session",
  "a deleted user",
  "a cookie signed by somebody else",
  "IONAdmin",
  "ION staff of A",
  "admin of A",
  "admin of A who chooses B",
  "member of A, property, one",
  "member of A, portfolio, one",
  "member of A, no permission, one",
  "member of A and admin of B, A active",
  "a key of A, property, one",
  "a key of A, both, all",
  "a revoked key of A",
  "the gateway of A",
  "a gateway's token with another secret",
].join("|");

/** Calls that work as the accounts or the worker role, before any scope. */
const FIRST_LOCK_ONLY = /^\w+ \/v1\/(me|admin)\b/;

const result = z.object({ cells: z.number(), wrong: z.array(z.string()) });

/** Each lock alone, and each guard left out. */
export async function tryLocks(cluster: Cluster, say: (line: string) => void): Promise<Finding[]> {
  const open = await tried(cluster, null, true, false);
  for (const sentence of open.wrong.slice(0, 5)) say(`second lock open: ${sentence}`);
  const all = await tried(cluster, "see-everything", false, false);
  // A status may differ: what counts is whether anybody reads what is not theirs.
  const leaks = all.wrong.filter((sentence) => /: (the word|the id|gallons|total_gallons|last_7)/.test(sentence));
  // Accounts and staff's inventory are read by roles that must see all of it, to find out who may see what.
  const behindFirst = leaks.filter((sentence) => FIRST_LOCK_ONLY.test(sentence));
  const behindBoth = leaks.filter((sentence) => !FIRST_LOCK_ONLY.test(sentence));
  say(
    `first lock open: ${new Set(behindFirst.map((sentence) => sentence.split(" as ")[0])).size} calls of accounts and staff tell more than they should`,
  );
  for (const sentence of behindBoth.slice(0, 10)) say(`first lock open: ${sentence}`);
  const bothOpen = await tried(cluster, "see-everything", true, true);
  const list = mutants();
  const survivors: Mutant[] = [];
  let next = 0;
  const work = async () => {
    for (let mutant = list[next++]; mutant !== undefined; mutant = list[next++]) {
      const { wrong } = await tried(cluster, mutant, mutant.behindSecondLock, true);
      if (wrong.length > 0) continue;
      survivors.push(mutant);
      say(`survived: ${mutant.file}: ${mutant.from.replaceAll(/\s+/g, " ").slice(-120)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const killed = list.length - survivors.length;
  say(`mutants: ${killed} of ${list.length} killed`);
  return [
    { what: "A7 wrong answers with the second lock open", count: open.wrong.length, must: { be: 0 } },
    {
      what: "A7 foreign data told with the first lock open, other than by calls of accounts and staff",
      count: behindBoth.length,
      must: { be: 0 },
    },
    { what: "A7 control, both open: wrong answers, as must be seen", count: bothOpen.wrong.length, must: { reach: 1 } },
    { what: "A7 mutants", count: list.length, must: { reach: 40 } },
    {
      what: "A7 per cent of mutants killed",
      count: Math.floor((100 * killed) / list.length),
      must: { reach: KILLED_PERCENT },
    },
  ];
}

/** What a server in a process of its own answers, sabotaged or not. */
async function tried(
  cluster: Cluster,
  sabotage: "see-everything" | Mutant | null,
  isOpen: boolean,
  isOneEnough: boolean,
) {
  const url = await cluster.copy();
  if (isOpen) {
    const connections = connect(url);
    await openSecondLock(connections);
    await connections.close();
  }
  const name = typeof sabotage === "string" ? sabotage : "mutant";
  const settings: Record<string, string> =
    sabotage === null
      ? {}
      : {
          NODE_OPTIONS: `--import ${new URL(`../sabotage/${name}.ts`, import.meta.url).href}`,
          MUTANT: JSON.stringify(sabotage),
        };
  const words = [url, cluster.worldFile, FEW, isOneEnough ? "stop" : ""];
  const program = startProgram("verify/authorization/run-mutant.ts", words, settings);
  const code = await program.ended;
  const { out, errors } = program.output();
  // What does not start is not noticed by a test: it counts as alive, until somebody puts it right.
  if (code !== 0 && name === "mutant" && sabotage !== null) return { cells: 0, wrong: [] };
  if (code !== 0) throw new Error(`A sabotaged server ended with ${code} (${settings.MUTANT}): ${errors.slice(-2000)}`);
  return result.parse(JSON.parse(out));
}
