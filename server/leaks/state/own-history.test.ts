import { expect, test } from "vitest";
import { feed, leaksOf, ordinaryDay, plus, type TestHour, times } from "../testing/hours.ts";

const ownDays = (hours: TestHour[]) => feed(hours).state.ownDays;

test("a day counts with three quarters of its hours measured, one of them at night", () => {
  const day = (missing: number[]) => ordinaryDay.map((hour, index) => (missing.includes(index) ? null : hour));
  expect(ownDays(day([0, 1, 2, 12, 13, 14])).count).toBe(1);
  expect(ownDays(day([0, 1, 2, 12, 13, 14, 15])).count).toBe(0);
  expect(ownDays(day([0, 1, 2, 3, 4, 5])).count).toBe(0);
  const covered = ordinaryDay.map<TestHour>((hour, index) => (index > 12 ? "covered" : hour));
  expect(ownDays(covered).count).toBe(1);
});

test("two days of a meter that is read ten hours a day count as one, up to four", () => {
  const read = (hours: number[]) => ordinaryDay.map((hour, index) => (hours.includes(index) ? hour : null));
  const tenHours = read([0, 5, 6, 7, 8, 13, 14, 15, 21, 22]);
  expect(ownDays(times(15, ...tenHours))).toMatchObject({ count: 7 });
  expect(ownDays(times(8, ...read([3, 12, 13, 14, 15])))).toMatchObject({ count: 2 });
  expect(ownDays(times(8, ...read([3, 12, 13, 14])))).toMatchObject({ count: 0 });
  // Water in four hours in a row is then seen to be unusual.
  const lasting = [...tenHours.slice(0, 13), 100, 100, 100, null, null, null, null, null, 100, 100, null, 100];
  expect(leaksOf([...times(15, ...tenHours), ...lasting])).toMatchObject([{ rules: ["burst"] }]);
});

test("uses the last 28 leak-free days, and keeps 35", () => {
  const unusual = times(3, ...plus(ordinaryDay, 0.1).slice(0, 20), 0, 0, 0, 0);
  const usual = (days: number) => [...unusual, ...times(days, ...ordinaryDay)];
  const ownOf = (days: number) => leaksOf([...usual(days), ...plus(times(2, ...ordinaryDay), 1)])[0]?.evidence[0]?.own;
  expect(ownOf(25)).toMatchObject({ days: 28, repeatedRun: 20 });
  expect(ownOf(28)).toMatchObject({ days: 28, repeatedRun: 16 });
  expect(ownDays(usual(40))).toMatchObject({ count: 35 });
});

test("a gap of more than a day ends a run, a shorter one does not", () => {
  const longest = (missing: number) => {
    const run = [...times(20, 0.1), ...times(missing, null), ...times(20, 0.1)];
    return Math.max(...ownDays([...times(2, ...ordinaryDay), ...run, ...times(48, 0)]).longestRun);
  };
  expect(longest(24)).toBe(40);
  expect(longest(25)).toBe(20);
});
