import { constantLeak, type LeakShape, LITRES_PER_GALLON, type Span } from "../../../leak-benchmark/leaks/shapes.ts";
import type { Hour } from "../../../leak-benchmark/readings/hours.ts";
import type { ScoredCase } from "../../../leak-benchmark/scoring/kind-measures.ts";
import { hoursBetween, hoursToJudge, readIn } from "../../../leak-benchmark/scoring/measured-hours.ts";
import { findings, overlaps, rowsOfLeak, wasOpen } from "../../../leak-benchmark/scoring/opening.ts";
import { scoreLeak } from "../../../leak-benchmark/scoring/score.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { DAY_MS, HOUR_MS } from "../../../server/time/durations.ts";
import type { HourSeen } from "../detection/hours-seen.ts";
import type { LeakOpening } from "../detection/opening.ts";
import { volumeError, volumeOf } from "../detection/volume.ts";
import { givenGoals, type JudgedKind } from "./goals.ts";
import { growthShape, growthTo } from "./growth.ts";
import type { TruthKind, TruthRow } from "./truth-row.ts";

/** What became of one leak of a truth file. */
export interface JudgedLeak extends ScoredCase {
  meter: string;
  /** What the truth names it; its `kind` is what it is judged as. */
  truthKind: TruthKind;
  kind: JudgedKind;
  onset: number;
  end: number;
  litresPerHour: number | null;
  inTime: boolean;
  /** Of the row that found it, if need be as a suspicion. */
  openedAt: number | null;
  suspected: boolean;
  rules: string[];
  reportedGallons: number;
  /** What ran out in the measured hours; null where the truth does not tell. */
  injectedGallons: number | null;
}

/** What the product made of a meter. */
export interface GivenMeter {
  /** Instants of its first reading, and an hour after its last. */
  first: number;
  last: number;
  rows: readonly LeakOpening[];
  hours: readonly Hour[];
  seen: readonly HourSeen[];
}

/** A reading within so long of the leak's begin counts as the leak having been there at the first reading. */
const INSTALLED_MS = HOUR_MS;
/** Part of its time below which a toilet runs rarely: between 1 to 5 h on, 0.5 to 6 h off, and 1 to 3 h on, 3 to 8 h off. */
const RARE = 0.36;
/** A burst of so few hours ends before most people can do anything; it is to be more than a suspicion. */
const SHORT_BURST_MS = 4 * HOUR_MS;
const FIRST_WEEK_MS = 7 * DAY_MS;
/** A rate of 1 gal/h may be rounded in litres. */
const ABOUT = 0.99;

/** Holds one leak of a truth file against what the product made of its meter. */
export function judgeLeak(row: TruthRow, meter: GivenMeter): JudgedLeak {
  const { first, last, rows, hours, seen } = meter;
  const onset = row.onset ?? first;
  const span: Span = { from: onset, until: row.end ?? last };
  const litresPerHour = row.litresPerHour ?? evenRate(row, span);
  const kind = judgedKind({ ...row, litresPerHour }, span, onset - first);
  const goal = givenGoals[kind];
  const judgedFrom = kind === "growing" ? growthTo(LITRES_PER_GALLON, row, span) : Math.max(onset, first);
  const score = scoreLeak({ leak: span, judgedFrom }, hours, rows, []);
  const { any, sure } = findings(rowsOfLeak(rows, span, []));
  const counted = goal.suspicionCounts ? score.any : score.sure;
  const opening = sure?.row ?? any?.row;
  const injected = injectedGallons({ ...row, litresPerHour }, span, hours);
  const reported = hoursBetween(seen, span.from, span.until).reduce((sum, hour) => sum + hour.leakGallons, 0) / 1000;
  return {
    ...score,
    meter: row.meter,
    truthKind: row.kind,
    kind,
    onset,
    end: span.until,
    litresPerHour,
    inTime: counted !== null && counted.measuredHours <= (goal.within ?? Number.POSITIVE_INFINITY),
    openedAt: opening?.openedAt ?? null,
    suspected: any !== null && sure === null,
    rules: opening ? openingRules(opening.leak) : [],
    lost: row.injectedLitres ?? shapeOf({ ...row, litresPerHour }, span)?.litresUntil(span.until) ?? null,
    ...readIn(hours, judgedFrom, span.until, hoursToJudge(goal.within, span)),
    isOnLeak: kind !== "since installation" && wasOpen(rows, onset),
    reportedGallons: reported,
    injectedGallons: injected,
    volumeError: score.sure && injected !== null ? volumeError({ reported, injected }) : null,
  };
}

/** Rows that no leak of the truth explains: none began before the row was opened and has time in common with it. */
export function otherOpenings(rows: readonly LeakOpening[], truth: readonly Span[]): LeakOpening[] {
  return rows.filter((row) => !truth.some((span) => row.openedAt > span.from && overlaps(row, span)));
}

/** @param age of the meter at the onset, milliseconds */
function judgedKind({ kind, litresPerHour, injectedLitres }: TruthRow, span: Span, age: number): JudgedKind {
  if (kind === "growing") return kind;
  const lasts = span.until - span.from;
  if (kind === "burst") {
    if (lasts > 0 && lasts <= SHORT_BURST_MS) return "burst of up to 4 h";
    return age <= FIRST_WEEK_MS ? "burst in the first week" : kind;
  }
  if (kind === "toilet") {
    const full = ((litresPerHour ?? 0) * lasts) / HOUR_MS;
    return injectedLitres !== null && injectedLitres < full * RARE ? "rarer toilet" : "toilet";
  }
  if (age <= INSTALLED_MS) return "since installation";
  const isSlow = litresPerHour !== null && litresPerHour < LITRES_PER_GALLON * ABOUT;
  return isSlow ? "constant below 1 gal/h" : "constant";
}

/** Litres per hour of a leak that runs evenly, from its litres; null where they are not given or it does not. */
function evenRate({ kind, injectedLitres }: TruthRow, { from, until }: Span): number | null {
  const isEven = kind === "constant" || kind === "burst";
  return isEven && injectedLitres !== null && until > from ? (injectedLitres * HOUR_MS) / (until - from) : null;
}

/** The leak as its truth describes it; null where that does not tell when its water ran. */
function shapeOf(row: TruthRow, span: Span): LeakShape | null {
  if (row.kind === "growing") return growthShape(row, span);
  const isEven = row.kind === "constant" || row.kind === "burst";
  const rate = evenRate(row, span) ?? row.litresPerHour;
  return isEven && rate !== null ? constantLeak(span.from, span.until, rate) : null;
}

/**
 * What ran out in the measured hours: between the very readings of which they are made, or in proportion to how many of
 * the leak's hours are measured where nobody knows when its water ran.
 */
function injectedGallons(row: TruthRow, span: Span, hours: readonly Hour[]): number | null {
  const shape = shapeOf(row, span);
  if (shape) {
    const gallons = volumeOf(hours, shape) / 1000;
    return gallons > 0 ? gallons : null;
  }
  const length = (span.until - span.from) / HOUR_MS;
  const measured = hoursBetween(hours, span.from, span.until).filter(({ litres }) => litres !== null).length;
  if (row.injectedLitres === null || length <= 0 || measured === 0) return null;
  return (row.injectedLitres / LITRES_PER_GALLON) * Math.min(1, measured / length);
}
