import { expect, test } from "vitest";
import type { BackTest, BackTestCase } from "../../../../../contract/leaks/rule-settings.ts";
import { addUpBackTests, inSampleOrder } from "./back-test-sums.ts";

const sum = (count: number, gallons: number, cost: number) => ({ count, not_a_leak_count: 1, gallons, cost });
const oneCase = (gallons: number): BackTestCase => ({
  case_id: 1,
  building_name: "Main",
  unit_name: "1",
  meter_serial_number: "S1",
  leak_type: "other leak",
  started_at: "2026-06-01T00:00:00.000Z",
  ended_at: null,
  is_not_a_leak: false,
  gallons,
  cost: 1,
});
const backTest = (property_name: string, changed: Partial<BackTest> = {}): BackTest => ({
  property_id: property_name.length,
  property_name,
  organization_id: 1,
  time_zone: "UTC",
  from: "2026-03-01",
  until: "2026-05-30",
  hours_kept_from: null,
  has_readings: true,
  before: sum(3, 10.5, 0.1),
  after: sum(2, 7, 0.2),
  removed: sum(1, 3.5, 0.1),
  added: sum(0, 0, 0),
  changed: 1,
  removed_cases: [oneCase(3.5)],
  added_cases: [],
  ...changed,
});

test("adds several properties up, and lists the cases with the most gallons first", () => {
  const oak = backTest("Oak", { removed_cases: [oneCase(9), oneCase(2)], has_readings: false });
  const sums = addUpBackTests([backTest("Elm Street"), oak, backTest("Ash", { hours_kept_from: "2026-04-01" })]);
  expect(sums).toMatchObject({
    before: { count: 9, not_a_leak_count: 3, gallons: 31.5, cost: 0.3 },
    after: { count: 6, cost: 0.6 },
    changed: 3,
    withoutReadings: ["Oak"],
    shortened: [{ property_name: "Ash" }],
  });
  expect(sums.removedCases.map(({ property_name, gallons }) => [property_name, gallons])).toEqual([
    ["Oak", 9],
    ["Elm Street", 3.5],
    ["Ash", 3.5],
    ["Oak", 2],
  ]);
});

test("takes properties in an order that has nothing to do with their ids, the same each time", () => {
  const properties = Array.from({ length: 40 }, (_, index) => ({ id: index + 1 }));
  const order = inSampleOrder(properties).map(({ id }) => id);
  expect(order.toSorted((a, b) => a - b)).toEqual(properties.map(({ id }) => id));
  expect(inSampleOrder(properties.toReversed()).map(({ id }) => id)).toEqual(order);
  const firstHalf = order.slice(0, 20).filter((id) => id <= 20).length;
  expect(firstHalf).toBeGreaterThan(4);
  expect(firstHalf).toBeLessThan(16);
});
