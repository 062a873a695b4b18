import { expect, test } from "vitest";
import { at, feed, leaksOf, ordinaryDay, START, type TestHour, times } from "../testing/hours.ts";

const history = times(10, ...ordinaryDay);
/** A toilet that sticks: three hours on, three off. */
const sticking = (gallons: number, cycles: number): TestHour[] =>
  times(cycles, ...times(3, gallons), ...times<TestHour>(3, 0));

test("often: heavy hours add a point, every hour takes a fifth of one away, and ten points open", () => {
  // Each six-hour cycle leaves 3 x 0.8 - 3 x 0.2 = 1.8 points; the last of three heavy hours in the fifth reaches ten.
  expect(leaksOf([...history, ...sticking(20, 5)])).toEqual([]);
  const [leak, ...others] = leaksOf([...history, ...sticking(20, 6)]);
  expect(others).toEqual([]);
  expect(leak).toMatchObject({
    startedAt: at(240),
    openedAt: at(240 + 5 * 6 + 2),
    endedAt: null,
    suspected: false,
    rules: ["often"],
    evidence: [{ measure: "heavy_points", value: 100, threshold: 100, lowest: 20_000, hoursMeasured: 32 }],
  });
});

test("an hour is not heavy at a level reached at that time of day on one day of ten", () => {
  const early = (gallons: number) => ordinaryDay.map((hour, index) => (index >= 2 && index < 10 ? gallons : hour));
  const weeks = (count: number) => times(count, ...early(20), ...times(6, ...ordinaryDay));
  expect(leaksOf([...weeks(4), ...times(5, ...early(19))])).toEqual([]);
  const rarely = [...times(14, ...ordinaryDay), ...weeks(2)];
  expect(leaksOf([...rarely, ...times(5, ...early(19))])).toMatchObject([{ rules: ["often"] }]);
});

test("heavy hours only by day are a busy household", () => {
  const busy = ordinaryDay.map((hour, index) => (index >= 6 ? 20 : hour));
  expect(leaksOf([...history, ...times(5, ...busy)])).toEqual([]);
  const night = (hours: number) => ordinaryDay.map((hour, index) => (index >= 6 - hours ? 20 : hour));
  expect(leaksOf([...history, ...times(2, ...night(1))])).toEqual([]);
  expect(leaksOf([...history, ...times(2, ...night(2))])).toMatchObject([{ rules: ["often"] }]);
});

test("often ends at the last heavy hour, after twelve others", () => {
  const after = (hours: number) => leaksOf([...history, ...sticking(20, 8), ...times(hours, 0)]);
  expect(after(8)).toMatchObject([{ endedAt: null, lastConfirmedAt: at(285) }]);
  expect(after(9)).toMatchObject([{ endedAt: at(285) }]);
});

test("leak gallons of heavy use are the excess over the mean of that hour, less the shortfall of the next", () => {
  const { table } = feed([...history, ...sticking(20, 8)]);
  const hours = new Map(table.gallons);
  // Midnight to three: usually nothing. At six it usually takes two gallons: none came from three to six or after nine.
  expect(hours.get(at(240))).toBe(20_000);
  expect(hours.get(at(246)) ?? 0).toBeGreaterThan(17_900);
  expect(hours.get(at(246)) ?? 0).toBeLessThan(18_100);
  expect(hours.get(at(252)) ?? 0).toBeGreaterThan(11_500);
  expect(hours.get(at(252)) ?? 0).toBeLessThan(12_500);
});

test("a meter without a baseline has higher thresholds, and a toilet lower ones", () => {
  expect(leaksOf(sticking(11, 12))).toEqual([]);
  expect(leaksOf(sticking(13, 7))).toMatchObject([{ rules: ["new_meter"], startedAt: START }]);
  expect(leaksOf(sticking(7, 7), { attachedTo: "Toilet" })).toMatchObject([{ rules: ["new_meter"] }]);
  const quiet = times<TestHour>(10, ...times<TestHour>(12, 0), ...times<TestHour>(12, 1));
  expect(leaksOf([...quiet, ...sticking(5, 6)], { attachedTo: "Toilet" })).toMatchObject([{ rules: ["often"] }]);
  expect(leaksOf([...quiet, ...sticking(5, 6)])).toEqual([]);
});

test("burst: two hours in a row are suspected, four are a leak from the first on", () => {
  const hours = (count: number) => leaksOf([...history, ...times(6, 0), ...times(count, 60)]);
  expect(hours(1)).toEqual([]);
  expect(hours(2)).toMatchObject([
    { suspected: true, confidence: "low", startedAt: at(246), openedAt: at(248), totalGallons: 0 },
  ]);
  expect(hours(3)).toMatchObject([{ suspected: true, totalGallons: 0, endedAt: null }]);
  const [leak] = hours(4);
  expect(leak).toMatchObject({ suspected: false, confidence: "medium", startedAt: at(246), openedAt: at(248) });
  expect(leak?.evidence).toMatchObject([
    { rule: "burst", suspected: false, value: 60_000, threshold: 47_000, own: { repeatedTwoHours: 2000 } },
  ]);
  // Less the two gallons that those hours usually take.
  expect(leak?.totalGallons).toBeGreaterThan(4 * 57_900);
  expect(leak?.totalGallons).toBeLessThan(4 * 58_100);
});

