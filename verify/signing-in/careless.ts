import { atLeast, type Finding } from "../run/check.ts";
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
      atLeast("control: ten uses of a link for a new password that worked", uses.reset, 2),
      atLeast("control: ten uses of an invitation that worked", uses.invitation, 2),
      atLeast("control: links that lead to a claimed host", hosts.wrong, 1),
      atLeast("control: planted sessions that lived on", planted.alive, 1),
      atLeast("control: of 100 guesses, those looked at", attempts.evaluated, 21),
      atLeast("control: six sign-ins with one code let in", used.code, 2),
      atLeast("control: six sign-ins with one recovery code let in", used.recovery, 2),
      atLeast("control: per cent that sign-ins differ", Math.round(differences.signIn.percent), 11),
      atLeast("control: per cent that forgetting differs", Math.round(differences.forgotten.percent), 11),
    ];
  });
}
