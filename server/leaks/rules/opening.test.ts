import { expect, test } from "vitest";
import { at, leaksOf, ordinaryDay, plus, START, type TestHour, times, wholeUnit } from "../testing/hours.ts";

const history = times(10, ...ordinaryDay);
const still = (hours: number): TestHour[] => times(hours, 0);

test("a night leak opens after 26 hours and starts at its first hour with flow", () => {
  const leaking = plus(times(2, ...ordinaryDay), 1);
  // The day before ends with two still hours, so the leak's first hour is midnight.
  expect(leaksOf([...history, ...leaking.slice(0, 25)])).toEqual([]);
  const [leak] = leaksOf([...history, ...leaking.slice(0, 26)]);
  expect(leak).toMatchObject({
    startedAt: at(240),
    openedAt: at(266),
    lastConfirmedAt: at(266),
    endedAt: null,
    unconfirmed: false,
    rules: ["floor"],
    confidence: "medium",
  });
  expect(leak?.totalGallons).toBe(26_000);
  expect(leaksOf([...history, ...leaking.slice(0, 30)])).toMatchObject([{ totalGallons: 30_000 }]);
  expect(leak?.evidence[0]).toEqual({
    rule: "floor",
    confidence: "medium",
    windowStart: at(240),
    windowEnd: at(266),
    hoursMeasured: 26,
    hoursMissing: 0,
    lowest: 1000,
    measure: "lowest_hour",
    value: 1000,
    threshold: 450,
    suspected: false,
    own: {
      days: 10,
      usualLowest: 0,
      highestLowest: 0,
      repeatedRun: 16,
      repeatedTwoHours: 2000,
      repeatedHour: 2000,
      usualRest: null,
      usualNight: null,
    },
  });
});

test("rules that match later add their evidence to the same leak", () => {
  const [leak, ...others] = leaksOf([...history, ...plus(times(3, ...ordinaryDay), 1)]);
  expect(others).toEqual([]);
  expect(leak?.rules).toEqual(["floor", "long_run"]);
  expect(leak?.evidence[1]).toMatchObject({ rule: "long_run", value: 48, threshold: 48, windowStart: at(240) });
});

test("the floor must rise above the highest lowest hour of the baseline", () => {
  // Now and then 46 hours without a still one, each time a little higher, never enough for the rule.
  const busy = (gallons: number): TestHour[] => [0, ...times(46, gallons), 0, ...times(2, ...ordinaryDay)];
  const habit = [...history, ...busy(0.4), ...busy(0.6), ...busy(0.8)];
  expect(leaksOf([...habit, ...times(30, 1)])).toEqual([]);
  expect(leaksOf([...habit, ...times(30, 1.05)])).toMatchObject([
    { rules: ["floor"], startedAt: at(habit.length), evidence: [{ threshold: 1050, own: { highestLowest: 800 } }] },
  ]);
});

test("a long run must be half again as long as the longest run that the meter had twice", () => {
  const little = 0.1;
  const habit = times(5, ...times(40, little), ...still(8));
  const opening = leaksOf([...habit, ...times(70, little)]);
  expect(opening).toMatchObject([{ rules: ["long_run"], startedAt: at(240), openedAt: at(300) }]);
  expect(opening[0]?.evidence[0]).toMatchObject({ value: 60, threshold: 60, own: { repeatedRun: 40 } });
  const once = [...times(40, little), ...still(32)];
  expect(leaksOf([...history, ...once, ...times(48, little)])).toMatchObject([{ openedAt: at(360) }]);
  expect(leaksOf([...history, ...once, ...once, ...times(59, little)])).toEqual([]);
  expect(leaksOf([...history, ...times(48, little)])).toMatchObject([{ rules: ["long_run"], openedAt: at(288) }]);
  expect(leaksOf([...history, ...times(47, little)])).toEqual([]);
});

test("a long run opens on single counts of a litre register, the floor needs two of them", () => {
  const litres = { count: 264 };
  expect(leaksOf([...history, ...times(48, 0.264)], litres)).toMatchObject([{ rules: ["long_run"] }]);
  expect(leaksOf([...history, ...times(30, 0.5)], litres)).toEqual([]);
  expect(leaksOf([...history, ...times(30, 0.5)])).toMatchObject([{ rules: ["floor"] }]);
  expect(leaksOf([...history, ...times(30, 0.528)], litres)).toMatchObject([{ evidence: [{ threshold: 528 }] }]);
});

