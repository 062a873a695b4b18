import { expect, test } from "vitest";
import { at, feed, leaksOf, ordinaryDay, START, type TestHour, times } from "../testing/hours.ts";

/** Sixteen days: ten that are over before the three and a half that a window may reach back. */
const known = times(16, ...ordinaryDay);
const history = times(10, ...ordinaryDay);
/** A toilet that sticks: three hours on, three off. */
const sticking = (gallons: number, cycles: number): TestHour[] =>
  times(cycles, ...times(3, gallons), ...times<TestHour>(3, 0));
/** The same with a volume of its own in each hour. */
const uneven = (cycles: number): TestHour[] => times<TestHour>(cycles, 20, 12, 16, 0, 0, 0);

test("often: a heavy hour is a point, and ten in sixty hours open", () => {
  expect(leaksOf([...known, ...uneven(3)])).toEqual([]);
  const [leak, ...others] = leaksOf([...known, ...uneven(4)]);
  expect(others).toEqual([]);
  expect(leak).toMatchObject({
    startedAt: at(384),
    openedAt: at(384 + 3 * 6 + 1),
    endedAt: null,
    suspected: false,
    rules: ["often"],
    evidence: [{ measure: "heavy_points", value: 100, threshold: 100, lowest: 12_000, hoursMeasured: 19 }],
  });
  // Three heavy hours a day are nine in sixty.
  expect(leaksOf([...known, ...times<TestHour>(6, 20, 12, 16, ...times(21, 0))])).toEqual([]);
});

test("a heavy hour like the one before is two points, but not on a toilet, whose flushes are alike", () => {
  expect(leaksOf([...known, ...sticking(20, 2)])).toMatchObject([{ rules: ["often"], openedAt: at(384 + 9) }]);
  const apart = times<TestHour>(2, 20, 21.1, 20, 0, 0, 0);
  expect(leaksOf([...known, ...apart])).toEqual([]);
  const quiet = times<TestHour>(16, ...times<TestHour>(12, 0), ...times<TestHour>(12, 1.3));
  expect(leaksOf([...quiet, ...sticking(7, 2)], { attachedTo: "Toilet" })).toEqual([]);
  expect(leaksOf([...quiet, ...sticking(7, 3)], { attachedTo: "Toilet" })).toMatchObject([{ rules: ["often"] }]);
});

test("an hour is not heavy at a level that the meter had at that time of day in four weeks", () => {
  const early = (more: number) => [0, 0, 20 + more, 30 + more, 20 + more, 30 + more, ...ordinaryDay.slice(6)];
  const seen = [...times(14, ...ordinaryDay), ...early(0), ...times(8, ...ordinaryDay)];
  expect(leaksOf([...seen, ...times(5, ...early(-1))])).toEqual([]);
  expect(leaksOf([...seen, ...times(5, ...early(3))])).toMatchObject([{ rules: ["often"] }]);
});

test("more hours of light use than usual take points away", () => {
  const idle = times<TestHour>(16, ...times(20, 0), ...times(4, 2));
  const guests = (light: number) => [...idle, ...times<TestHour>(5, 20, 16, light, light, light, 0)];
  expect(leaksOf(guests(0))).toMatchObject([{ rules: ["often"] }]);
  expect(leaksOf(guests(5))).toEqual([]);
});

test("to a home that was empty the rule is that of a new meter", () => {
  const empty = times<TestHour>(16 * 24, 0);
  const day = (from: number) => [...times(from, 0), 40, 30, 20, 40, 30, 20, 40, 30, ...times(16 - from, 0)];
  expect(leaksOf([...empty, ...times(3, ...day(8))])).toEqual([]);
  expect(leaksOf([...empty, ...times(3, ...day(4))])).toMatchObject([{ rules: ["new_meter"] }]);
});

test("often ends at the last heavy hour among others, after 24 hours", () => {
  const after = (hours: number) => leaksOf([...known, ...uneven(8), ...times(hours, 0)]);
  const last = 384 + 7 * 6 + 3;
  expect(after(20)).toMatchObject([{ endedAt: null, lastConfirmedAt: at(last) }]);
  expect(after(21)).toMatchObject([{ endedAt: at(last) }]);
  // A single heavy hour a day later is the household's own.
  expect(leaksOf([...known, ...uneven(8), ...times(20, 0), 20])).toMatchObject([{ endedAt: at(last) }]);
});

test("heavy use that returns within three days is the same leak", () => {
  const paused = (hours: number) => leaksOf([...known, ...uneven(4), ...times(hours, 0), ...uneven(5)]);
  expect(paused(66)).toMatchObject([{ startedAt: at(384), endedAt: null }]);
  expect(paused(72)).toHaveLength(2);
});

test("leak gallons of heavy use are the excess over the mean of that hour, less the shortfall of the next", () => {
  const { table } = feed([...known, ...sticking(20, 8)]);
  const hours = new Map(table.gallons);
  // Midnight to three: usually nothing. At six it usually takes two gallons: none came from three to six or after nine.
  expect(hours.get(at(384))).toBe(20_000);
  expect(hours.get(at(390)) ?? 0).toBeGreaterThan(17_900);
  expect(hours.get(at(390)) ?? 0).toBeLessThan(18_100);
  expect(hours.get(at(396)) ?? 0).toBeGreaterThan(11_500);
  expect(hours.get(at(396)) ?? 0).toBeLessThan(12_500);
});

