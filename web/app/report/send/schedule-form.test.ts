import { afterEach, expect, test, vi } from "vitest";
import { lastZone } from "./schedule-form.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("what is yesterday in the last zone is over in all of them", () => {
  const zones = ["America/New_York", "America/Chicago", "America/Los_Angeles"];
  // 01:30 in New York, 00:30 in Chicago, 22:30 of the day before in Los Angeles.
  vi.setSystemTime(Date.parse("2026-06-02T05:30:00Z"));
  expect(lastZone(zones)).toBe("America/Los_Angeles");
  expect(lastZone([])).toBeUndefined();
});
