import fc from "fast-check";
import { expect, test } from "vitest";
import { dayNumber, dayText } from "../../time/local-day.ts";
import { bucketsOf, labelStep, resolutionOf } from "./buckets.ts";

test("labels a week from its Monday through six days more, cut at the end of the period", () => {
  expect(bucketsOf("2026-11-04", "2026-11-10", "week")).toEqual([
    { label: "Nov 02, 2026 - Nov 08, 2026", date: "2026-11-04", start_date: "2026-11-04", end_date: "2026-11-08" },
    { label: "Nov 09, 2026 - Nov 15, 2026", date: "2026-11-09", start_date: "2026-11-09", end_date: "2026-11-10" },
  ]);
});

test("splits a period into whole months except the first and the last", () => {
  expect(bucketsOf("2028-01-31", "2028-03-01", "month")).toEqual([
    { label: "Jan 2028", date: "2028-01-31", start_date: "2028-01-31", end_date: "2028-01-31" },
    { label: "Feb 2028", date: "2028-02-01", start_date: "2028-02-01", end_date: "2028-02-29" },
    { label: "Mar 2028", date: "2028-03-01", start_date: "2028-03-01", end_date: "2028-03-01" },
  ]);
});

test("thins out labels above 200, 500, 1000 and 1500 points", () => {
  expect([200, 201, 500, 501, 1000, 1001, 1500, 1501].map(labelStep)).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
  expect([1, 92, 93, 366, 367].map(resolutionOf)).toEqual(["day", "day", "week", "week", "month"]);
});

test("puts every day of a period into exactly one point", () => {
  const day = fc.integer({ min: dayNumber("2019-01-01"), max: dayNumber("2031-12-31") });
  fc.assert(
    fc.property(day, fc.nat(800), fc.constantFrom("day", "week", "month"), (first, more, resolution) => {
      const buckets = bucketsOf(dayText(first), dayText(first + more), resolution);
      let next = first;
      for (const bucket of buckets) {
        expect(dayNumber(bucket.start_date)).toBe(next);
        expect(bucket.end_date >= bucket.start_date).toBe(true);
        next = dayNumber(bucket.end_date) + 1;
      }
      expect(next).toBe(first + more + 1);
    }),
    { numRuns: 300 },
  );
});
