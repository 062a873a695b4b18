import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { onCallAt } from "./on-call.ts";

const weeks = { user_ids: [1, 2, 3], first_week_on: "2026-03-02", starts_at: "09:00", time_zone: "America/Chicago" };
const at = (text: string) => Date.parse(text);

test.each([
  ["2026-03-02T15:00:00Z", 1],
  ["2026-03-02T14:59:59Z", 3],
  // The clocks change on March 8.
  ["2026-03-09T13:59:59Z", 1],
  ["2026-03-09T14:00:00Z", 2],
  ["2026-03-16T14:00:00Z", 3],
  ["2026-03-23T14:00:00Z", 1],
  ["2026-02-09T15:00:00Z", 1],
])("at %s person %i is on call", (instant, userId) => {
  expect(onCallAt(weeks, at(instant)).userId).toBe(userId);
});

test("weeks follow each other without gaps, also over changes of the clocks", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at("2024-01-01T00:00:00Z"), max: at("2029-01-01T00:00:00Z") }),
      fc.constantFrom("America/Chicago", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"),
      fc.constantFrom("00:00", "02:30", "09:00", "23:59"),
      (now, time_zone, starts_at) => {
        const own = { ...weeks, time_zone, starts_at };
        const { userId, from, until } = onCallAt(own, now);
        expect(from).toBeLessThanOrEqual(now);
        expect(onCallAt(own, from)).toEqual({ userId, from, until });
        expect(until).toBeGreaterThan(now);
        expect(until - now).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
        expect(onCallAt(own, until - 1).userId).toBe(userId);
        expect(onCallAt(own, until).userId).toBe((userId % 3) + 1);
        const begin = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(time_zone);
        expect(begin.dayOfWeek).toBe(1);
      },
    ),
  );
});
