import type { Register } from "../readings/register.ts";
import type { LeakShape } from "./shapes.ts";

/**
 * What the meter would have shown with the leak: the litres that have run out by the instant of each reading are added to
 * its register, which then shows whole litres as before.
 */
export function withLeak(registers: readonly Register[], leak: LeakShape): Register[] {
  return registers.map(({ at, millilitres }) => {
    if (at <= leak.from) return { at, millilitres };
    return { at, millilitres: Math.floor((millilitres + leak.litresUntil(at) * 1000) / 1000) * 1000 };
  });
}
