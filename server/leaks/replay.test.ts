import fc from "fast-check";
import { expect, test } from "vitest";
import type { MeterDay } from "../readings/meter-day.ts";
import { advanceDay, type LeakMeter, snapshotChanges, takeChanges } from "./advance.ts";
import { decodeLeakState, encodeLeakState, newLeakState } from "./state.ts";
import { anyMeter, anyMeterHours } from "./testing/any-hours.ts";
import { daysOf } from "./testing/hours.ts";
import { LeakTable } from "./testing/leak-table.ts";

const RUNS = { numRuns: 250 };

function feedDays(meter: LeakMeter, days: MeterDay[], from = newLeakState(), table = new LeakTable()) {
  for (const day of days) {
    advanceDay(from, meter, day, day.hours);
    table.write(takeChanges(from));
  }
  return { state: from, table };
}

function expectSame(one: LeakTable, other: LeakTable): void {
  expect(one.leaks).toEqual(other.leaks);
  expect(one.gallons).toEqual(other.gallons);
}

test("processing hours in any portions, stored in between, gives the result of one run", () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 12 });
  let withLeaks = 0;
  fc.assert(
    fc.property(anyMeter, anyMeterHours, cuts, (meter, hours, portions) => {
      const days = daysOf(hours);
      const whole = feedDays(meter, days);
      let state = newLeakState();
      const table = new LeakTable();
      let turn = 0;
      for (const day of days) {
        for (let until = 0; until < day.hours; ) {
          until = Math.min(day.hours, until + (portions[turn++ % portions.length] ?? 24));
          advanceDay(state, meter, day, until);
          table.write(takeChanges(state));
          state = decodeLeakState(encodeLeakState(state));
        }
      }
      expectSame(table, whole.table);
      expect(encodeLeakState(state)).toEqual(encodeLeakState(whole.state));
      if (whole.table.leaks.length > 0) withLeaks++;
    }),
    RUNS,
  );
  expect(withLeaks).toBeGreaterThan(RUNS.numRuns / 4);
});

test("days without a reading may be included or left out, with or without reading changes", () => {
  fc.assert(
    fc.property(anyMeter, anyMeterHours, (meter, hours) => {
      const days = daysOf(hours);
      const withData = days.filter((day, index) => index === days.length - 1 || !isSilent(day));
      const state = newLeakState();
      const table = new LeakTable();
      for (const day of withData) advanceDay(state, meter, day, day.hours);
      table.write(takeChanges(state));
      // Days without data before the first reading are not fed at all, and change nothing either.
      expectSame(table, feedDays(meter, days).table);
    }),
    RUNS,
  );
});

test("late data: replaying from any earlier checkpoint gives the result of a run from the beginning", () => {
  const lateness = { late: fc.integer({ min: 0, max: 500 }), back: fc.integer({ min: 0, max: 30 }) };
  fc.assert(
    fc.property(anyMeter, anyMeterHours, fc.record(lateness), (meter, hours, { late, back }) => {
      const days = daysOf(hours);
      const lateDay = late % days.length;
      const checkpointDay = Math.max(0, lateDay - back);
      const before = days.map((day, index) => (index === lateDay ? withoutReadings(day) : day));

      const early = feedDays(meter, before.slice(0, checkpointDay));
      const checkpoint = encodeLeakState(early.state);
      const { table } = feedDays(meter, before.slice(checkpointDay), early.state, early.table);

      const state = decodeLeakState(checkpoint);
      table.goBackTo(state, snapshotChanges(state));
      feedDays(meter, days.slice(checkpointDay), state, table);
      expectSame(table, feedDays(meter, days).table);
    }),
    { numRuns: 400 },
  );
});

test("leak gallons never exceed the hour's gallons, exist only in measured hours, and add up to the totals", () => {
  fc.assert(
    fc.property(anyMeter, anyMeterHours, (meter, hours) => {
      const days = daysOf(hours);
      const { table } = feedDays(meter, days);
      const measured = new Map(
        days.flatMap((day) =>
          day.gallons.map((gallons, index) => [day.startsAt + index * 3_600_000, gallons] as const),
        ),
      );
      for (const [at, gallons] of table.gallons) expect(gallons).toBeLessThanOrEqual(measured.get(at) ?? 0);
      const sum = table.gallons.reduce((total, [, gallons]) => total + gallons, 0);
      expect(table.leaks.reduce((total, leak) => total + leak.totalGallons, 0)).toBe(sum);
      for (const leak of table.leaks) {
        expect(leak.startedAt).toBeLessThan(leak.openedAt);
        expect(leak.lastConfirmedAt).toBeGreaterThanOrEqual(leak.openedAt);
        if (leak.endedAt !== null) expect(leak.endedAt).toBeGreaterThanOrEqual(leak.lastConfirmedAt);
      }
      // A sure leak that is found late may reach back over a suspicion that came to nothing.
      for (const suspected of [false, true]) {
        const rows = table.leaks.filter((leak) => leak.suspected === suspected);
        for (const [index, next] of rows.slice(1).entries()) {
          // The end is the end of the last hour, at which another leak may begin.
          expect(next.startedAt).toBeGreaterThanOrEqual(rows[index]?.endedAt ?? Number.POSITIVE_INFINITY);
        }
      }
    }),
    RUNS,
  );
});

function isSilent(day: MeterDay): boolean {
  return day.covered === 0 && day.gallons.every((gallons) => gallons === null);
}

function withoutReadings(day: MeterDay): MeterDay {
  return { ...day, gallons: day.gallons.map(() => null), flowTime: null, covered: 0 };
}
