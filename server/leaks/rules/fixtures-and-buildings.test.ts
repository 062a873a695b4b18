import { expect, test } from "vitest";
import { defaultLeakSettings } from "../settings/leak-settings.ts";
import { at, feed, leaksOf, ordinaryDay, type TestHour, times } from "../testing/hours.ts";

const toilet = { attachedTo: "Toilet" } as const;
/** A toilet's day: still at night and while people are at work. */
const toiletDay: TestHour[] = Array.from({ length: 24 }, (_, hour) =>
  hour === 7 || hour === 12 || hour === 18 ? 1.5 : 0,
);
const history = times(10, ...toiletDay);
/** A tank that fills itself up every so many hours. */
const refilling = (hours: number, every: number): TestHour[] =>
  Array.from({ length: hours }, (_, hour) => (hour % every === 0 ? 0.4 : 0) + (hour % 24 === 7 ? 3 : 0));

test("no rest: a toilet without a pause of more than three hours in 72", () => {
  expect(leaksOf([...history, ...refilling(72, 4)], toilet)).toMatchObject([
    { rules: ["no_rest"], startedAt: at(240), evidence: [{ measure: "longest_rest", value: 3, threshold: 3 }] },
  ]);
  expect(leaksOf([...history, ...refilling(68, 4)], toilet)).toEqual([]);
  expect(leaksOf([...history, ...refilling(96, 5)], toilet)).toEqual([]);
  expect(leaksOf([...history, ...refilling(96, 4)])).toEqual([]);
});

test("no rest on a new meter: 69 hours without a pause of more than three", () => {
  expect(leaksOf(refilling(69, 4), toilet)).toMatchObject([
    { rules: ["new_meter"], startedAt: at(0), evidence: [{ measure: "longest_rest", value: 3, threshold: 3 }] },
  ]);
  expect(leaksOf(refilling(68, 4), toilet)).toEqual([]);
  expect(leaksOf(refilling(96, 5), toilet)).toEqual([]);
});

test("no rest requires a third of the toilet's own usual consumption", () => {
  // A household that is up at all hours: never more than six hours still.
  const restless = times<TestHour>(50, ...times<TestHour>(6, 0), 1.5);
  expect(leaksOf([...restless, ...refilling(96, 4)], toilet)).toEqual([]);
  expect(leaksOf([...restless, ...refilling(96, 3)], toilet)).toMatchObject([
    { rules: ["no_rest"], evidence: [{ value: 2, threshold: 2, own: { usualRest: 6 } }] },
  ]);
});

test("no rest ends after four hours without flow; its gallons are the leak since the last pause, not the flushes", () => {
  const { table } = feed([...history, ...refilling(120, 4), 0], toilet);
  expect(table.leaks).toMatchObject([{ startedAt: at(240), endedAt: at(357) }]);
  // 30 refills of 0.4 gal, and five flushes of three gallons that are none.
  expect(table.leaks[0]?.totalGallons).toBeGreaterThan(10_000);
  expect(table.leaks[0]?.totalGallons).toBeLessThan(14_000);
});

test("no rest ends after a pause longer than those with which it opens, whatever is set", () => {
  const settings = { ...defaultLeakSettings, restHours: 5, restTimesUnderOwn: 1 };
  expect(leaksOf([...history, ...refilling(150, 5)], { ...toilet, settings })).toMatchObject([{ endedAt: null }]);
});

test("toilet running: half an hour of flow in at most two draws, until the first hour without flow", () => {
  const running = (flowTime: number, events: number): TestHour => ({ gallons: 3, flowTime, events });
  expect(leaksOf([...history, running(30, 2)], toilet)).toMatchObject([
    { rules: ["toilet_running"], confidence: "high", startedAt: at(240), totalGallons: 3000 },
  ]);
  expect(leaksOf([...history, running(29, 2)], toilet)).toEqual([]);
  expect(leaksOf([...history, running(30, 3)], toilet)).toEqual([]);
  expect(leaksOf([...history, running(30, 2)])).toEqual([]);
  expect(leaksOf([...history, running(30, 2), 0.5, 0], toilet)).toMatchObject([{ endedAt: at(242) }]);
});

const building = { attachedTo: "Building" } as const;
const buildingDay = (night: number): TestHour[] => Array.from({ length: 24 }, (_, hour) => (hour < 6 ? night : 200));

test("building: the lowest hour in three of four nights is above the usual by 20 gal and 30 %", () => {
  const usual = times(10, ...buildingDay(50));
  expect(leaksOf([...usual, ...times(3, ...buildingDay(69))], building)).toEqual([]);
  const [leak] = leaksOf([...usual, ...times(3, ...buildingDay(70))], building);
  expect(leak).toMatchObject({
    rules: ["building"],
    confidence: "low",
    startedAt: at(242),
    openedAt: at(293),
    evidence: [{ measure: "night_hour", value: 70_000, threshold: 70_000, own: { usualNight: 50_000 } }],
  });
  const pause = [...usual, ...buildingDay(90), ...buildingDay(50), ...times(2, ...buildingDay(90))];
  expect(leaksOf(pause, building)).toHaveLength(1);
  const rare = [...usual, ...times(3, ...buildingDay(90), ...buildingDay(50), ...buildingDay(50))];
  expect(leaksOf(rare, building)).toEqual([]);
  const large = times(10, ...buildingDay(100));
  expect(leaksOf([...large, ...times(3, ...buildingDay(129))], building)).toEqual([]);
  expect(leaksOf([...large, ...times(3, ...buildingDay(130))], building)).toHaveLength(1);
});

test("a building's leak ends with the first of two ordinary nights", () => {
  const leaking = [...times(10, ...buildingDay(50)), ...times(5, ...buildingDay(90))];
  const nights = (...night: number[]) => leaksOf([...leaking, ...night.flatMap(buildingDay)], building);
  expect(nights(50)).toMatchObject([{ endedAt: null }]);
  expect(nights(50, 90, 50)).toMatchObject([{ endedAt: null }]);
  expect(nights(50, 50)).toMatchObject([{ endedAt: at(15 * 24 + 4) }]);
});

test("ignores a night without two measured hours", () => {
  const unread = [null, null, null, null, 90, 90, ...times<TestHour>(18, 200)];
  const usual = times(10, ...buildingDay(50));
  const nights: TestHour[] = [...times(2, ...buildingDay(90)), ...unread, ...buildingDay(90)];
  expect(leaksOf([...usual, ...nights], building)).toHaveLength(1);
  expect(leaksOf([...usual, ...nights.slice(0, 72)], building)).toEqual([]);
});

test("a building's burst requires a history of its own", () => {
  const usual = times(10, ...buildingDay(50));
  expect(leaksOf([...usual, ...times(2, 319)], building)).toEqual([]);
  expect(leaksOf([...usual, ...times(2, 320)], building)).toMatchObject([{ rules: ["burst"], suspected: true }]);
  expect(leaksOf(times(30, { gallons: 300, flowTime: 60 }), building)).toEqual([]);
  expect(leaksOf([...times(10, ...ordinaryDay), ...times(10, 300)], { attachedTo: "Irrigation" })).toEqual([]);
});