test("a burst that stays suspected ends without leak gallons, and its day is an ordinary one", () => {
  const { table, state } = feed([...history, ...times(6, 0), ...times(3, 60), ...times(15, 2)]);
  expect(table.leaks).toMatchObject([{ suspected: true, endedAt: at(249), totalGallons: 0 }]);
  expect(table.gallons).toEqual([]);
  expect(state.ownDays.count).toBe(11);
  // So what it had on two days is usual.
  const twice = [...history, ...times(2, ...times(6, 0), ...times(3, 60), ...times(15, 2))];
  expect(leaksOf(twice)).toMatchObject([{ suspected: true }, { suspected: true }]);
  expect(leaksOf([...twice, ...times(4, 95)])).toHaveLength(2);
  expect(leaksOf([...twice, ...times(4, 96)])).toMatchObject([{}, {}, { suspected: false }]);
});

test("a burst needs 1.6 times what the meter had on two days, and ends with the first usual hour", () => {
  const washing = ordinaryDay.map((hour, index) => (index === 12 || index === 13 ? 40 : hour));
  const habit = times(10, ...washing);
  expect(leaksOf([...habit, ...times(4, 63)])).toEqual([]);
  const burst = leaksOf([...habit, ...times(5, 64), 45, 39]);
  expect(burst).toMatchObject([{ rules: ["burst"], startedAt: at(240), endedAt: at(247) }]);
  expect(leaksOf([...habit, ...times(5, 100), 45])).toMatchObject([{ endedAt: at(246) }]);
  expect(leaksOf([...habit, ...times(5, 100), 0])).toMatchObject([{ endedAt: at(245), totalGallons: 500_000 }]);
});

test("a suspicion becomes a leak after four hours above the usual, even below the threshold", () => {
  const washing = ordinaryDay.map((hour, index) => (index === 12 || index === 13 ? 40 : hour));
  const lasting = [...times(10, ...washing), ...times(2, 70), 48, 48];
  expect(leaksOf(lasting.slice(0, -1))).toMatchObject([{ suspected: true }]);
  expect(leaksOf(lasting)).toMatchObject([{ suspected: false, evidence: [{ value: 70_000, threshold: 64_000 }] }]);
});

test("the hour in which a burst starts or stops is part of it when above the usual", () => {
  const [leak] = leaksOf([...history, ...times(6, 0), 20, ...times(5, 60), 25, 2]);
  expect(leak).toMatchObject({ startedAt: at(246), endedAt: at(253) });
  expect(leak?.totalGallons).toBeGreaterThan(330_000);
  expect(leak?.totalGallons).toBeLessThan(345_000);
});

test("with flow time two hours of a burst are a leak at once, even without a baseline", () => {
  const flowing = (gallons: number, flowTime: number) => leaksOf(times(2, { gallons, flowTime }));
  expect(flowing(60, 55)).toMatchObject([{ rules: ["burst"], suspected: false, confidence: "high" }]);
  expect(flowing(59, 55)).toEqual([]);
  expect(flowing(60, 54)).toEqual([]);
});

test("a toilet's burst is one hour of 20 gal and twice what it had on two days, confirmed by the second", () => {
  const toilet = { attachedTo: "Toilet" } as const;
  const quiet = times<TestHour>(10, ...times<TestHour>(12, 0), ...times<TestHour>(12, 1));
  expect(leaksOf([...quiet, 19], toilet)).toEqual([]);
  expect(leaksOf([...quiet, 20], toilet)).toMatchObject([{ suspected: true, startedAt: at(240) }]);
  expect(leaksOf([...quiet, 20, 20], toilet)).toMatchObject([{ suspected: false, totalGallons: 40_000 }]);
  const habit = [...quiet, ...times<TestHour>(2, ...times<TestHour>(12, 0), 11, ...times<TestHour>(11, 1))];
  expect(leaksOf([...habit, 21], toilet)).toEqual([]);
  expect(leaksOf([...habit, 22], toilet)).toHaveLength(1);
});

test("a suspicion disappears when another rule is certain, and reopens no ended leak", () => {
  const leaking = [...history, ...times(30, 1), 0, 0, ...times(4, 0)];
  expect(leaksOf([...leaking, ...times(3, 60)])).toMatchObject([{ rules: ["floor"], endedAt: at(270) }]);
  expect(leaksOf([...leaking, ...times(4, 60)])).toMatchObject([{ rules: ["floor", "burst"], endedAt: null }]);
});
