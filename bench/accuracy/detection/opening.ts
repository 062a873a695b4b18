import type { Opening } from "../../../leak-benchmark/scoring/opening.ts";
import type { Leak } from "../../../server/leaks/advance.ts";

/** A row of the leak list as the benchmark scores it, with the row itself. */
export interface LeakOpening extends Opening {
  leak: Leak;
}

export function openingsOf(leaks: readonly Leak[]): LeakOpening[] {
  return leaks.map((leak) => {
    const { startedAt, openedAt, endedAt, suspected, evidence } = leak;
    // What was suspected at first carries the window that made it sure.
    const sure = Math.max(openedAt, Math.min(...evidence.map(({ windowEnd }) => windowEnd)));
    return { startedAt, openedAt, endedAt, sureAt: suspected ? null : Number.isFinite(sure) ? sure : openedAt, leak };
  });
}
