import { expect, test } from "vitest";
import type { ChartPoint } from "../../../../../contract/reporting/leak-details.ts";
import { daysOf, lookAround, lookBack, splitHours } from "./before-after.ts";

const hour = 3_600_000;
const repaired = "2026-06-20T17:30:00Z";
const at = Date.parse(repaired);

/** Hours from one to another instant: two gallons each and one of them leaks, before the repair. */
function points(
  from: number,
  until: number,
  change: (begin: number) => Partial<ChartPoint> = () => ({}),
): ChartPoint[] {
  const begins = Array.from({ length: Math.ceil((until - from) / hour) }, (_, index) => from + index * hour);
  return begins.map((begin) => ({
    label: new Date(begin).toISOString(),
    gallons_consumed: begin < at ? 2 : 1,
    gallons_leaked: begin < at ? 1 : 0,
    events: null,
    estimated_gallons: 0,
    ...change(begin),
  }));
}

test("compares as many days before as have begun since, up to seven, in local days", () => {
  expect(lookAround(repaired, at + hour).days).toBe(1);
  expect(lookAround(repaired, at + 25 * hour).days).toBe(2);
  const long = lookAround(repaired, at + 900 * hour);
  expect(long.days).toBe(7);
  expect(daysOf(long, "America/Chicago")).toEqual({ start_date: "2026-06-13", end_date: "2026-06-27" });
  // A zone in which the day is another one already.
  expect(daysOf(long, "Pacific/Auckland")).toEqual({ start_date: "2026-06-14", end_date: "2026-06-28" });
});

test("calculates each side's rates from its last measured hours", () => {
  const look = lookAround(repaired, at + 48 * hour);
  const { before, after } = splitHours(points(at - 200 * hour - hour / 2, at + 100 * hour), look);
  expect(before.points).toHaveLength(48);
  expect(before).toMatchObject({ hoursMeasured: 48, gallonsPerHour: 2, leakGallonsPerHour: 1 });
  expect(after).toMatchObject({ gallonsPerHour: 1, leakGallonsPerHour: 0 });
  // The hour that still runs is on neither side.
  expect(Date.parse(after.points.at(-1)?.label ?? "")).toBeLessThanOrEqual(at + 47 * hour);
});

test("never counts unmeasured or estimated hours as zero", () => {
  const look = lookAround(repaired, at + 24 * hour);
  const silent = splitHours(
    points(at - 24 * hour, at + 24 * hour, (begin) =>
      begin < at ? {} : { gallons_consumed: null, gallons_leaked: null },
    ),
    look,
  );
  expect(silent.after).toMatchObject({
    hoursMeasured: 0,
    gallonsPerHour: null,
    leakGallonsPerHour: null,
    lastMeasuredAt: null,
  });
  const spread = splitHours(
    points(at - 24 * hour, at, (begin) => (begin < at - 2 * hour ? { estimated_gallons: 2 } : {})),
    look,
  );
  expect(spread.before.hoursMeasured).toBe(2);
  expect(spread.before.lastMeasuredAt).toBe(new Date(at - hour).toISOString());
});

test("splits the last seven days of a running leak at its start", () => {
  const now = at + 24 * hour;
  const { before, after } = splitHours(points(at - 300 * hour, now), lookBack(repaired, now));
  expect([before.points.length, after.points.length]).toEqual([6 * 24, 24]);
  const old = splitHours(points(at - 300 * hour, now), lookBack("2026-01-01T00:00:00Z", now));
  expect(old.before.points).toEqual([]);
});
