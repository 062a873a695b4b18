import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttachedTo } from "../server/readings/meter-day.ts";
import { dayNumber } from "../server/time/local-day.ts";
import { simulateDay } from "./day.ts";
import type { SimulatedPoint, SimulatedProperty, SimulatedUnit } from "./places.ts";
import { demoPortfolio } from "./portfolio.ts";
import { pointsOf } from "./received.ts";

const FIRST = dayNumber("2025-01-01");
const properties = demoPortfolio(1).flatMap((organization) => organization.properties);
const places = properties.flatMap((property) => pointsOf(property).map((point) => ({ property, point })));
const anyPlace = fc.constantFrom(...places);
const anyDay = fc.integer({ min: FIRST, max: FIRST + 800 });

/** The most that passes a point, in gallons per minute. */
const capacity: Record<AttachedTo, number> = {
  Toilet: 10,
  "Water Heater": 15,
  SPOE: 25,
  DPOE: 25,
  Irrigation: 60,
  Building: 400,
};

test("gives the same water for the same seed, other water for another", () => {
  const again = demoPortfolio(1).flatMap((organization) => organization.properties);
  const other = demoPortfolio(2).flatMap((organization) => organization.properties);
  const water = (from: SimulatedProperty[]) =>
    from.map((property) => pointsOf(property).map((point) => simulateDay(property, point, FIRST + 100).gallons));
  expect(water(again)).toEqual(water(properties));
  expect(water(other)).not.toEqual(water(properties));
});

test("a single day equals that day in a run from the start", () => {
  fc.assert(
    fc.property(anyPlace, fc.uniqueArray(anyDay, { minLength: 2, maxLength: 6 }), ({ property, point }, days) => {
      const ascending = [...days].sort((a, b) => a - b);
      const inOrder = new Map(ascending.map((day) => [day, simulateDay(property, point, day)]));
      for (const day of days) expect(simulateDay(property, point, day)).toEqual(inOrder.get(day));
    }),
    { numRuns: 200 },
  );
});

test("flow time and events fit the volume, and the volume fits the point", () => {
  fc.assert(
    fc.property(anyPlace, anyDay, ({ property, point }, day) => {
      const { gallons, flowTime, events, hours } = simulateDay(property, point, day);
      expect(gallons).toHaveLength(hours);
      expect((flowTime === null) === !point.reportsFlow && (events === null) === !point.reportsFlow).toBe(true);
      gallons.forEach((volume, hour) => {
        expect(volume % point.registerCount).toBe(0);
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(volume).toBeLessThanOrEqual(capacity[point.attachedTo] * 60_000);
        const minutes = flowTime?.[hour] ?? null;
        const draws = events?.[hour] ?? null;
        if (minutes === null || draws === null) return;
        expect(Number.isInteger(minutes) && Number.isInteger(draws)).toBe(true);
        expect(minutes).toBeLessThanOrEqual(60);
        expect(minutes * capacity[point.attachedTo] * 1000).toBeGreaterThanOrEqual(volume);
        expect(minutes >= 1).toBe(volume > 0);
        expect(draws >= 1).toBe(volume > 0);
      });
    }),
    { numRuns: 2000 },
  );
});

test("days have 23 and 25 hours where the clocks change, and not in Phoenix", () => {
  const hoursOn = (key: string, date: string) => {
    const property = properties.find((candidate) => candidate.key === key);
    if (property === undefined) throw new Error(`no property ${key}`);
    return simulateDay(property, pointsOf(property)[0], dayNumber(date)).gallons.length;
  };
  expect(hoursOn("lakeshore-terrace", "2025-03-09")).toBe(23);
  expect(hoursOn("lakeshore-terrace", "2025-11-02")).toBe(25);
  expect(hoursOn("desert-willow", "2025-03-09")).toBe(24);
  expect(hoursOn("kapiolani-gardens", "2025-11-02")).toBe(24);
});

function hourly(property: SimulatedProperty, points: SimulatedPoint[], day: number): number[] {
  const days = points.map((point) => simulateDay(property, point, day).gallons);
  return days.reduce((sum, hours) => hours.map((gallons, hour) => gallons + (sum[hour] ?? 0)), []);
}

const units = properties.flatMap((property) =>
  property.buildings.flatMap((building) => building.units.map((unit) => ({ property, unit }))),
);

function metersOf(unit: SimulatedUnit, attachedTo: string): SimulatedPoint[] {
  return unit.points.filter((point) => point.attachedTo === attachedTo);
}

test("fixtures never use more than their unit in an hour, nor run longer", () => {
  const metered = units.filter(({ unit }) => metersOf(unit, "SPOE").length === 1 && unit.points.length > 1);
  fc.assert(
    fc.property(fc.constantFrom(...metered), anyDay, ({ property, unit }, day) => {
      const [spoe, ...fixtures] = unit.points;
      const whole = simulateDay(property, spoe, day);
      hourly(property, fixtures, day).forEach((gallons, hour) => {
        expect(gallons).toBeLessThanOrEqual(whole.gallons[hour]);
      });
      for (const fixture of fixtures) {
        const part = simulateDay(property, fixture, day);
        part.flowTime?.forEach((minutes, hour) => {
          if (whole.flowTime !== null) expect(minutes).toBeLessThanOrEqual(whole.flowTime[hour] ?? 0);
        });
      }
    }),
    { numRuns: 1000 },
  );
});

test("hot and cold meters together are the whole home, and a building's master at least its homes", () => {
  const masters = properties.flatMap((property) =>
    property.buildings.flatMap((building) =>
      building.points.flatMap((point) =>
        point.attachedTo === "Building" ? [{ property, master: point, units: building.units }] : [],
      ),
    ),
  );
  expect(masters.length).toBeGreaterThan(2);
  const asWhole = (unit: SimulatedUnit, like: SimulatedPoint): SimulatedPoint => ({
    ...like,
    attachedTo: "SPOE",
    measures: { what: "home", home: unit.home },
  });
  const pairs = units.filter(({ unit }) => metersOf(unit, "DPOE").length === 2);
  fc.assert(
    fc.property(fc.constantFrom(...pairs), fc.constantFrom(...masters), anyDay, (pair, building, day) => {
      const { property, unit } = pair;
      const whole = simulateDay(property, asWhole(unit, unit.points[0]), day).gallons;
      expect(hourly(property, unit.points, day)).toEqual(whole);
      const homes = building.units.map((home) => asWhole(home, building.master));
      const master = simulateDay(building.property, building.master, day).gallons;
      hourly(building.property, homes, day).forEach((gallons, hour) => {
        expect(gallons).toBeLessThanOrEqual(master[hour]);
      });
    }),
    { numRuns: 100 },
  );
});
