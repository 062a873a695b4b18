import fc from "fast-check";
import { expect, test } from "vitest";
import { clockAtProperty, hourAtProperty, instantAtProperty, timeAtProperty } from "./property-time.ts";

const zone = "America/New_York";

test("formats an instant in the property's time zone, with midnight and noon in words", () => {
  expect(timeAtProperty("2026-11-09T05:00:00Z", zone)).toBe("Nov 09, 2026, 12:00 AM");
  expect(timeAtProperty("2026-11-09T17:05:00Z", zone)).toBe("Nov 09, 2026, 12:05 PM");
  expect(hourAtProperty("2026-11-09T04:00:00Z", zone)).toEqual({ date: "2026-11-08", hour: 23 });
});

test("rejects a time skipped in spring, and takes the earlier of two in autumn", () => {
  expect(instantAtProperty("2026-03-08T02:30", zone)).toBeNull();
  expect(instantAtProperty("2026-11-01T01:30", zone)).toBe("2026-11-01T05:30:00.000Z");
  for (const none of ["", "2026-13-01T00:00", "2026-01-01", "yesterday"]) {
    expect(instantAtProperty(none, zone)).toBeNull();
  }
});

test("maps every minute that a clock shows to an instant at which it shows it", () => {
  const zones = fc.constantFrom(zone, "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC");
  const minutes = fc.integer({ min: Date.UTC(2023, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 });
  fc.assert(
    fc.property(zones, minutes, (where, minute) => {
      const clock = clockAtProperty(minute * 60_000, where);
      const instant = instantAtProperty(clock, where);
      expect(instant).not.toBeNull();
      expect(Date.parse(instant ?? "")).toBeLessThanOrEqual(minute * 60_000);
      expect(clockAtProperty(instant ?? "", where)).toBe(clock);
    }),
  );
});
