import fc from "fast-check";
import { expect, test } from "vitest";
import { OPEN_AFTER_DAYS } from "../metering/plan/retained.ts";
import { dayText } from "../time/local-day.ts";
import { limitsOf, nextMonth } from "./limits.ts";

const at = (text: string) => Date.parse(text);
const text = (day: number | null) => (day === null ? null : dayText(day));

test("drops only whole months, once the first open day is old enough", () => {
  const three = { hoursMonths: 3, daysMonths: null };
  expect(text(limitsOf(three, at("2026-11-21T12:00Z")).hoursFrom)).toBe("2026-08-01");
  // The 9th of August is the first day that stays open: three months before the 9th of November, a day later in every zone.
  expect(text(limitsOf(three, at("2026-11-09T12:00Z")).hoursFrom)).toBe("2026-07-01");
  expect(text(limitsOf(three, at("2026-11-10T12:00Z")).hoursFrom)).toBe("2026-08-01");
  expect(text(limitsOf(three, at("2026-05-31T12:00Z")).hoursFrom)).toBe("2026-02-01");
});

test("drops nothing without settings; a limit on days also drops their hours", () => {
  expect(limitsOf({ hoursMonths: null, daysMonths: null }, at("2026-11-21T12:00Z"))).toEqual({
    hoursFrom: null,
    daysFrom: null,
  });
  const days = limitsOf({ hoursMonths: null, daysMonths: 6 }, at("2026-11-21T12:00Z"));
  expect([text(days.hoursFrom), text(days.daysFrom)]).toEqual(["2026-05-01", "2026-05-01"]);
});

test("keeps at least what is set, and at most two months more", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at("2024-01-01T00:00Z"), max: at("2030-01-01T00:00Z") }),
      fc.integer({ min: 3, max: 40 }),
      fc.integer({ min: 0, max: 40 }),
      (now, hoursMonths, more) => {
        const { hoursFrom, daysFrom } = limitsOf({ hoursMonths, daysMonths: hoursMonths + more }, now);
        if (hoursFrom === null || daysFrom === null) throw new Error("Limits are missing.");
        const kept = (day: number) => now / 86_400_000 - day;
        expect(kept(hoursFrom + OPEN_AFTER_DAYS)).toBeGreaterThanOrEqual(hoursMonths * 30.4 - 3);
        expect(kept(hoursFrom)).toBeLessThan((hoursMonths + 2) * 31 + OPEN_AFTER_DAYS);
        expect(daysFrom).toBeLessThanOrEqual(hoursFrom);
        expect(dayText(hoursFrom)).toMatch(/-01$/);
        expect(dayText(nextMonth(hoursFrom))).toMatch(/-01$/);
      },
    ),
    { numRuns: 500 },
  );
});
