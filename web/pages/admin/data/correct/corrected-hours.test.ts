// Covers data-9

import { expect, test } from "vitest";
import { hourError, hoursOf, lastHourError, typedHours, volumeError, withVolume } from "./corrected-hours.ts";

const zone = "America/Chicago";
const now = Date.parse("2026-12-01T12:00:00Z");

test("accepts only full hours in the past", () => {
  expect(hourError("", zone, now)).toBe("Say which hour.");
  expect(hourError("2026-05-01T14:30", zone, now)).toMatch(/full hour/);
  expect(hourError("2026-03-08T02:00", zone, now)).toMatch(/no such hour/);
  expect(hourError("2026-12-01T07:00", zone, now)).toMatch(/still to come/);
  expect(hourError("2026-12-01T06:00", zone, now)).toBeNull();
  expect(lastHourError("2026-05-01T13:00", "2026-05-01T14:00", zone, now)).toMatch(/before the first/);
  expect(lastHourError("2026-05-03T14:00", "2026-05-01T14:00", zone, now)).toMatch(/at most 48/);
  expect(lastHourError("2026-05-03T13:00", "2026-05-01T14:00", zone, now)).toBeNull();
});

test("offers the repeated hour in autumn twice, and the skipped hour in spring never", () => {
  expect(hoursOf("2026-11-01T00:00", "2026-11-01T01:00", zone, now).map(({ hourLabel }) => hourLabel)).toEqual([
    "Nov 01, 2026, 12:00 AM",
    "Nov 01, 2026, 1:00 AM",
    "Nov 01, 2026, 1:00 AM (second)",
  ]);
  expect(hoursOf("2026-03-08T01:00", "2026-03-08T03:00", zone, now)).toHaveLength(2);
  expect(hoursOf("2026-05-01T14:00", "", zone, now)).toEqual([
    { at: "2026-05-01T19:00:00.000Z", hourLabel: "May 01, 2026, 2:00 PM" },
  ]);
});

test('keeps hours without a volume as they are, and "none" is not measured', () => {
  const hours = hoursOf("2026-05-01T14:00", "2026-05-01T16:00", zone, now);
  const [first, , last] = hours.map(({ at }) => at);
  const typed = withVolume(withVolume(withVolume("", first ?? "", "12"), last ?? "", "none"), first ?? "", "12.5");
  expect(typedHours(typed, hours)).toEqual([
    { hour: first, gallons: 12.5 },
    { hour: last, gallons: null },
  ]);
  expect(volumeError("")).toBeNull();
  expect(volumeError("none")).toBeNull();
  expect(volumeError("-1")).not.toBeNull();
  expect(volumeError("2100001")).not.toBeNull();
});
