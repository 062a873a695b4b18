import type { Check } from "../run/check.ts";
import { crowded } from "./crowded.ts";

export const crowdedSignIn: Check = {
  id: "B",
  proves:
    "No answer's time tells whose e-mail an account has, and whoever signs in by the hundred keeps nobody else waiting.",
  runsIn: "full",
  countsOnly: true,
  run: crowded,
};
