import { expect, test } from "vitest";
import { isMet } from "../figures/measure.ts";
import { HOUR_MS } from "../readings/durations.ts";
import { kindMeasures, listed, type ScoredCase } from "./kind-measures.ts";
import { readIn } from "./measured-hours.ts";
import { scoreLeak } from "./score.ts";
import { leaksByItself, stretchesWithoutRest, untouchedMeasures } from "./untouched.ts";

const found = (measuredHours: number, clockHours = measuredHours) => ({ at: 0, measuredHours, clockHours });

function scored(changes: Partial<ScoredCase>): ScoredCase {
  return {
    kind: "burst",
    any: null,
    sure: null,
    rows: 0,
    covered: 0,
    lost: 100,
    isRead: true,
    isMeasured: true,
    isOnLeak: false,
    volumeError: null,
    ...changes,
  };
}

const cases = [
  scored({ any: found(2), sure: found(4), rows: 1, covered: 0.9, volumeError: 0.1 }),
  scored({ any: found(3, 30), sure: null, isRead: false, lost: 300 }),
  scored({ any: found(9, 48), sure: found(9, 48), rows: 3, covered: 0.5, volumeError: 0.3 }),
  scored({}),
  scored({ isRead: false, isMeasured: false }),
  scored({ any: found(1), sure: found(1), isOnLeak: true }),
  scored({ kind: "other", any: found(1), sure: found(1) }),
];
const goal = { kind: "burst", within: 3, suspicionCounts: true, floors: { inTime: 0.5, rows: 1.1, covered: 0.8 } };

test("counts all cases beside read ones, suspicions beside sure rows, the clock beside measured hours", () => {
  const measures = kindMeasures(goal, cases);
  expect(measures.inTime.estimate).toMatchObject({ value: 2 / 4, cases: 4 });
  expect(measures.inTimeRead.estimate).toMatchObject({ value: 1 / 3, cases: 3 });
  expect(measures.inTimeDrawn.estimate).toMatchObject({ value: 3 / 6, cases: 6 });
  expect(measures.inTimeByClock.estimate?.value).toBe(1 / 4);
  expect(measures.inTimeOtherwise.estimate?.value).toBe(0);
  expect(measures.ever.estimate?.value).toBe(3 / 4);
  expect(measures.onLeak.estimate).toMatchObject({ value: 1, cases: 1 });
  const sure = kindMeasures({ ...goal, suspicionCounts: false }, cases);
  expect(sure.inTime.estimate?.value).toBe(0);
  expect(sure.inTimeOtherwise.estimate?.value).toBe(2 / 4);
});

test("weighs lost water, and counts rows, life and volume of the leaks that have rows", () => {
  const { lost, rows, covered, volume } = kindMeasures(goal, cases);
  // Of 600 litres, 100 were found within a day, 500 within two.
  expect(lost.map(({ estimate }) => estimate?.value)).toEqual([100 / 600, 500 / 600, 500 / 600]);
  expect(rows.estimate?.value).toBe(2);
  expect(covered.estimate?.value).toBeCloseTo(0.7);
  expect(volume.estimate?.value).toBeCloseTo(0.2);
});

test("misses the floors of figures that are below them, also those of read cases", () => {
  const missed = listed(kindMeasures(goal, cases)).filter((one) => !isMet(one));
  expect(missed.map(({ name }) => name)).toEqual([
    "burst: found by hour 3, where the window was read",
    "burst: rows per found leak",
    "burst: life covered by rows, of found leaks",
  ]);
});

test("scores a leak by measured hours and the clock, with its rows and the life that they cover", () => {
  const hours = [0, 1, 2, 6, 7, 8, 9, 10].map((number) => ({ at: number * HOUR_MS }));
  const leak = { from: 1.5 * HOUR_MS, until: 9.5 * HOUR_MS };
  const row = { startedAt: 2 * HOUR_MS, openedAt: 3 * HOUR_MS, endedAt: 8 * HOUR_MS, sureAt: 7 * HOUR_MS };
  const score = scoreLeak({ leak, judgedFrom: leak.from }, hours, [row], []);
  expect(score).toMatchObject({
    any: { measuredHours: 2, clockHours: 2 },
    sure: { measuredHours: 3, clockHours: 6 },
    rows: 1,
    covered: 0.75,
  });
  expect(readIn(hours, leak.from, leak.until, 3)).toEqual({ isRead: false, isMeasured: true });
  expect(readIn(hours, leak.from, leak.until, 8)).toEqual({ isRead: false, isMeasured: false });
});

test("finds where water never rests, and treats the day after as leaking", () => {
  const flow = (numbers: number[], litres: number) =>
    numbers.map((number) => ({ at: number * HOUR_MS, localHour: number % 24, litres }));
  const between = (from: number, until: number) => Array.from({ length: until - from }, (_, i) => from + i);
  const hours = [...flow(between(0, 35), 2), ...flow([35], 0), ...flow(between(36, 72), 2), ...flow([72], 0)];
  const stretches = stretchesWithoutRest(hours);
  expect(stretches).toMatchObject([{ from: 36 * HOUR_MS, until: 72 * HOUR_MS }]);
  expect(leaksByItself(stretches, { from: 95 * HOUR_MS, until: 99 * HOUR_MS })).toBe(true);
  expect(leaksByItself(stretches, { from: 97 * HOUR_MS, until: 99 * HOUR_MS })).toBe(false);
  expect(stretchesWithoutRest([...flow(between(0, 20), 2), ...flow(between(27, 47), 2)])).toEqual([]);
  expect(stretchesWithoutRest([...flow(between(0, 20), 2), ...flow(between(25, 45), 2)])).toHaveLength(1);
});

test("counts openings by home-year and by 100 units and month, suspicions apart", () => {
  const hours = Array.from({ length: 8766 }, (_, number) => ({
    at: number * HOUR_MS,
    localHour: number % 24,
    litres: 0,
  }));
  const row = { startedAt: 0, openedAt: HOUR_MS, endedAt: null, sureAt: HOUR_MS };
  const homes = [{ hours, openings: [row, { ...row, sureAt: null }] }];
  const values = untouchedMeasures(homes, null).map(({ estimate }) => estimate?.value);
  expect(values.slice(0, 5)).toEqual([1, expect.closeTo(100 / 12), 1, 1, expect.closeTo(100 / 12)]);
});
