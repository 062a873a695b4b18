import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import { localDay } from "../server/time/local-day.ts";
import { simulateDay } from "./day.ts";
import type { SimulatedPoint } from "./places.ts";
import { arrivalsBetween, pointsOf, receivedDay } from "./received.ts";
import { type Scenario, type ScenarioName, scenarioNames, simulateScenario } from "./scenarios.ts";
import { trueLeakGallons } from "./truth.ts";

const LAST = 20_600;

function meter({ property }: Scenario, serialNumber: string): SimulatedPoint {
  const point = pointsOf(property).find((candidate) => candidate.serialNumber === serialNumber);
  if (point === undefined) throw new Error(`no meter ${serialNumber}`);
  return point;
}

function missing({ property }: Scenario, day: number, asOf: number): number {
  const days = pointsOf(property).map((point) => receivedDay(property, point, day, asOf).measured.gallons);
  return days.flat().filter((gallons) => gallons === null).length;
}

test.each(scenarioNames)("%s is deterministic", (name) => {
  expect(simulateScenario(name, LAST)).toEqual(simulateScenario(name, LAST));
});

test.each<[ScenarioName, number]>([
  ["night leak", 2.5],
  ["burst", 300],
  ["late batch", 6],
  ["clock change", 3],
  ["vacant unit", 1.5],
])("%s has one leak, and its meters carry it", (name, rate) => {
  const scenario = simulateScenario(name, LAST);
  expect(scenario.truth).toHaveLength(1);
  const [leak] = scenario.truth;
  expect(leak.gallonsPerHour).toBe(rate);
  for (const serialNumber of leak.seenBy) {
    const point = meter(scenario, serialNumber);
    for (let day = scenario.fromDay; day <= scenario.lastDay; day += 1) {
      const { gallons, startsAt } = simulateDay(scenario.property, point, day);
      gallons.forEach((volume, hour) => {
        const at = startsAt + hour * HOUR_MS;
        expect(volume).toBeGreaterThanOrEqual(trueLeakGallons(leak, at, at + HOUR_MS));
      });
    }
  }
});

test("the vacant unit has no flow without its leak, and flow in every hour with it", () => {
  const scenario = simulateScenario("vacant unit", LAST);
  const point = meter(scenario, scenario.truth[0].serialNumber);
  expect(simulateDay(scenario.property, point, LAST).gallons.every((gallons) => gallons > 0)).toBe(true);
  expect(simulateDay(scenario.property, point, LAST - 20).gallons.some((gallons) => gallons > 0)).toBe(false);
});

test("the dead gateway delivers until it dies, and nothing after", () => {
  const scenario = simulateScenario("dead gateway", LAST);
  const meters = pointsOf(scenario.property).length;
  expect(scenario.truth).toHaveLength(0);
  expect(missing(scenario, LAST - 3, Number.POSITIVE_INFINITY)).toBe(0);
  expect(missing(scenario, LAST - 2, Number.POSITIVE_INFINITY)).toBe(16 * meters);
  expect(missing(scenario, LAST, Number.POSITIVE_INFINITY)).toBe(24 * meters);
});

test("the late batch is missing until it arrives, and then complete", () => {
  const scenario = simulateScenario("late batch", LAST);
  const noon = localDay(scenario.property.timeZone, LAST).startsAt + 12 * HOUR_MS;
  expect(missing(scenario, LAST - 1, noon - 1)).toBeGreaterThan(17 * pointsOf(scenario.property).length);
  expect(missing(scenario, LAST - 1, noon + HOUR_MS)).toBe(0);
  expect(missing(scenario, LAST, noon + DAY_MS)).toBe(0);
  const inTheBatch = new Set(
    arrivalsBetween(scenario.property, noon - 1, noon + HOUR_MS / 2).map(
      ({ serialNumber, at }) => `${serialNumber} ${at}`,
    ),
  );
  // 30 hours of silence, the twelve hours before it once more, and nothing else but the hour that ends at noon.
  expect(inTheBatch.size / pointsOf(scenario.property).length).toBe(43);
});

test.each([LAST, LAST + 120, LAST + 250])("the clock change before day %i is within its leak", (lastDay) => {
  const { property, truth, fromDay, lastDay: last } = simulateScenario("clock change", lastDay);
  const days = Array.from({ length: last - fromDay + 1 }, (_, day) => localDay(property.timeZone, fromDay + day));
  const odd = days.filter((day) => day.hours !== 24);
  expect(odd).toHaveLength(1);
  expect(truth[0].from).toBeLessThan(odd[0].startsAt);
  expect(truth[0].to).toBeGreaterThan(odd[0].startsAt + DAY_MS);
});