test("without a baseline the floor is doubled, the long run unchanged", () => {
  expect(leaksOf(times(30, 0.8))).toEqual([]);
  expect(leaksOf(times(30, 0.9))).toMatchObject([
    { rules: ["new_meter"], startedAt: START, openedAt: at(26), evidence: [{ threshold: 900, own: null }] },
  ]);
  expect(leaksOf(times(48, 0.1))).toMatchObject([
    { rules: ["new_meter"], evidence: [{ measure: "hours_with_water" }] },
  ]);
  expect(leaksOf([...times(6, ...ordinaryDay), ...times(30, 0.8)])).toEqual([]);
  expect(leaksOf([...times(7, ...ordinaryDay), ...times(30, 0.8)])).toMatchObject([{ rules: ["floor"] }]);
});

test("toilets and heaters have thresholds of their own, and a shorter long run", () => {
  const toilet = { attachedTo: "Toilet" } as const;
  const heater = { attachedTo: "Water Heater" } as const;
  const quiet = times(10, ...still(12), ...times(12, 1));
  expect(leaksOf([...quiet, ...still(1), ...times(26, 0.1)], toilet)).toMatchObject([{ rules: ["floor"] }]);
  expect(leaksOf([...quiet, ...still(1), ...times(26, 0.1)], heater)).toEqual([]);
  expect(leaksOf([...quiet, ...still(1), ...times(26, 0.25)], heater)).toMatchObject([{ rules: ["floor"] }]);
  expect(leaksOf([...quiet, ...still(1), ...times(36, 0.05)], toilet)).toMatchObject([{ rules: ["long_run"] }]);
  expect(leaksOf([...quiet, ...still(1), ...times(36, 0.05)])).toEqual([]);
});

test("with flow time the floor needs 10 minutes of each hour, a toilet's 5", () => {
  const hours = (flowTime: number): TestHour[] => [...history, ...times(26, { gallons: 1, flowTime })];
  expect(leaksOf(hours(9))).toEqual([]);
  expect(leaksOf(hours(10))).toMatchObject([{ rules: ["floor"], confidence: "high" }]);
  expect(leaksOf(hours(4), { attachedTo: "Toilet" })).toEqual([]);
  expect(leaksOf(hours(5), { attachedTo: "Toilet" })).toMatchObject([{ rules: ["floor"] }]);
});

test("continuous: flow time in all but two of 24 hours, with two of them without flow or all shortened", () => {
  const full = { gallons: 0.1, flowTime: 60 };
  const dry = { gallons: 0, flowTime: 0 };
  const broken = [...history, ...times(8, full), dry, ...times(8, full), dry, ...times(6, full)];
  expect(leaksOf(broken)).toMatchObject([
    { rules: ["continuous"], confidence: "high", startedAt: at(240), evidence: [{ value: 1320, threshold: 1320 }] },
  ]);
  expect(leaksOf([...history, ...times(24, { gallons: 0.1, flowTime: 55 })])).toMatchObject([
    { rules: ["continuous"] },
  ]);
  expect(leaksOf([...history, ...times(24, { gallons: 0.1, flowTime: 54 })])).toEqual([]);
  const unmoved: TestHour[] = [...times(10, full), ...times(3, { gallons: 0, flowTime: 60 }), ...times(11, full)];
  expect(leaksOf([...history, ...unmoved])).toEqual([]);
});

test("a long run beyond the meter's own long runs is detected as far back as hours are kept", () => {
  const rest = times(26, 0);
  const runs = [46, 46, 66, 66, 80, 80].flatMap((hours) => [...times(hours, 0.1), ...rest]);
  const runWithGap = (missing: number) => times(2, ...times(50, 0.1), ...times(missing, null));
  expect(leaksOf([...history, ...runs, ...runWithGap(20), ...times(19, 0.1)])).toEqual([]);
  expect(leaksOf([...history, ...runs, ...runWithGap(20), ...times(20, 0.1)])).toMatchObject([
    { rules: ["long_run"], evidence: [{ value: 120, threshold: 120, hoursMeasured: 104, hoursMissing: 40 }] },
  ]);
  expect(leaksOf([...history, ...runs, ...runWithGap(24), ...times(20, 0.1)])).toHaveLength(1);
  expect(leaksOf([...history, ...runs, ...runWithGap(25), ...times(20, 0.1)])).toEqual([]);
});

