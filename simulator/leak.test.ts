import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import { type Leak, type LeakKind, leakGallons, leakMinutes } from "./leak.ts";
import { type LeakPlace, type LeakSite, leaksBetween } from "./leak-site.ts";

const START = Date.UTC(2025, 5, 1);
const kinds: LeakKind[] = ["running toilet", "intermittent toilet", "phantom refill", "growing", "drip", "burst"];
const anyLeak = fc
  .record({
    kind: fc.constantFrom(...kinds),
    seed: fc.nat(2 ** 31),
    days: fc.integer({ min: 1, max: 60 }),
    gallonsPerHour: fc.double({ min: 0.3, max: 90, noNaN: true }),
  })
  .map(({ days, ...leak }): Leak => ({ ...leak, startedAt: START, endsAt: START + days * DAY_MS }));

test("hours of a leak add up to its total, about its rate times its duration", () => {
  fc.assert(
    fc.property(anyLeak, (leak) => {
      let sum = 0;
      for (let at = START - HOUR_MS; at < leak.endsAt + HOUR_MS; at += HOUR_MS) {
        const gallons = leakGallons(leak, at, at + HOUR_MS, 10);
        expect(gallons).toBeGreaterThanOrEqual(0);
        sum += gallons;
      }
      expect(sum).toBe(leakGallons(leak, 0, Number.MAX_SAFE_INTEGER, 10));
      const nominal = (leak.gallonsPerHour * 1000 * (leak.endsAt - START)) / HOUR_MS;
      // An intermittent one runs between a third and nine tenths of the time.
      const least = leak.kind === "intermittent toilet" ? 0.25 : 0.9;
      expect(sum).toBeGreaterThan(nominal * least - 1000);
      expect(sum).toBeLessThan(nominal * 1.06 + 1000);
    }),
    { numRuns: 200 },
  );
});

test("an intermittent toilet runs 1 to 5 hours and pauses half an hour to 6", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), (seed) => {
      const leak: Leak = {
        kind: "intermittent toilet",
        seed,
        startedAt: START,
        endsAt: START + 40 * DAY_MS,
        gallonsPerHour: 6,
      };
      const minute = 60_000;
      const spells: { on: boolean; minutes: number }[] = [];
      for (let at = START; at < START + 4 * DAY_MS; at += minute) {
        const on = leakMinutes(leak, at, at + minute, 60).minutes > 0.5;
        const last = spells.at(-1);
        if (last?.on === on) last.minutes += 1;
        else spells.push({ on, minutes: 1 });
      }
      for (const { on, minutes } of spells.slice(1, -1)) {
        expect(minutes).toBeGreaterThanOrEqual(on ? 59 : 29);
        expect(minutes).toBeLessThanOrEqual(on ? 301 : 361);
      }
    }),
    { numRuns: 40 },
  );
});

test("random leaks never overlap in any requested span", () => {
  const places: LeakPlace[] = ["toilet", "plumbing", "heater", "building", "irrigation"];
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.constantFrom(...places), (seed, place) => {
      const site: LeakSite = { seed, place, source: { chance: 1, severity: 2 } };
      const all = leaksBetween(site, START, START + 800 * DAY_MS);
      expect(all.length).toBeGreaterThan(6);
      all.slice(1).forEach((leak, index) => {
        expect(leak.startedAt).toBeGreaterThanOrEqual(all[index].endsAt);
      });
      const daily = new Map<number, Leak>();
      for (let at = START; at < START + 800 * DAY_MS; at += DAY_MS) {
        for (const leak of leaksBetween(site, at, at + DAY_MS)) daily.set(leak.startedAt, leak);
      }
      expect([...daily.values()]).toEqual(all);
    }),
    { numRuns: 200 },
  );
});
