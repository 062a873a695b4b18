import { atLeast, type Check, type Finding, none } from "../run/check.ts";
import { mutated } from "../sabotage/sabotages.ts";
import { inCopy, withWorld } from "../world/cluster.ts";
import { tryApart, wrongOnly } from "../world/trial.ts";
import { tryAddresses } from "./addresses.ts";
import { controls } from "./controls.ts";
import { tryGenerated } from "./generated.ts";
import { tryCorpus } from "./try-corpus.ts";
import type { Tally } from "./try-operation.ts";
import { tryRows } from "./try-rows.ts";
import { tryWalks } from "./walk.ts";

/** Cases of each call, and walks; `CASES=50` tries fewer. */
const CASES = Number(process.env.CASES ?? 250);
const WALKS = Math.ceil((CASES * 4) / 5);
/** `SEED=7` draws again what a run with that seed drew. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000));
const ACCEPTED_PERCENT = 90;
const SHOWN = 20;

export const input: Check = {
  id: "D",
  proves:
    "What comes in is taken as the contract says or rejected by the name of the field, and then nothing is changed: drawn and hand-made cases of every call.",
  runsIn: "full",
  countsOnly: true,
  run: (say) =>
    withWorld(async (cluster) => {
      say(`seed ${SEED}`);
      const { world } = cluster;
      const wrong = (what: string, sentences: readonly string[]): Finding => {
        for (const sentence of sentences.slice(0, SHOWN)) say(sentence);
        return none(what, sentences.length);
      };
      const addresses = await inCopy(cluster, (site) => tryAddresses(site, world));
      say(`${addresses.disguised} disguised addresses, ${addresses.methods} methods, ${addresses.bodies} bodies`);
      const corpus = await inCopy(cluster, (site) => tryCorpus(site, world));
      say(`${corpus.rejected} to be rejected, ${corpus.kept} texts to be kept`);
      const rows = await inCopy(cluster, (site) => tryRows(site, world));
      const walks = await inCopy(cluster, (site) => tryWalks(site, world, WALKS, SEED));
      say(`${walks.walks} walks of ${walks.steps} steps, ${walks.rejected} of which must be rejected`);
      const tallies = await inCopy(cluster, (site) => tryGenerated(site, world, CASES, SEED));
      const findings: Finding[] = [
        wrong("D4 addresses, methods and kinds of bodies answered wrongly", addresses.wrong),
        atLeast("D2 hand-made bodies, queries and rows", corpus.entries + rows.rows, 400),
        wrong("D2 wrong answers, and tables changed by rejections", [...corpus.wrong, ...rows.wrong]),
        atLeast("D1 walks", walks.walks, WALKS),
        wrong("D1 differences from the model", walks.wrong),
        ...generatedFindings(tallies, say),
        wrong(
          "D1 wrong answers",
          tallies.flatMap((tally) => tally.wrong),
        ),
      ];
      for (const control of controls) {
        const { wrong: noticed } = await tryApart(
          cluster,
          "verify/input/run-sample.ts",
          SEED,
          mutated(control),
          wrongOnly,
        );
        say(`control, ${control.title}: ${noticed[0]?.slice(0, 160) ?? "not noticed"}`);
        findings.push(atLeast(`control, ${control.title}: wrong answers`, noticed.length, 1));
      }
      return findings;
    }),
};

function generatedFindings(tallies: readonly Tally[], say: (line: string) => void): Finding[] {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  // Calls that nobody can make succeed here are reported, and in no sum.
  const [open, closed] = [tallies.filter((one) => !one.isClosed), tallies.filter((one) => one.isClosed)];
  const valid = open.reduce((total, one) => total + one.valid, 0);
  const accepted = open.reduce((total, one) => total + one.accepted, 0);
  say(
    `${tallies.length} calls, ${sum((one) => one.cases)} cases: ${valid} as the contract has them and naming what is`,
  );
  say(
    `there, ${accepted} of them accepted, ${sum((one) => one.ruled)} rejected by a rule beyond the form and told so;`,
  );
  say(`${sum((one) => one.malformed)} were not as the contract has them`);
  for (const { name } of closed) say(`never accepted here, as its example says: ${name}`);
  for (const { name, valid, accepted, rejections } of open) {
    if (accepted * 100 >= valid * ACCEPTED_PERCENT) continue;
    say(`${name}: ${accepted} of ${valid}; ${[...rejections].map(([why, times]) => `${times} x ${why}`).join("; ")}`);
  }
  const unreached = open.filter((one) => !one.isReached).map(({ name }) => name);
  for (const name of unreached) say(`never accepted: ${name}`);
  return [
    atLeast("D1 cases of the call with the fewest", Math.min(...tallies.map((one) => one.cases)), CASES),
    atLeast("D1 per cent of valid cases accepted", Math.floor((100 * accepted) / valid), ACCEPTED_PERCENT),
    none("D1 calls that never succeeded", unreached.length),
  ];
}
