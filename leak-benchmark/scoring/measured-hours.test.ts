import { expect, test } from "vitest";
import { HOUR_MS } from "../readings/durations.ts";
import { clockHoursTo, hoursBetween, isWindowRead, measuredHoursTo } from "./measured-hours.ts";

function measured(...numbers: number[]): { at: number }[] {
  return numbers.map((number) => ({ at: number * HOUR_MS }));
}

test("counts measured hours from the leak's first to the one at whose end it is opened", () => {
  const hours = measured(9, 10, 11, 14, 15, 16);
  expect(measuredHoursTo(hours, 10.4 * HOUR_MS, 12 * HOUR_MS)).toBe(2);
  expect(measuredHoursTo(hours, 10 * HOUR_MS, 16 * HOUR_MS)).toBe(4);
  expect(measuredHoursTo(hours, 12.5 * HOUR_MS, 15 * HOUR_MS)).toBe(1);
  expect(measuredHoursTo(hours, 16.5 * HOUR_MS, 12 * HOUR_MS)).toBe(0);
});

test("a window is complete when three quarters of its hours are", () => {
  const begin = 0.5 * HOUR_MS;
  expect(isWindowRead(measured(0, 1, 2), begin, 3)).toBe(true);
  expect(isWindowRead(measured(0, 1, 4), begin, 3)).toBe(true);
  expect(isWindowRead(measured(0, 1, 5), begin, 3)).toBe(false);
});

test("counts every hour that overlaps the time between two instants", () => {
  const numbers = hoursBetween(measured(1, 2, 3, 4, 5), 2.5 * HOUR_MS, 5 * HOUR_MS).map(({ at }) => at / HOUR_MS);
  expect(numbers).toEqual([2, 3, 4]);
});

test("counts hours of the clock the same way, measured or not", () => {
  expect(clockHoursTo(10.4 * HOUR_MS, 12 * HOUR_MS)).toBe(2);
  expect(clockHoursTo(10 * HOUR_MS, 16 * HOUR_MS)).toBe(6);
  expect(clockHoursTo(10 * HOUR_MS, 15.2 * HOUR_MS)).toBe(6);
  expect(clockHoursTo(16.5 * HOUR_MS, 12 * HOUR_MS)).toBe(0);
});
