import { expect, test } from "vitest";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { leakRow } from "../testing/leak-row.ts";
import type { HourSeen } from "./hours-seen.ts";
import { finding, leaksBy, volumeError, volumeFound } from "./match.ts";

const leak = { from: 100 * HOUR_MS, until: 200 * HOUR_MS };

test("matches the first row opened after the leak began, if both overlap", () => {
  const first = leakRow(101, 125, 150);
  expect(finding([leakRow(160, 190, null), first], leak, false, [])).toBe(first);
  expect(finding([leakRow(90, 99, null)], leak, false, [])).toBeNull();
  expect(finding([leakRow(90, 99, 120)], leak, false, [])).toBeNull();
  expect(finding([leakRow(205, 230, null)], leak, false, [])).toBeNull();
  // Opened after the leak's end, and yet about it.
  expect(finding([leakRow(190, 210, null)], leak, false, [])).not.toBeNull();
});

test("does not match a row that the home has at that time without the leak", () => {
  const rows = [leakRow(110, 130, 140)];
  expect(finding(rows, leak, false, [leakRow(110, 130, 140)])).toBeNull();
  expect(finding(rows, leak, false, [leakRow(110, 120, 131)])).toBeNull();
  expect(finding(rows, leak, false, [leakRow(110, 131, 140)])).not.toBeNull();
  expect(finding(rows, leak, false, [leakRow(100, 110, 130)])).not.toBeNull();
});

test("accepts a suspicion for bursts only", () => {
  const rows = [leakRow(101, 103, 104, { suspected: true })];
  expect(finding(rows, leak, true, [])).not.toBeNull();
  expect(finding(rows, leak, false, [])).toBeNull();
});

test("treats a home as leaking until a day after its own leak's end", () => {
  expect(leaksBy([leakRow(10, 20, 75)], leak)).toBe(false);
  expect(leaksBy([leakRow(10, 20, 77)], leak)).toBe(true);
  expect(leaksBy([leakRow(10, 20, null)], leak)).toBe(true);
  expect(leaksBy([leakRow(200, 220, null)], leak)).toBe(false);
  expect(leaksBy([leakRow(150, 152, 152, { suspected: true })], leak)).toBe(false);
});

test("counts volume over measured hours of the leak, less what the home has without it", () => {
  const hour = (number: number, gallons: number | null, leakGallons: number): HourSeen => ({
    at: number * HOUR_MS,
    gallons,
    leakGallons,
    isNight: false,
  });
  const hours = [
    hour(99, 9000, 9000),
    hour(100, 1500, 900),
    hour(102, 3000, 1100),
    hour(103, null, 50),
    hour(200, 1, 1),
  ];
  const untouched = [hour(99, 0, 0), hour(100, 500, 0), hour(102, 2000, 100), hour(103, null, 0), hour(200, 1, 1)];
  const volume = volumeFound(hours, untouched, leak);
  expect(volume).toEqual({ reported: 1900, injected: 2000 });
  expect(volumeError(volume)).toBeCloseTo(0.05);
  expect(volumeError({ reported: 5, injected: 0 })).toBeNull();
});
