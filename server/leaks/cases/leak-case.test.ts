import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { type CaseLeak, type LeakDay, type LeakKind, leakCases, leakKinds, longestPause } from "./leak-case.ts";

const START = Date.UTC(2026, 0, 1);
const [TOILET, HEATER, SUPPLY] = [1, 2, 3];
const kindOfMeter: Record<number, LeakKind> = { 1: "toilet leak", 2: "water heater", 3: "other leak" };

/** A leak of a meter from one day until another, counted from START; until null: it goes on. */
function leak(meterId: number, from: number, until: number | null): CaseLeak {
  const endedAt = until === null ? null : START + until * DAY_MS;
  return {
    meterId,
    kind: kindOfMeter[meterId] ?? "other leak",
    startedAt: START + from * DAY_MS,
    endedAt,
    lastConfirmedAt: endedAt ?? START + 400 * DAY_MS,
    gallons: 1000,
  };
}

/** Days, counted from START, with what leaked of each kind. */
function days(from: number, until: number, toilet: number, heater: number, other: number): LeakDay[] {
  return Array.from({ length: until - from }, (_, index) => {
    const startsAt = START + (from + index) * DAY_MS;
    return {
      day: new Date(startsAt).toISOString().slice(0, 10),
      startsAt,
      endsAt: startsAt + DAY_MS,
      leaked: { "toilet leak": toilet, "water heater": heater, "other leak": other },
    };
  });
}

const sketch = (leaks: CaseLeak[], ofDays: LeakDay[]) =>
  leakCases(leaks, ofDays).map(({ cause, kinds, leaks: own, days: ownDays }) => ({
    cause,
    kinds,
    meters: own.map(({ meterId }) => meterId),
    gallons: ownDays.reduce((sum, { gallons }) => sum + gallons, 0),
  }));

describe("one cause is one case", () => {
  test("a top meter's leak that a toilet explains is the toilet's case", () => {
    const found = sketch([leak(TOILET, 0, 10), leak(SUPPLY, 0, 10)], days(0, 10, 90, 0, 10));
    expect(found).toEqual([
      { cause: "toilet leak", kinds: ["toilet leak", "other leak"], meters: [TOILET, SUPPLY], gallons: 1000 },
    ]);
  });

  test("a kind with less than a tenth of the gallons is not shown", () => {
    const [found] = sketch([leak(TOILET, 0, 10), leak(SUPPLY, 0, 10)], days(0, 10, 91, 0, 9));
    expect(found?.kinds).toEqual(["toilet leak"]);
  });

  test("a top meter's leak of another time that the toilet explains to 79 % is a case of its own", () => {
    const found = sketch([leak(TOILET, 2, 10), leak(SUPPLY, 0, 10)], days(0, 10, 79, 0, 21));
    expect(found).toEqual([
      { cause: "other leak", kinds: ["other leak"], meters: [SUPPLY], gallons: 210 },
      { cause: "toilet leak", kinds: ["toilet leak"], meters: [TOILET], gallons: 790 },
    ]);
  });

  test("a top meter's leak that began with the toilet's goes with it from a third on", () => {
    const of = (toilet: number) =>
      sketch([leak(TOILET, 1, 10), leak(SUPPLY, 0, 10)], days(0, 10, toilet, 0, 100 - toilet));
    expect([of(33), of(32)].map((cases) => cases.length)).toEqual([1, 2]);
  });

  test("a top meter's leak that began while the toilet's ran goes with it from a half on", () => {
    const of = (toilet: number) =>
      sketch([leak(TOILET, 0, 10), leak(SUPPLY, 4, 10)], days(0, 10, toilet, 0, 100 - toilet));
    expect([of(50), of(49)].map((cases) => cases.length)).toEqual([1, 2]);
  });

  test("a top meter's leak goes with the fixture that leaked most", () => {
    const leaks = [leak(TOILET, 0, 10), leak(HEATER, 0, 10), leak(SUPPLY, 0, 10)];
    const found = sketch(leaks, days(0, 10, 30, 60, 10));
    expect(found.map(({ cause, meters }) => [cause, meters])).toEqual([
      ["toilet leak", [TOILET]],
      ["water heater", [HEATER, SUPPLY]],
    ]);
  });

  test("returns within 30 days as the same case, later as another", () => {
    const once = [leak(TOILET, 0, 5), leak(TOILET, 35, 40)];
    expect(leakCases(once, []).map(({ runs }) => runs.length)).toEqual([2]);
    expect(leakCases([leak(TOILET, 0, 5), leak(TOILET, 35.1, 40)], [])).toHaveLength(2);
  });

  test("knows its longest pause, and no end while one of its leaks has none", () => {
    const [found] = leakCases([leak(TOILET, 0, 5), leak(TOILET, 8, 9), leak(TOILET, 10, null)], []);
    expect(found).toMatchObject({ startedAt: START, endedAt: null });
    expect(found === undefined ? 0 : longestPause(found)).toBe(3 * DAY_MS);
  });
});

const anyLeak = fc
  .record({
    meterId: fc.constantFrom(TOILET, HEATER, SUPPLY, 4),
    from: fc.integer({ min: 0, max: 150 * 24 }),
    hours: fc.option(fc.integer({ min: 1, max: 60 * 24 })),
  })
  .map(({ meterId, from, hours }): CaseLeak => {
    const startedAt = START + from * HOUR_MS;
    const endedAt = hours === null ? null : startedAt + hours * HOUR_MS;
    const kind = kindOfMeter[meterId] ?? "toilet leak";
    return { meterId, kind, startedAt, endedAt, lastConfirmedAt: endedAt ?? startedAt, gallons: from };
  });

/** Days on which leaks of a kind ran, each with gallons of the kind. */
function daysOf(leaks: CaseLeak[]): LeakDay[] {
  return days(0, 220, 0, 0, 0).flatMap((day) => {
    const runs = (kind: LeakKind) =>
      leaks.some((one) => one.kind === kind && one.startedAt < day.endsAt && (one.endedAt ?? Infinity) > day.startsAt);
    const leaked = { "toilet leak": 0, "water heater": 0, "other leak": 0 };
    for (const [index, kind] of leakKinds.entries()) {
      if (runs(kind)) leaked[kind] = ((day.startsAt / DAY_MS) * (index + 3)) % 50;
    }
    return [{ ...day, leaked }];
  });
}

test("each leak is in one case, each leaked gallon in one, and the order of arrival does not matter", () => {
  fc.assert(
    fc.property(fc.array(anyLeak, { minLength: 1, maxLength: 8 }), fc.integer(), (leaks, seed) => {
      const ofDays = daysOf(leaks);
      const cases = leakCases(leaks, ofDays);
      expect(cases.flatMap((one) => one.leaks)).toHaveLength(leaks.length);
      const gallons = cases.flatMap((one) => one.days).reduce((sum, day) => sum + day.gallons, 0);
      const leaked = ofDays.flatMap((day) => Object.values(day.leaked)).reduce((sum, one) => sum + one, 0);
      expect(gallons).toBe(leaked);
      const shuffled = leaks.toSorted((a, b) => ((a.startedAt * seed) % 7) - ((b.startedAt * seed) % 7));
      const strip = (ofLeaks: CaseLeak[]) =>
        leakCases(ofLeaks, ofDays).map((one) => ({ ...one, leaks: one.leaks.length }));
      expect(strip(shuffled)).toEqual(strip(leaks));
    }),
    { numRuns: 500 },
  );
});
