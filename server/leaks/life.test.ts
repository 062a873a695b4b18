import { describe, expect, test } from "vitest";
import { at, feed, leaksOf, ordinaryDay, plus, type TestHour, times } from "./testing/hours.ts";

const history = times(10, ...ordinaryDay);
const leaking: TestHour[] = times(30, 1);
const dry: TestHour[] = [0, 0];

test("two hours without flow end a leak at the first of them; one does not", () => {
  expect(leaksOf([...history, ...leaking, 0, 1, 0, 1])).toMatchObject([{ endedAt: null, lastConfirmedAt: at(274) }]);
  const ended = leaksOf([...history, ...leaking, ...dry, 3]);
  expect(ended).toMatchObject([{ endedAt: at(270), lastConfirmedAt: at(270), totalGallons: 30_000 }]);
});

test("where flow time is reported, two hours with less of it than a floor has end a leak", () => {
  const use = (flowTime: number): TestHour => ({ gallons: 2, flowTime });
  const leaked = (flowTime: number) => [...history, ...times<TestHour>(30, { gallons: 1, flowTime })];
  expect(leaksOf([...leaked(60), use(9), use(60), use(9)])).toMatchObject([{ endedAt: null }]);
  expect(leaksOf([...leaked(60), use(10), use(10)])).toMatchObject([{ endedAt: null }]);
  expect(leaksOf([...leaked(60), use(9), use(9)])).toMatchObject([
    { rules: ["continuous", "floor"], lastConfirmedAt: at(270), endedAt: at(270) },
  ]);
  expect(leaksOf([...leaked(20), use(9), use(9)])).toMatchObject([{ rules: ["floor"], endedAt: at(270) }]);
});

describe("heavy use", () => {
  // Long enough to know what is heavy.
  const before = [...history, ...history];
  const steady = times<TestHour>(30, 12);
  const offAndOn = times<TestHour>(20, 12, 0);

  test("that opened while flow was steady does not outlast it", () => {
    expect(leaksOf([...before, ...steady])).toMatchObject([{ rules: ["floor", "often"], endedAt: null }]);
    expect(leaksOf([...before, ...steady, ...dry])).toMatchObject([{ endedAt: at(510) }]);
  });

  test("that opened before, or opens again, goes on", () => {
    expect(leaksOf([...before, ...offAndOn, ...steady, ...dry])).toMatchObject([{ endedAt: null }]);
    const again = [...before, ...steady, ...dry, ...offAndOn];
    expect(leaksOf(again)).toMatchObject([{ startedAt: at(480), endedAt: null }]);
    expect(leaksOf([...again, ...steady, ...times<TestHour>(10, 12, 0, 0)])).toMatchObject([{ endedAt: null }]);
  });

  test("of which steady flow brought the leak back does not outlast that flow", () => {
    const returned = [...before, ...times<TestHour>(10, 12, 0), ...times(50, 0), ...times<TestHour>(40, 12)];
    expect(leaksOf(returned)).toMatchObject([{ startedAt: at(480), endedAt: null }]);
    expect(leaksOf([...returned, ...dry, 12, 0, 12])).toMatchObject([{ endedAt: at(480 + 110) }]);
  });
});

test("water that goes on after a steady flow, without a rest, is still the leak", () => {
  const half = [
    ...times<TestHour>(60, { gallons: 2, flowTime: 60 }),
    ...times<TestHour>(40, { gallons: 0.3, flowTime: 9 }),
  ];
  expect(leaksOf([...history, ...half])).toMatchObject([{ endedAt: null }]);
  const toilet = times<TestHour>(10, ...times(8, 0), ...times<TestHour>(8, 1.5, 0));
  const refills = [...toilet, ...times(80, 1), ...times<TestHour>(20, 0, 0, 0.4)];
  expect(leaksOf(refills, { attachedTo: "Toilet" })).toMatchObject([{ startedAt: at(240), endedAt: null }]);
});

test("a trickle that is left of a steady flow is the leak until it rests, once it has run as long as a long run", () => {
  const days = (count: number, more: number, flowTime: number): TestHour[] =>
    times(count, ...ordinaryDay).map((hour) => {
      const gallons = Number(hour) + more;
      return { gallons, flowTime: gallons > 3 ? 60 : gallons > 0 ? flowTime : 0 };
    });
  const left = (count: number) => [...days(10, 0, 9), ...days(10, 16, 60), ...days(count, 2.8, 9), ...days(8, 0, 9)];
  expect(leaksOf(left(2))).toMatchObject([{ endedAt: at(480 + 2) }]);
  expect(leaksOf(left(14))).toMatchObject([{ endedAt: at(480 + 14 * 24) }]);
});

/** Never under 0.3 gal but for an hour every few days, and longer at first, so that each run was usual before the next. */
const trickling: TestHour[] = [
  ...history,
  ...times(2, ...times(46, 0.3), ...times(26, 0)),
  ...times(2, ...times(66, 0.3), ...times(26, 0)),
  ...times(15, ...times(66, 0.3), 0),
];

test("an hour has no flow when it is at or below the meter's usual lowest hour", () => {
  expect(leaksOf(trickling)).toEqual([]);
  const [leak] = leaksOf([...trickling, ...times(30, 2), 0.3, 0.3]);
  expect(leak?.evidence[0]?.own?.usualLowest).toBe(300);
  expect(leak?.endedAt).toBe(at(trickling.length + 30));
  expect(leak?.totalGallons).toBe(30 * 1700);
  const { table } = feed([...trickling, ...times(30, 2), 0.3, 0.31]);
  expect(table.leaks).toMatchObject([{ endedAt: null }]);
  const dryHour = at(trickling.length + 30);
  expect(table.gallons.filter(([hour]) => hour === dryHour)).toEqual([]);
});

