import { type Drawing, drawCases, type LeakCase, registersOfCase, withoutLeak } from "../leaks/cases.ts";
import { DAY_MS } from "../readings/durations.ts";
import { type Hour, hoursOf } from "../readings/hours.ts";
import { type Home, type ScoredLeakCase, scoreCase } from "../scoring/home.ts";
import type { Opening } from "../scoring/opening.ts";
import { controlCharts } from "./control-charts.ts";
import { type Detector, openingsOf } from "./detector.ts";
import { type Lesson, learnedDetectors } from "./learned.ts";
import { publishedRules } from "./published-rules.ts";

/** What a detector makes of homes and of the leaks in them. */
export interface DetectorResult {
  name: string;
  source: string;
  cases: ScoredLeakCase[];
  untouched: { hours: readonly Hour[]; openings: Opening[] }[];
}

/** Before a leak a detector gets so much of a home; none here looks further back. */
const HISTORY_MS = 45 * DAY_MS;
/** Models learn from this part of the leaks of the tune half. */
const LESSON_PART = 0.3;

/**
 * Runs every published rule, and models that learn from the tune half, on the same homes and leaks.
 * @param homes those to report on
 * @param tune those to learn from
 */
export function runDetectors(homes: readonly Home[], tune: readonly Home[], drawing: Drawing): DetectorResult[] {
  const detectors = [...publishedRules, ...controlCharts, ...learnedDetectors(lessonsOf(tune, drawing.seed))];
  const results = detectors.map((detector): DetectorResult & { detector: Detector } => ({
    ...detector,
    detector,
    cases: [],
    untouched: [],
  }));
  for (const home of homes) {
    const { cases } = drawCases(home.serial, home.registers, drawing);
    const hours = cases.map((one) => hoursOfCase(one, home));
    for (const { detector, cases: scored, untouched } of results) {
      const find = (some: readonly Hour[]) => openingsOf(some, detector.alerts(some));
      const own = find(home.hours);
      untouched.push({ hours: home.hours, openings: own });
      for (const [i, one] of cases.entries()) {
        const without = one.installedAt === null ? own : find(hours[i]?.without ?? []);
        scored.push(scoreCase(home, one, find(hours[i]?.leaky ?? []), without));
      }
    }
  }
  return results;
}

function hoursOfCase(one: LeakCase, { registers, timeZone }: Home): { leaky: Hour[]; without: Hour[] } {
  return {
    leaky: hoursOf(registersOfCase(one, registers, HISTORY_MS), timeZone),
    without: one.installedAt === null ? [] : hoursOf(withoutLeak(one, registers), timeZone),
  };
}

function lessonsOf(tune: readonly Home[], seed: number): Lesson[] {
  return tune.map((home) => ({
    hours: home.hours,
    leaks: drawCases(home.serial, home.registers, { seed, part: LESSON_PART }).cases.map((one) => ({
      hours: hoursOfCase(one, home).leaky,
      leak: one.shape,
    })),
  }));
}
