import type { Check } from "./check.ts";
import { crowded } from "./signing-in/crowded.ts";

export const crowdedSignIn: Check = {
  id: "B",
  proves:
    "No answer's time tells whose e-mail an account has, and whoever signs in by the hundred keeps nobody else waiting.",
  runsIn: "full",
  countsOnly: true,
  run: crowded,
};
