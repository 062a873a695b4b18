import fc from "fast-check";
import { expect, test } from "vitest";
import type { MeterDay } from "../readings/meter-day.ts";
import { HOUR_MS } from "../time/durations.ts";
import { advanceDay, type LeakMeter, leavePlace, snapshotChanges, takeChanges } from "./advance.ts";
import type { LeakState } from "./state/leak-state.ts";
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

test("at its next place a meter is judged as one that begins there, and its leak before ends where it left", () => {
  const moves = { day: fc.nat(), hour: fc.nat(), late: fc.nat() };
  let leftLeaks = 0;
  fc.assert(
    fc.property(anyMeter, anyMeterHours, fc.record(moves), (meter, hours, { day, hour, late }) => {
      const days = daysOf(hours);
      const moveDay = day % days.length;
      const moved = days[moveDay];
      if (moved === undefined) return;
      const moveHour = 1 + (hour % moved.hours);
      const leftAt = moved.startsAt + moveHour * HOUR_MS;
      const feed = (from: number, state: LeakState, table: LeakTable) => {
        for (const [index, one] of days.entries()) {
          if (index < from) continue;
          if (index === moveDay) {
            advanceDay(state, meter, one, moveHour);
            leavePlace(state, meter, false);
          }
          advanceDay(state, meter, one, one.hours);
          table.write(takeChanges(state));
        }
        return { state, table };
      };
      const { state, table } = feed(0, newLeakState(), new LeakTable());

      const before = newLeakState();
      for (const one of days.slice(0, moveDay)) advanceDay(before, meter, one, one.hours);
      advanceDay(before, meter, moved, moveHour);
      if (before.leak?.endedAt === null) leftLeaks++;
      const after = feedDays(meter, [elsewhereUntil(moved, moveHour), ...days.slice(moveDay + 1)]).table;
      expect(table.leaks.filter(({ startedAt }) => startedAt >= leftAt)).toEqual(after.leaks);
      expect(table.gallons.filter(([at]) => at >= leftAt)).toEqual(after.gallons);
      for (const { startedAt, endedAt } of table.leaks) {
        if (startedAt < leftAt) expect(endedAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(leftAt);
      }

      const checkpointDay = late % days.length;
      const checkpoint = feedDays(meter, []).state;
      const early = new LeakTable();
      for (const [index, one] of days.entries()) {
        if (index >= checkpointDay) break;
        if (index === moveDay) {
          advanceDay(checkpoint, meter, one, moveHour);
          leavePlace(checkpoint, meter, false);
        }
        advanceDay(checkpoint, meter, one, one.hours);
        early.write(takeChanges(checkpoint));
      }
      const restored = decodeLeakState(encodeLeakState(checkpoint));
      const replayed = feed(checkpointDay, checkpoint, early).table;
      replayed.goBackTo(restored, snapshotChanges(restored));
      const again = feed(checkpointDay, restored, replayed);
      expectSame(again.table, table);
      expect(encodeLeakState(again.state)).toEqual(encodeLeakState(state));
    }),
    RUNS,
  );
  expect(leftLeaks).toBeGreaterThan(RUNS.numRuns / 20);
});

test("leak gallons never exceed the hour's gallons, exist only in measured hours from the start of a leak to its end, and add up to the totals", () => {
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
      const isIn = (at: number) =>
        table.leaks.some(({ startedAt, endedAt }) => startedAt <= at && at < (endedAt ?? Number.POSITIVE_INFINITY));
      expect(table.gallons.filter(([at]) => !isIn(at))).toEqual([]);
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

function elsewhereUntil(day: MeterDay, hour: number): MeterDay {
  const isHere = (slot: number) => slot >= hour;
  return {
    ...day,
    gallons: day.gallons.map((gallons, slot) => (isHere(slot) ? gallons : null)),
    covered: (day.covered >> hour) << hour,
  };
}

function isSilent(day: MeterDay): boolean {
  return day.covered === 0 && day.gallons.every((gallons) => gallons === null);
}

function withoutReadings(day: MeterDay): MeterDay {
  return { ...day, gallons: day.gallons.map(() => null), flowTime: null, covered: 0 };
}
