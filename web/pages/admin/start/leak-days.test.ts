import { expect, test } from "vitest";
import { leakDays } from "./leak-days.ts";

const leak = {
  meter_serial_number: "S1",
  leak_type: "toilet leak",
  building_name: "A",
  unit_name: "101",
  started_at: "2019-06-03T04:00:00.000Z",
  opened_at: "2019-06-03T08:00:00.000Z",
} as const;

// Covers first-leak-9
test("shows a leak of years ago on its own days, in the property's time zone", () => {
  expect(leakDays(leak, "America/Chicago", Date.parse("2026-06-03T12:00:00Z"))).toEqual({
    start_date: "2019-06-02",
    end_date: "2019-06-09",
  });
});

test("never requests a future day", () => {
  expect(leakDays(leak, "America/Chicago", Date.parse("2019-06-04T02:00:00Z")).end_date).toBe("2019-06-03");
});
