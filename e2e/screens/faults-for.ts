import type { Screen } from "./screen.ts";
import { screens } from "./screens.ts";

const answers = ["500", "503", "403"] as const;
const failures = ["no answer in time", "offline", "broken JSON"] as const;

/** A way in which a call fails. */
export type Fault = (typeof answers)[number] | (typeof failures)[number] | "404";

/** Every fault, or the share of them that each change is tried with: one answer, one way of none, and the 404. */
export function faultsFor(screen: Screen, isEvery: boolean): Fault[] {
  if (isEvery) return [...answers, ...failures, "404"];
  const at = screens.indexOf(screen);
  // The pairs differ from one three of screens to the next.
  const other = at + Math.floor(at / answers.length);
  return [answers[at % answers.length] ?? "500", failures[other % failures.length] ?? "offline", "404"];
}
