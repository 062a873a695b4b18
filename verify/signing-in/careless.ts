import type { Finding } from "../check.ts";
import { bruteForcePassword } from "./attempts.ts";
import { spendCodes } from "./codes.ts";
import { claimedHosts, signInOver, spendAtOnce } from "./single-use.ts";
import { compare } from "./timing.ts";
import { inTrial } from "./trial.ts";

/** The same trials of a server that leaves each care out: they must see it. */
export function careless(say: (line: string) => void): Promise<Finding[]> {
  return inTrial("careless-sign-in", {}, async (trial) => {
    const uses = await spendAtOnce(trial);
    const hosts = await claimedHosts(trial);
    const planted = await signInOver(trial);
    const attempts = await bruteForcePassword(trial, 100);
    const used = await spendCodes(trial);
    const differences = await compare(trial);
    say(
      `control: medians differ by ${differences.signIn.percent.toFixed(0)} % signing in, ${differences.forgotten.percent.toFixed(0)} % forgetting`,
    );
    return [
      { what: "control: ten uses of a link for a new password that worked", count: uses.reset, must: { reach: 2 } },
      { what: "control: ten uses of an invitation that worked", count: uses.invitation, must: { reach: 2 } },
      { what: "control: links that lead to a claimed host", count: hosts.wrong, must: { reach: 1 } },
      { what: "control: planted sessions that lived on", count: planted.alive, must: { reach: 1 } },
      { what: "control: of 100 guesses, those looked at", count: attempts.evaluated, must: { reach: 21 } },
      { what: "control: six sign-ins with one code let in", count: used.code, must: { reach: 2 } },
      { what: "control: six sign-ins with one recovery code let in", count: used.recovery, must: { reach: 2 } },
      {
        what: "control: per cent that sign-ins differ",
        count: Math.round(differences.signIn.percent),
        must: { reach: 11 },
      },
      {
        what: "control: per cent that forgetting differs",
        count: Math.round(differences.forgotten.percent),
        must: { reach: 11 },
      },
    ];
  });
}