test("hours of a leak are not part of a later run", () => {
  const { state } = feed([...trickling, ...times(30, 2), ...times(40, 0.3), ...times(48, 0)]);
  expect(state.leak?.endedAt).toBe(at(trickling.length + 30));
  expect(Math.max(...state.ownDays.longestRun)).toBe(66);
});

test("no window reaches back past the end of a leak", () => {
  const full: TestHour = { gallons: 1, flowTime: 60 };
  const off: TestHour = { gallons: 0, flowTime: 0 };
  const after = (hours: number) => leaksOf([...history, ...times(30, full), off, off, ...times(hours, full)]);
  expect(after(21)).toMatchObject([{ endedAt: at(270) }]);
  expect(after(24)).toMatchObject([{ startedAt: at(240), endedAt: null, rules: ["continuous", "floor"] }]);
});

test("continues the same leak when it restarts within 24 hours", () => {
  const pause = (hours: number): TestHour[] => times(hours, 0);
  const same = leaksOf([...history, ...leaking, ...pause(24), ...leaking]);
  expect(same).toMatchObject([{ startedAt: at(240), openedAt: at(266), endedAt: null, totalGallons: 60_000 }]);
  const two = leaksOf([...history, ...leaking, ...pause(25), ...leaking]);
  expect(two).toMatchObject([
    { startedAt: at(240), endedAt: at(270), totalGallons: 30_000 },
    { startedAt: at(295), openedAt: at(321), endedAt: null },
  ]);
});

test("hours of the pause have no leak gallons and do not lower the rate", () => {
  const { table } = feed([...history, ...leaking, 0, 0, 5, 0, 0, ...leaking]);
  const inPause = table.gallons.filter(([hour]) => hour >= at(270) && hour < at(275));
  expect(inPause).toEqual([]);
  expect(new Set(table.gallons.map(([, gallons]) => gallons))).toEqual(new Set([1000]));
});

test("missing hours leave a leak unconfirmed, neither running nor ended, and add nothing", () => {
  const silent = leaksOf([...history, ...leaking, ...times(100, null)]);
  expect(silent).toMatchObject([{ unconfirmed: true, endedAt: null, lastConfirmedAt: at(270), totalGallons: 30_000 }]);
  const back = leaksOf([...history, ...leaking, ...times(100, null), 1]);
  expect(back).toMatchObject([{ unconfirmed: false, endedAt: null, lastConfirmedAt: at(371), totalGallons: 31_000 }]);
  const split = leaksOf([...history, ...leaking, 0, ...times(10, null), 0]);
  expect(split).toMatchObject([{ endedAt: at(270) }]);
});

test("a covered hour only confirms that the meter reports", () => {
  const withData = leaksOf([...history, ...leaking, ...times(18, null), "covered"]);
  expect(withData).toMatchObject([{ unconfirmed: false, lastConfirmedAt: at(270) }]);
  expect(leaksOf([...history, ...leaking, 0, "covered", 0])).toMatchObject([{ endedAt: at(270) }]);
});

test("ends a leak at its last confirmation after 30 days without a reading", () => {
  const silence = (hours: number): TestHour[] => [...history, ...leaking, ...times(hours, null)];
  expect(leaksOf(silence(719))).toMatchObject([{ unconfirmed: true, endedAt: null }]);
  expect(leaksOf(silence(720))).toMatchObject([{ unconfirmed: false, endedAt: at(270), totalGallons: 30_000 }]);
});

test("days of a leak stay out of the baseline, including those before it was found", () => {
  const trickling = times(2, ...plus(ordinaryDay, 0.1));
  expect(feed([...history, ...trickling.slice(0, 47)]).state.ownDays.count).toBe(11);
  expect(feed([...history, ...trickling]).state.ownDays.count).toBe(10);
  // It ends with the first hour of the third day, which is free of it.
  const { state } = feed([...history, ...trickling, ...times(24, 0)]);
  expect(state.leak?.endedAt).toBe(at(288));
  expect(state.ownDays.count).toBe(11);
  expect(Math.max(...state.ownDays.longestRun)).toBe(16);
});

test("leak gallons are the lowest three-hour run around each hour, at most the hour's own", () => {
  const uneven: TestHour[] = times(10, 1, 1.3, 9);
  const { table } = feed([...history, ...uneven]);
  // No three in a row under 11.3 gal: the rate is their third, more than the quieter two have.
  expect(table.gallons.slice(0, 3).map(([, gallons]) => gallons)).toEqual([1000, 1300, 3767]);
  const { table: evening } = feed([...history, ...times(20, 1), ...times(12, 7), ...times(20, 1)]);
  expect(new Set(evening.gallons.map(([, gallons]) => gallons))).toEqual(new Set([1000]));
  const { table: sparse } = feed([...history, ...leaking, ...times(30, null), 5, null, 3, ...times(30, null)]);
  expect(sparse.gallons.slice(-2)).toEqual([
    [at(300), 3000],
    [at(302), 3000],
  ]);
});

test("forgets a leak that can no longer restart", () => {
  const rested = (days: number) => feed([...history, ...leaking, ...times(18 + days * 24, 0)]).state.leak;
  expect(rested(8)).not.toBeNull();
  expect(rested(9)).toBeNull();
});
