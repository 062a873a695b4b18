import { expect, test } from "vitest";
import type { AttachedTo } from "../../readings/meter-day.ts";
import { emptyWorkDay, totalsOf } from "../days/work-day.ts";
import { hasAnyData, type MeterOnDay, unitDayOf } from "./unit-day.ts";

const DAY = 20_000;

let points = 0;

/** A meter on a day; hours that are not given are not measured. It has a point of its own unless one is given. */
function meter(
  attachedTo: AttachedTo,
  values: { gallons?: (number | null)[]; estimated?: number[]; leak?: number[]; covered?: number } | null,
  from = 0,
  until = 24,
  pointId = points++,
): MeterOnDay {
  if (values === null) return { pointId, attachedTo, day: null, from, until };
  const day = emptyWorkDay(1, "Etc/UTC", DAY);
  day.gallons = [...(values.gallons ?? [])];
  day.estimated = values.estimated ?? null;
  day.leakGallons = values.leak ?? null;
  day.covered = values.covered ?? 0;
  day.totals = totalsOf(day);
  return { pointId, attachedTo, day, from, until };
}

const unit = (...meters: MeterOnDay[]) => unitDayOf(1, DAY, 24, meters);
const all = (gallons: number) => new Array<number>(24).fill(gallons);

test("takes the volume from the whole-unit meter, and fixtures as detail", () => {
  expect(unit(meter("SPOE", { gallons: all(10) }), meter("Toilet", { gallons: all(4) }))).toMatchObject({
    gallons: 240,
    toiletGallons: 96,
    heaterGallons: null,
    isRead: true,
    metersRead: 2,
    topMetersRead: 1,
  });
});

test("needs both whole-unit meters for an hour; a covered hour adds none", () => {
  const hot = meter("DPOE", { gallons: [5, null, 7, null], covered: 2 });
  const cold = meter("DPOE", { gallons: [1, 2, 3, 4] });
  expect(unit(hot, cold)).toMatchObject({ gallons: 18, isRead: false });
  expect(unit(hot, meter("DPOE", null))).toMatchObject({ gallons: null });
});

test("sums fixtures without a whole-unit meter", () => {
  expect(unit(meter("Toilet", { gallons: all(4) }), meter("Water Heater", { gallons: all(6) }))).toMatchObject({
    gallons: 240,
    toiletGallons: 96,
    heaterGallons: 144,
  });
});

test("counts caught-up volume, and marks it", () => {
  expect(unit(meter("SPOE", { gallons: [3, null], estimated: [2, 5] }))).toMatchObject({ gallons: 10, estimated: 7 });
});

test("counts fixture leaks in the unit's leak, up to its consumption", () => {
  const spoe = meter("SPOE", { gallons: [10, 10], leak: [8, 8] });
  expect(unit(spoe, meter("Toilet", { gallons: [9, 9], leak: [3, 3] }))).toMatchObject({
    toiletLeak: 6,
    otherLeak: 10,
  });
  // Four fifths of the day's leak explained: the rest is none.
  expect(unit(spoe, meter("Toilet", { gallons: [9, 9], leak: [5, 8] }))).toMatchObject({
    toiletLeak: 13,
    otherLeak: 0,
  });
  const both = unit(spoe, meter("Toilet", { gallons: [9, 9], leak: [9, 9] }), meter("Water Heater", { leak: [9, 9] }));
  expect(both).toMatchObject({ toiletLeak: 18, heaterLeak: 2, otherLeak: 0 });
});

test("splits a swap at its instant: the old meter counts before it, the new one after", () => {
  const gallons = [...all(1).slice(0, 10), 1];
  const old = meter("SPOE", { gallons }, 0, 10.5, -1);
  const fresh = meter("SPOE", { gallons: [...new Array<null>(10).fill(null), ...all(2).slice(0, 14)] }, 10.5, 24, -1);
  expect(unit(old, fresh)).toMatchObject({ gallons: 11 + 28, isRead: true });
  expect(unit(old, meter("SPOE", null, 10.5, 24, -1))).toMatchObject({ gallons: 11, isRead: false });
});

test("either meter measures the hour of a swap; it is null where neither does", () => {
  const cold = meter("DPOE", { gallons: all(5) });
  const silent = new Array<null>(11).fill(null);
  const old = (gallons: number[]) => meter("DPOE", { gallons }, 0, 10.5, -1);
  const fresh = meter("DPOE", { gallons: [...silent, ...all(2).slice(0, 13)] }, 10.5, 24, -1);
  expect(unit(cold, old(all(1).slice(0, 11)), fresh)).toMatchObject({ gallons: 24 * 5 + 11 + 26 });
  expect(unit(cold, old(all(1).slice(0, 10)), fresh)).toMatchObject({ gallons: 23 * 5 + 10 + 26 });
});

test("gives no day without any reading", () => {
  expect(hasAnyData([meter("SPOE", null), meter("Toilet", {})])).toBe(false);
  expect(hasAnyData([meter("SPOE", { covered: 1 })])).toBe(true);
});
