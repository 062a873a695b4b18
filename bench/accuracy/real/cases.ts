import {
  type Drawing,
  drawCases,
  type LeakCase,
  registersOfCase,
  withoutLeak,
} from "../../../leak-benchmark/leaks/cases.ts";
import { type ScoredLeakCase, scoreCase } from "../../../leak-benchmark/scoring/home.ts";
import { findings, rowsOfLeak } from "../../../leak-benchmark/scoring/opening.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { openingsOf } from "../detection/opening.ts";
import { type VolumeFound, volumeError, volumeFound } from "../detection/volume.ts";
import { detectAll, type ProductHome, rerun } from "./home.ts";

/** One leak put into a home, and what the product made of it. */
export interface RealCase extends ScoredLeakCase, VolumeFound {
  /** Gallons per hour. */
  rate: number;
  from: number;
  until: number;
  /** The rules that opened it. */
  rules: string[];
}

/** Puts the drawn leaks into a home, one at a time, and lets the product look for each. */
export function casesOf(home: ProductHome, drawing: Drawing): { cases: RealCase[]; undrawn: number } {
  const { cases, undrawn } = drawCases(home.serial, home.registers, drawing);
  return { cases: cases.map((one) => judged(home, one)), undrawn };
}

function judged(home: ProductHome, one: LeakCase): RealCase {
  const { shape, rate, installedAt } = one;
  const registers = registersOfCase(one, home.registers);
  const isNew = installedAt !== null;
  const result = isNew ? detectAll(registers, home.timeZone) : rerun(home, registers, shape.from);
  const untouched = isNew ? detectAll(withoutLeak(one, home.registers), home.timeZone) : home;
  const [rows, others] = [openingsOf(result.leaks), openingsOf(untouched.leaks)];
  const score = scoreCase(home, one, rows, others);
  const { any } = findings(rowsOfLeak(rows, shape, others));
  const volume = volumeFound(result.seen, untouched.seen, home.hours, shape);
  return {
    ...score,
    ...volume,
    rate,
    from: shape.from,
    until: shape.until,
    rules: any ? openingRules(any.row.leak) : [],
    volumeError: score.sure ? volumeError(volume) : null,
  };
}
