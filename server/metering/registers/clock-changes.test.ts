import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { localDay, localDayAt } from "../../time/local-day.ts";
import { DaysAtHand } from "../days/days-at-hand.ts";
import { feedRegister, type RegisterState } from "./register-hours.ts";

const MINUTE = 60_000;
const runs = { seed: 20260504, numRuns: 400 };

/** Zones with the day on which their clocks change in spring and in autumn; Kolkata's never do. */
const zones: Record<string, string[]> = {
  "America/New_York": ["2026-03-08", "2025-11-02"],
  "Europe/Madrid": ["2026-03-29", "2025-10-26"],
  "Australia/Lord_Howe": ["2025-10-05", "2026-04-05"],
  "Asia/Kolkata": ["2026-03-08", "2025-10-26"],
};

const changes = Object.entries(zones).flatMap(([timeZone, days]) => days.map((day) => ({ timeZone, day })));
const near = fc.record({
  change: fc.constantFrom(...changes),
  offset: fc.integer({ min: -2, max: 1 }),
  instants: fc.array(fc.integer({ min: 0, max: 4 * 24 * 60 }), { minLength: 2, maxLength: 150 }),
  use: fc.array(fc.nat(9000), { minLength: 1, maxLength: 20 }),
});

/** The hour and minute that the clocks show, as the runtime's own calendar has it. */
function wallClock(timeZone: string, at: number): string {
  return new Date(at).toLocaleString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", day: "2-digit" });
}

test("a day lasts from local midnight to local midnight, however long", () => {
  const lengths = new Set<number>();
  fc.assert(
    fc.property(fc.constantFrom(...changes), fc.integer({ min: -200, max: 200 }), ({ timeZone, day }, offset) => {
      const number = Math.round(Date.parse(day) / DAY_MS) + offset;
      const { startsAt, hours } = localDay(timeZone, number);
      const next = localDay(timeZone, number + 1).startsAt;
      expect(wallClock(timeZone, startsAt)).toMatch(/ 00:00$/);
      expect(wallClock(timeZone, next - MINUTE)).toMatch(/ 23:59$/);
      expect(hours).toBe(Math.ceil((next - startsAt) / HOUR_MS));
      expect(localDayAt(timeZone, startsAt).day).toBe(number);
      expect(localDayAt(timeZone, next - 1).day).toBe(number);
      lengths.add((next - startsAt) / HOUR_MS);
    }),
    { ...runs, examples: changes.map((change) => [change, 0]) },
  );
  expect([...lengths].sort()).toEqual([23, 23.5, 24, 24.5, 25]);
});

test("registers around a clock change give the day's own hours, which add up to the rise", () => {
  fc.assert(
    fc.property(near, ({ change: { timeZone, day }, offset, instants, use }) => {
      const first = Math.round(Date.parse(day) / DAY_MS) + offset;
      const start = localDay(timeZone, first).startsAt;
      const at = new DaysAtHand(1, timeZone, first - 1, []);
      const minutes = [...new Set(instants)].sort((a, b) => a - b);
      const volumes = new Map<number, number>();
      const touch = (hour: number, gallons: number, isMeasured: boolean) => {
        const { startsAt, hours } = localDayAt(timeZone, hour);
        expect((hour - startsAt) % HOUR_MS).toBe(0);
        expect((hour - startsAt) / HOUR_MS).toBeLessThan(hours);
        const key = hour * 2 + (isMeasured ? 0 : 1);
        volumes.set(key, isMeasured ? gallons : gallons + (volumes.get(key) ?? 0));
      };
      let state: RegisterState | null = null;
      let register = 5_000_000;
      for (const [i, minute] of minutes.entries()) {
        if (i > 0) register += use[i % use.length] ?? 0;
        const next = { at: start + minute * MINUTE, register, decision: null };
        const limits = { width: null, mostPerMinute: 400_000, count: 0 };
        state = feedRegister(state, next, limits, (time) => at.hourOf(time), {
          measured: (hour, gallons) => touch(hour, gallons, true),
          covered: (hour) => touch(hour, 0, false),
          estimated: (hour, gallons) => touch(hour, gallons, false),
          found: () => expect.unreachable(),
        });
      }
      const sum = [...volumes.values()].reduce((a, b) => a + b, 0);
      expect(sum).toBe(register - 5_000_000);
    }),
    runs,
  );
});
