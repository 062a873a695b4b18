import type { Check, Finding } from "../run/check.ts";
import { careful } from "./careful.ts";
import { careless } from "./careless.ts";
import { crowded } from "./crowded.ts";
import { installations } from "./installation.ts";
import { lifetimes } from "./lifetimes.ts";

type Part = (say: (line: string) => void) => Promise<Finding[]>;

const parts: readonly [title: string, part: Part][] = [
  ["what an installation makes of itself", installations],
  ["how long sessions and links last", lifetimes],
  ["passwords, links, codes and guesses", careful],
  ["control: a server without the cares", careless],
];

export const signingIn: Check = {
  id: "B",
  proves:
    "Nobody signs in but whom an account belongs to: by guessing, by what the database tells, by a link or code used again, or by a session put under them.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const findings: Finding[] = [];
    for (const [title, part] of parts) {
      say(`${title}…`);
      findings.push(...(await part(say)));
    }
    return findings;
  },
};

export const crowdedSignIn: Check = {
  id: "B",
  proves:
    "No answer's time tells whose e-mail an account has, and whoever signs in by the hundred keeps nobody else waiting.",
  runsIn: "full",
  countsOnly: true,
  run: crowded,
};
