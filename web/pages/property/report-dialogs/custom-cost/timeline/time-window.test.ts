import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, countDays } from "../../../../../app/report/search/calendar.ts";
import { OPEN } from "./day-spans.ts";
import { priceLanes } from "./price-lanes.ts";
import { dayAt, monthTicks, periodDays, placed, timeWindow } from "./time-window.ts";

const today = "2026-03-10";
const month = { first: "2026-02-08", last: "2026-03-09" };
const lanesOf = (...starts: string[]) =>
  priceLanes(
    [1],
    { prices: starts.map((day) => ({ unit_ids: [1], cost: 0.02, start_date: day, end_date: day })), history: [] },
    undefined,
    undefined,
  );

test("a report's days are those of its period", () => {
  expect(periodDays({ period: "last-30-days" }, today)).toEqual(month);
  expect(periodDays({ period: "today" }, today)).toEqual({ first: today, last: today });
  const range = { start_date: "2026-01-01", end_date: "2026-01-31" };
  expect(periodDays({ period: "custom-date-range", ...range }, today)).toEqual({
    first: "2026-01-01",
    last: "2026-01-31",
  });
});

test("includes today, the report, the new price and changes near them, and counts those further away", () => {
  const found = timeWindow(lanesOf("2015-01-01", "2025-09-01"), today, month, undefined);
  expect(found.first < "2025-09-01" && found.first > "2025-01-01").toBe(true);
  expect(found.last > today).toBe(true);
  expect(found).toMatchObject({ earlier: 2, later: 0 });
  const planned = { first: "2030-01-01", last: OPEN };
  expect(timeWindow(lanesOf("2025-09-01"), today, month, planned).last > "2030-01-01").toBe(true);
});

const window = fc.record({ from: fc.nat(4000), days: fc.integer({ min: 31, max: 4000 }) }).map(({ from, days }) => {
  const first = addDays("2018-01-01", from);
  return { first, last: addDays(first, days) };
});

test("adjacent days touch, and the day under the pointer is the one drawn there", () => {
  fc.assert(
    fc.property(window, fc.nat(10_000), fc.integer({ min: 200, max: 1000 }), (days, nth, width) => {
      const day = addDays(days.first, nth % countDays(days.first, days.last));
      const box = placed({ first: day, last: day }, days, width);
      if (box === null) throw new Error("A day of the drawing has a place in it.");
      expect(dayAt(box.x + box.width / 2, days, width)).toBe(day);
      const all = placed({ first: days.first, last: day }, days, width);
      expect(all?.width).toBeCloseTo(box.x + box.width, 6);
    }),
  );
  expect(placed({ first: "2010-01-01", last: "2010-02-01" }, month, 400)).toBeNull();
});

test("labels the axis at firsts of months within it, with room between them", () => {
  fc.assert(
    fc.property(window, fc.integer({ min: 240, max: 1000 }), (days, width) => {
      const ticks = monthTicks(days, width);
      const places = ticks.map((day) => placed({ first: day, last: day }, days, width)?.x ?? -1);
      expect(ticks.every((day) => day.endsWith("-01") && day >= days.first && day <= days.last)).toBe(true);
      for (const [nth, x] of places.slice(1).entries()) expect(x - (places[nth] ?? 0)).toBeGreaterThan(50);
    }),
  );
});
