import type { RuleName } from "../state/leak.ts";

/** The rules that opened a leak: all that held at that hour. The others joined later. */
export function openingRules({
  evidence,
  openedAt,
}: {
  evidence: readonly { rule: RuleName; windowEnd: number }[];
  openedAt: number;
}): RuleName[] {
  // What was suspected at first carries the window that made it sure.
  const first = Math.min(...evidence.map(({ windowEnd }) => windowEnd));
  return evidence.filter(({ windowEnd }) => windowEnd <= Math.max(openedAt, first)).map(({ rule }) => rule);
}