test("a meter without a baseline has higher thresholds, some of it at night, and a toilet lower ones", () => {
  expect(leaksOf(sticking(12, 12))).toEqual([]);
  expect(leaksOf(sticking(13, 3))).toEqual([]);
  expect(leaksOf(sticking(13, 4))).toMatchObject([{ rules: ["new_meter"], startedAt: START }]);
  expect(leaksOf(times(3, ...times(6, 0), ...times(18, 13)))).toEqual([]);
  expect(
    leaksOf(
      uneven(5).map((hour) => (hour === 0 ? 0 : 7)),
      { attachedTo: "Toilet" },
    ),
  ).toEqual([]);
  expect(leaksOf(sticking(7, 6), { attachedTo: "Toilet" })).toMatchObject([{ rules: ["new_meter"] }]);
});

test("a burst without a baseline is three hours in a row of 45 gal, on a toilet two of 20", () => {
  expect(leaksOf(times(2, 45))).toEqual([]);
  expect(leaksOf([...times(2, 45), 44])).toEqual([]);
  expect(leaksOf([0, ...times(3, 45)])).toMatchObject([
    { rules: ["new_meter"], suspected: false, startedAt: at(1), totalGallons: 135_000 },
  ]);
  expect(leaksOf(times(2, 20), { attachedTo: "Toilet" })).toMatchObject([{ rules: ["new_meter"] }]);
  expect(leaksOf(times(3, 45), { continuousUseExpected: true })).toEqual([]);
});

test("burst: two hours in a row are suspected, three are a leak from the first on", () => {
  const hours = (count: number) => leaksOf([...history, ...times(6, 0), ...times(count, 60)]);
  expect(hours(1)).toEqual([]);
  expect(hours(2)).toMatchObject([
    { suspected: true, confidence: "low", startedAt: at(246), openedAt: at(248), totalGallons: 0 },
  ]);
  const [leak] = hours(3);
  expect(leak).toMatchObject({ suspected: false, confidence: "medium", startedAt: at(246), openedAt: at(248) });
  expect(leak?.evidence).toMatchObject([
    { rule: "burst", suspected: false, value: 60_000, threshold: 47_000, own: { repeatedTwoHours: 2000 } },
  ]);
  // Less the two gallons that those hours usually take.
  expect(leak?.totalGallons).toBeGreaterThan(3 * 57_900);
  expect(leak?.totalGallons).toBeLessThan(3 * 58_100);
});

test("a burst that stays suspected ends without leak gallons, and its day is an ordinary one", () => {
  const { table, state } = feed([...history, ...times(6, 0), ...times(2, 60), ...times(16, 2)]);
  expect(table.leaks).toMatchObject([{ suspected: true, endedAt: at(248), totalGallons: 0 }]);
  expect(table.gallons).toEqual([]);
  expect(state.ownDays.count).toBe(11);
  // So what it had on two days is usual.
  const twice = [...history, ...times(2, ...times(6, 0), ...times(2, 60), ...times(16, 2))];
  expect(leaksOf(twice)).toMatchObject([{ suspected: true }, { suspected: true }]);
  expect(leaksOf([...twice, ...times(3, 95)])).toHaveLength(2);
  expect(leaksOf([...twice, ...times(3, 96)])).toMatchObject([{}, {}, { suspected: false }]);
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

test("a suspicion becomes a leak after three hours above the usual, even below the threshold", () => {
  const washing = ordinaryDay.map((hour, index) => (index === 12 || index === 13 ? 40 : hour));
  const lasting = [...times(10, ...washing), ...times(2, 70), 48];
  expect(leaksOf(lasting.slice(0, -1))).toMatchObject([{ suspected: true }]);
  expect(leaksOf(lasting)).toMatchObject([{ suspected: false, evidence: [{ value: 70_000, threshold: 64_000 }] }]);
});

test("a burst with partial first and last hours is a leak when it has the water of three", () => {
  const burst = (...hours: number[]) => leaksOf([...history, ...times(6, 0), ...hours, 0]);
  const [leak] = burst(20, 60, 60, 10);
  expect(leak).toMatchObject({ suspected: false, confidence: "medium", startedAt: at(246), endedAt: at(250) });
  expect(leak?.evidence).toMatchObject([{ rule: "burst", value: 60_000, threshold: 47_000, windowEnd: at(250) }]);
  expect(leak?.totalGallons).toBeGreaterThan(140_000);
  // Less water than of three hours, an ordinary hour before or after, or one that was not measured.
  for (const hours of [
    [20, 50, 50, 20],
    [2, 70, 70, 20],
    [20, 70, 70, 2],
  ])
    expect(burst(...hours)).toMatchObject([{ suspected: true }]);
  expect(leaksOf([...history, ...times(6, 0), 20, 60, null, 60, 20, 0])).toMatchObject([{ suspected: true }]);
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
  expect(leaksOf([...leaking, ...times(2, 60)])).toMatchObject([{ rules: ["floor"], endedAt: at(270) }]);
  expect(leaksOf([...leaking, ...times(3, 60)])).toMatchObject([{ rules: ["floor", "burst"], endedAt: null }]);
});
