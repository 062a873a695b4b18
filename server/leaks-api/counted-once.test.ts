import fc from "fast-check";
import { expect, test } from "vitest";
import { countedOnce, type LeakSaving } from "./counted-once.ts";

const HOUR_MS = 3_600_000;
const WEEK = 168;

/** A leak of unit 1 in building 1 that loses so much an hour no more from one hour of the week until another. */
function saving(sits: LeakSaving["sits"], perHour: number, from: number, until: number): LeakSaving {
  const unit_id = sits === "fixture" || sits === "top of unit" ? 1 : null;
  return { sits, perHour, from: from * HOUR_MS, until: until * HOUR_MS, property_id: 1, unit_id, building_id: 1 };
}

const sum = (volumes: readonly number[]) => volumes.reduce((total, volume) => total + volume, 0);
const own = ({ perHour, from, until }: LeakSaving) => (perHour * (until - from)) / HOUR_MS;
const inUnit = fc.constantFrom<LeakSaving["sits"]>("fixture", "top of unit");
const anywhere = fc.constantFrom<LeakSaving["sits"]>("fixture", "top of unit", "irrigation", "building");

function savings(sits: fc.Arbitrary<LeakSaving["sits"]>): fc.Arbitrary<LeakSaving[]> {
  const hours = fc.tuple(fc.nat(WEEK), fc.nat(WEEK));
  const one = fc.tuple(sits, fc.nat(5000), hours).map(([where, perHour, [a, b]]) => {
    return saving(where, perHour, Math.min(a, b), Math.max(a, b));
  });
  return fc.array(one, { maxLength: 8 });
}

/** What the meters of a kind save in an hour of the week. */
function inHour(leaks: readonly LeakSaving[], hour: number, sits: LeakSaving["sits"]): number {
  const at = (hour + 0.5) * HOUR_MS;
  return sum(
    leaks.filter((leak) => leak.sits === sits && leak.from < at && at < leak.until).map((leak) => leak.perHour),
  );
}

test("counts a leak measured by toilet and unit once, plus what only the unit's meter measured", () => {
  const toilet = saving("fixture", 500, 2, 100);
  expect(countedOnce([toilet, saving("top of unit", 500, 2, 100)])).toEqual([49_000, 0]);
  expect(countedOnce([saving("top of unit", 800, 2, 100), toilet])).toEqual([29_400, 49_000]);
  expect(countedOnce([toilet, saving("top of unit", 300, 2, 100)])).toEqual([49_000, 0]);
});

test("counts the unit's meter in full at other times, in another unit and at another property", () => {
  const toilet = saving("fixture", 500, 0, 10);
  const top = saving("top of unit", 500, 0, 10);
  expect(countedOnce([toilet, { ...top, from: 10 * HOUR_MS, until: 20 * HOUR_MS }])).toEqual([5000, 5000]);
  expect(countedOnce([toilet, { ...top, from: 4 * HOUR_MS, until: 12 * HOUR_MS }])).toEqual([5000, 1000]);
  expect(countedOnce([toilet, { ...top, unit_id: 2 }])).toEqual([5000, 5000]);
  expect(countedOnce([toilet, { ...top, property_id: 2 }])).toEqual([5000, 5000]);
});

test("splits savings between two meters of a unit beyond its fixtures", () => {
  const leaks = [saving("fixture", 300, 0, 10), saving("top of unit", 400, 0, 10), saving("top of unit", 200, 0, 10)];
  expect(countedOnce(leaks)).toEqual([3000, 2000, 1000]);
});

test("counts a building meter beyond its units and irrigation, and irrigation in full", () => {
  const [top, rain] = [saving("top of unit", 400, 0, 10), saving("irrigation", 100, 0, 10)];
  const building = saving("building", 700, 0, 10);
  expect(countedOnce([building, saving("fixture", 300, 0, 10), top, rain])).toEqual([2000, 3000, 1000, 1000]);
  expect(countedOnce([{ ...building, building_id: 2 }, top, rain])).toEqual([7000, 4000, 1000]);
});

// Covers cockpit-11
test("a unit saves in every hour the larger of its fixtures and its top meters", () => {
  fc.assert(
    fc.property(savings(inUnit), (leaks) => {
      const hours = Array.from({ length: WEEK }, (_, hour) => hour);
      const all = sum(countedOnce(leaks));
      const most = hours.map((hour) => Math.max(inHour(leaks, hour, "fixture"), inHour(leaks, hour, "top of unit")));
      expect(all).toBeCloseTo(sum(most), 3);
      expect(all).toBeLessThanOrEqual(sum(leaks.map(own)) + 0.001);
      for (const sits of ["fixture", "top of unit"] as const) {
        expect(all).toBeGreaterThanOrEqual(sum(leaks.filter((leak) => leak.sits === sits).map(own)) - 0.001);
      }
    }),
  );
});

test("a building saves in every hour the larger of its meter and all inside, and no leak more than its own", () => {
  fc.assert(
    fc.property(savings(anywhere), (leaks) => {
      const counted = countedOnce(leaks);
      const most = Array.from({ length: WEEK }, (_, hour) => {
        const [fixtures, tops, rain, building] = (["fixture", "top of unit", "irrigation", "building"] as const).map(
          (sits) => inHour(leaks, hour, sits),
        );
        return Math.max(building ?? 0, (rain ?? 0) + Math.max(fixtures ?? 0, tops ?? 0));
      });
      expect(sum(counted)).toBeCloseTo(sum(most), 3);
      for (const [index, volume] of counted.entries()) {
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(volume).toBeLessThanOrEqual((leaks.map(own)[index] ?? 0) + 0.001);
      }
    }),
  );
});

test("the sum does not depend on the order of leaks", () => {
  const shuffled = savings(anywhere).chain((leaks) =>
    fc.tuple(fc.constant(leaks), fc.shuffledSubarray(leaks, { minLength: leaks.length })),
  );
  fc.assert(
    fc.property(shuffled, ([leaks, others]) => {
      expect(sum(countedOnce(others))).toBeCloseTo(sum(countedOnce(leaks)), 3);
    }),
  );
});
