import { type Estimate, mean, median, share, weightedShare } from "../figures/intervals.ts";
import { atLeast, atMost, type Goal, type Measure, measure } from "../figures/measure.ts";
import type { Found, Score } from "./score.ts";

/** A leak with what became of it, as figures are made of it. */
export interface ScoredCase extends Score {
  kind: string;
  /** Litres that it lost; null where nobody knows. */
  lost: number | null;
  /** Whether three quarters of the hours to judge by were measured. */
  isRead: boolean;
  /** Whether so many hours were measured while it lasted; else nobody could find it. */
  isMeasured: boolean;
  /** Whether the meter leaks without it, so that it is counted apart. */
  isOnLeak: boolean;
  /** How far the reported volume misses what ran out, as a part of it; null where it is not judged. */
  volumeError: number | null;
}

/** What is required of a kind of leak. */
export interface KindGoal {
  kind: string;
  /** Measured hours within which it is to be found; null: as long as it runs. */
  within: number | null;
  /** Whether a suspicion finds it as a certain row does. */
  suspicionCounts: boolean;
  /** What must be reached, where anything must. */
  floors: KindFloors;
}

export interface KindFloors {
  /** Share found in time of those whose window was read, and of all leaks if that is another. */
  inTime?: number;
  inTimeOfAll?: number;
  ever?: number;
  /** Mean part of a found leak's life that rows cover, and mean rows of a found leak at most. */
  covered?: number;
  rows?: number;
  /** Median error of the volume at most. */
  volume?: number;
}

/** The figures of one kind; the keys name the columns of the table. */
export interface KindMeasures {
  goal: KindGoal;
  inTime: Measure;
  inTimeRead: Measure;
  /** Of all, also those in whose life too few hours were measured for anybody to find them, and those at leaking meters. */
  inTimeDrawn: Measure;
  /** By hours of the clock in place of measured ones. */
  inTimeByClock: Measure;
  /** In time with suspicions where they do not count, without them where they do. */
  inTimeOtherwise: Measure;
  ever: Measure;
  hours: Measure;
  clockHours: Measure;
  rows: Measure;
  covered: Measure;
  /** Part of the lost litres whose leaks were found within 24, 48 and 72 hours of the clock. */
  lost: Measure[];
  volume: Measure;
  /** Leaks at meters that leak without them: in no other figure. */
  onLeak: Measure;
}

const LOST_WITHIN = [24, 48, 72];

/** The figures of a kind over its cases. */
export function kindMeasures(goal: KindGoal, cases: readonly ScoredCase[]): KindMeasures {
  const { kind, within, suspicionCounts, floors } = goal;
  const drawn = cases.filter((one) => one.kind === kind);
  const measured = drawn.filter(({ isMeasured, isRead }) => isMeasured || isRead);
  const own = measured.filter(({ isOnLeak }) => !isOnLeak);
  const onLeak = measured.filter(({ isOnLeak }) => isOnLeak);
  const counted = (one: Score) => (suspicionCounts ? one.any : one.sure);
  const other = (one: Score) => (suspicionCounts ? one.sure : one.any);
  const isInTime = (found: Found | null) =>
    found !== null && found.measuredHours <= (within ?? Number.POSITIVE_INFINITY);
  const isByClock = (found: Found | null) => found !== null && found.clockHours <= (within ?? Number.POSITIVE_INFINITY);
  const part = (some: readonly ScoredCase[], holds: (one: ScoredCase) => boolean) =>
    share(some.filter(holds).length, some.length);
  const found = own.flatMap((one) => counted(one) ?? []);
  const withRows = own.filter(({ rows }) => rows > 0);
  const limit = limitText(within);
  const named = (figure: string, unit: Measure["unit"], estimate: Estimate | null, floor?: Goal) =>
    measure(`${kind}: ${figure}`, unit, estimate, floor);
  const least = (value: number | undefined) => (value === undefined ? undefined : atLeast(value));
  const most = (value: number | undefined) => (value === undefined ? undefined : atMost(value));
  return {
    goal,
    inTime: named(
      `found ${limit}`,
      "%",
      part(own, (one) => isInTime(counted(one))),
      least(floors.inTimeOfAll ?? floors.inTime),
    ),
    inTimeRead: named(
      `found ${limit}, where the window was read`,
      "%",
      part(
        own.filter(({ isRead }) => isRead),
        (one) => isInTime(counted(one)),
      ),
      least(floors.inTime),
    ),
    inTimeDrawn: named(
      `found ${limit}, of all that were put in`,
      "%",
      part(drawn, (one) => isInTime(counted(one))),
    ),
    inTimeByClock: named(
      `found ${limit} of the clock`,
      "%",
      part(own, (one) => isByClock(counted(one))),
    ),
    inTimeOtherwise: named(
      `found ${limit}, ${suspicionCounts ? "suspicions aside" : "suspicions included"}`,
      "%",
      part(own, (one) => isInTime(other(one))),
    ),
    ever: named("found at all", "%", share(found.length, own.length), least(floors.ever)),
    hours: named("median measured hours to opening", "h", median(found.map(({ measuredHours }) => measuredHours))),
    clockHours: named("median hours of the clock to opening", "h", median(found.map(({ clockHours }) => clockHours))),
    rows: named("rows per found leak", "rows", mean(withRows.map(({ rows }) => rows)), most(floors.rows)),
    covered: named(
      "life covered by rows, of found leaks",
      "%",
      mean(withRows.map(({ covered }) => covered)),
      least(floors.covered),
    ),
    lost: LOST_WITHIN.map((hours) =>
      named(
        `lost water found within ${hours} h of the clock`,
        "%",
        weightedShare(
          own.map((one) => {
            const at = counted(one)?.clockHours ?? Number.POSITIVE_INFINITY;
            return { weight: one.lost ?? 0, isHit: at <= hours };
          }),
        ),
      ),
    ),
    volume: named(
      "median error of the volume",
      "%",
      median(own.flatMap(({ volumeError }) => volumeError ?? [])),
      most(floors.volume),
    ),
    onLeak: named(
      `found ${limit}, at meters that leak without it`,
      "%",
      part(onLeak, (one) => isInTime(counted(one))),
    ),
  };
}

/** All of a kind's figures, in the order of the table. */
export function listed({ goal: _, lost, ...rest }: KindMeasures): Measure[] {
  return [...Object.values(rest), ...lost];
}

/** Within how many measured hours, in words. */
export function limitText(within: number | null): string {
  if (within === null) return "while it runs";
  return within <= 4 ? `by hour ${within}` : `within ${within} h`;
}
