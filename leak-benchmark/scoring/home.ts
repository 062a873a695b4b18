import type { LeakCase } from "../leaks/cases.ts";
import { kindRows } from "../leaks/kinds.ts";
import type { Span } from "../leaks/shapes.ts";
import { type Hour, hoursOf } from "../readings/hours.ts";
import type { Register } from "../readings/register.ts";
import type { ScoredCase } from "./kind-measures.ts";
import { hoursToJudge, readIn, windowOf } from "./measured-hours.ts";
import type { Opening } from "./opening.ts";
import { scoreLeak } from "./score.ts";
import { leaksByItself, stretchesWithoutRest } from "./untouched.ts";

/** A home of the benchmark as it is. */
export interface Home {
  serial: string;
  timeZone: string;
  registers: readonly Register[];
  hours: readonly Hour[];
  /** Where it leaks by itself, or never rests. */
  stretches: readonly Span[];
}

/** A case of the benchmark with its score. */
export interface ScoredLeakCase extends ScoredCase {
  id: string;
  home: string;
}

export function homeOf(serial: string, registers: readonly Register[], timeZone: string): Home {
  const hours = hoursOf(registers, timeZone);
  return { serial, timeZone, registers, hours, stretches: stretchesWithoutRest(hours) };
}

/**
 * Scores what a detector reports at the meter of a case.
 * @param untouched what it reports at the same meter without the leak
 */
export function scoreCase(
  home: Home,
  { id, kind, shape, judgedFrom }: LeakCase,
  rows: readonly Opening[],
  untouched: readonly Opening[],
): ScoredLeakCase {
  const within = kindRows.find((row) => row.kind === kind)?.within ?? null;
  const toJudge = hoursToJudge(within, shape);
  return {
    ...scoreLeak({ leak: shape, judgedFrom }, home.hours, rows, untouched),
    id,
    home: home.serial,
    kind,
    lost: shape.litresUntil(shape.until),
    ...readIn(home.hours, judgedFrom, shape.until, toJudge),
    isOnLeak: leaksByItself(home.stretches, { from: shape.from, until: judgedFrom + windowOf(toJudge) }),
    volumeError: null,
  };
}
