import { expect, test } from "vitest";
import { feed, leaksOf, ordinaryDay, plus, type TestHour, times } from "./testing/hours.ts";

const ownDays = (hours: TestHour[]) => feed(hours).state.ownDays;

test("a day counts with three quarters of its hours measured, one of them in the night", () => {
  const day = (missing: number[]) => ordinaryDay.map((hour, index) => (missing.includes(index) ? null : hour));
  expect(ownDays(day([0, 1, 2, 12, 13, 14])).count).toBe(1);
  expect(ownDays(day([0, 1, 2, 12, 13, 14, 15])).count).toBe(0);
  expect(ownDays(day([0, 1, 2, 3, 4, 5])).count).toBe(0);
  const covered = ordinaryDay.map<TestHour>((hour, index) => (index > 12 ? "covered" : hour));
  expect(ownDays(covered).count).toBe(1);
});

test("only the last 28 leak-free days count, and 35 are kept", () => {
  const unusual = times(3, ...plus(ordinaryDay, 0.1).slice(0, 20), 0, 0, 0, 0);
  const usual = (days: number) => [...unusual, ...times(days, ...ordinaryDay)];
  const ownOf = (days: number) => leaksOf([...usual(days), ...plus(times(2, ...ordinaryDay), 1)])[0]?.evidence[0]?.own;
  expect(ownOf(25)).toMatchObject({ days: 28, repeatedRun: 20 });
  expect(ownOf(28)).toMatchObject({ days: 28, repeatedRun: 16 });
  expect(ownDays(usual(40))).toMatchObject({ count: 35 });
});

test("a silence of more than a day cuts a run, a shorter one does not", () => {
  const longest = (missing: number) => {
    const run = [...times(20, 0.1), ...times(missing, null), ...times(20, 0.1)];
    return Math.max(...ownDays([...times(2, ...ordinaryDay), ...run, ...times(48, 0)]).longestRun);
  };
  expect(longest(24)).toBe(40);
  expect(longest(25)).toBe(20);
});