test("covered hours count neither as flow nor as a pause in a window", () => {
  const leaking: TestHour[] = times(26, 1);
  leaking[5] = "covered";
  leaking[9] = "covered";
  expect(leaksOf([...history, ...leaking])).toEqual([]);
  const [leak] = leaksOf([...history, ...leaking, 1, 1]);
  expect(leak).toMatchObject({ startedAt: at(240), openedAt: at(268), totalGallons: 26_000 });
  expect(leak?.evidence[0]).toMatchObject({ hoursMeasured: 26, hoursMissing: 0 });
});

test("a window may span half again as many clock hours, and needs two hours of the night", () => {
  const gaps = (missing: number): TestHour[] => [...times(13, 1), ...times(missing, null), ...times(13, 1)];
  expect(leaksOf([...history, ...gaps(13)])).toMatchObject([{ evidence: [{ hoursMeasured: 26, hoursMissing: 13 }] }]);
  expect(leaksOf([...history, ...gaps(14)])).toEqual([]);
  // Measured from 06:00 to 19:00 only, twice.
  const daytime: TestHour[] = [...still(6), ...times(13, 1), ...times(11, null), ...times(13, 1)];
  expect(leaksOf([...history, ...daytime])).toEqual([]);
  const nightHours = (hours: number): TestHour[] => [
    ...still(6 - hours),
    ...times(13 + hours, 1),
    ...times(11, null),
    ...times(13 - hours, 1),
  ];
  expect(leaksOf([...history, ...nightHours(1)])).toEqual([]);
  expect(leaksOf([...history, ...nightHours(2)])).toHaveLength(1);
});

test("a day of 23 or 25 hours moves neither the window nor the night hours", () => {
  const oneWillDo = { settings: { ...wholeUnit.settings, floorNightHours: 1 } };
  for (const hours of [23, 25]) {
    const lengths = { 10: hours };
    const night = times(hours - 18, 0);
    const daytime: TestHour[] = [...night, ...times(13, 1), ...times(11, null), ...times(13, 1)];
    expect(leaksOf([...history, ...daytime], oneWillDo, lengths)).toEqual([]);
    const oneOfTheNight: TestHour[] = [...night.slice(1), ...times(14, 1), ...times(11, null), ...times(12, 1)];
    expect(leaksOf([...history, ...oneOfTheNight], oneWillDo, lengths)).toHaveLength(1);
    const through = leaksOf([...history, ...times(hours + 4, 1)], {}, lengths);
    expect(through).toMatchObject([{ startedAt: at(240), openedAt: at(266) }]);
  }
});

test("none of these rules applies to a building meter", () => {
  expect(leaksOf([...history, ...times(60, 5)], { attachedTo: "Building" })).toEqual([]);
});

test("with continuous use expected the usual lowest hour is zero, and nothing opens before a baseline", () => {
  const recirculation = { continuousUseExpected: true };
  // Its lowest hour varies by a tenth of a gallon from day to day.
  const usual = (day: number) => plus(ordinaryDay, 5 + (day % 3) / 20);
  const habit = Array.from({ length: 20 }, (_, day) => usual(day)).flat();
  expect(leaksOf(habit, recirculation)).toEqual([]);
  expect(leaksOf(habit, wholeUnit)).toHaveLength(1);
  // From 5.05 gal on it takes 5.5 for a leak.
  expect(leaksOf([...habit, ...times(30, 5.45)], recirculation)).toEqual([]);
  expect(leaksOf([...habit, ...times(30, 5.5)], recirculation)).toMatchObject([{ evidence: [{ threshold: 5500 }] }]);
  const flowing = times<TestHour>(27, { gallons: 20, flowTime: 60 });
  expect(leaksOf([...habit.slice(0, 165), ...flowing.slice(0, 26)], recirculation)).toEqual([]);
  expect(leaksOf([...habit.slice(0, 165), ...flowing], recirculation)).toMatchObject([{ startedAt: at(168) }]);
  const leaking = plus(times(3, ...ordinaryDay), 6).slice(0, 54);
  expect(leaksOf([...habit, ...leaking], recirculation)).toMatchObject([
    { rules: ["floor", "long_run"], startedAt: at(480), totalGallons: 54 * 950 },
  ]);
});
