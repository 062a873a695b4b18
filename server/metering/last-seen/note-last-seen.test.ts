import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyWorkDay, isRead, totalsOf, type WorkDay } from "../days/work-day.ts";
import { hasDataOn, newestOn } from "./last-seen-day.ts";
import { type KnownLastSeen, knownAfter } from "./note-last-seen.ts";
import { READ_DAYS } from "./status-from-days.ts";

const LAST_DAY = 150;

/** The last-seen values of a meter, calculated from its days one by one. */
function lastSeenFrom(days: ReadonlyMap<number, WorkDay>): KnownLastSeen {
  const sorted = [...days.values()].toSorted((a, b) => a.day - b.day);
  const newest = sorted.findLast(hasDataOn);
  const lastSeenOn = newest?.day ?? null;
  let readDays = 0n;
  for (const { day, hours, totals } of sorted) {
    const ago = (lastSeenOn ?? 0) - day;
    if (lastSeenOn !== null && ago >= 0 && ago < READ_DAYS && isRead(totals.hoursMeasured, hours))
      readDays += 1n << BigInt(ago);
  }
  return {
    lastSeenOn: lastSeenOn,
    seenAt: newest === undefined ? null : newestOn(newest),
    lastFlowOn: sorted.findLast(({ totals }) => (totals.gallonsTotal ?? 0) > 0)?.day ?? null,
    readDays,
  };
}

function dayOf(day: number, measured: number, gallons: number): WorkDay {
  const work = emptyWorkDay(1, "America/Chicago", day);
  work.gallons = Array.from({ length: measured }, () => gallons);
  work.totals = totalsOf(work);
  return work;
}

const dayLike = fc.tuple(fc.constantFrom(0, 3, 17, 18, 23), fc.constantFrom(0, 0, 500));
/** From a day on, what each day is like then: hours measured (0: gone) and the volume of each. */
const change = fc.record({
  from: fc.oneof(fc.integer({ min: 0, max: LAST_DAY }), fc.integer({ min: 70, max: 73 })),
  days: fc.oneof(...[3, 90].map((maxLength) => fc.array(dayLike, { maxLength }))),
});

test("the status after any change of days equals the one from all days, or needs a look-up", () => {
  let looked = 0;
  let kept = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const days = new Map<number, WorkDay>();
      let known = lastSeenFrom(days);
      for (const { from, days: newDays } of changes) {
        for (const day of [...days.keys()]) if (day >= from) days.delete(day);
        for (const [i, [measured, gallons]] of newDays.entries()) {
          if (measured > 0) days.set(from + i, dayOf(from + i, measured, gallons));
        }
        const atHand = [...days.values()].filter(({ day }) => day >= from);
        const after = knownAfter(known, { from, days: atHand });
        known = lastSeenFrom(days);
        if (after === null) looked++;
        else {
          kept++;
          expect(after).toEqual(known);
        }
      }
    }),
    { numRuns: 300 },
  );
  // Both happen, the cheap one mostly.
  expect(looked).toBeGreaterThan(20);
  expect(kept).toBeGreaterThan(looked);
});

test("the newest instant of a day is its newest register, else the end of its newest hour or volume", () => {
  const day = dayOf(20_000, 7, 0);
  const hour = 3_600_000;
  expect(newestOn(day)).toBe(day.startsAt + 7 * hour);
  expect(newestOn({ ...day, covered: 1 << 9 })).toBe(day.startsAt + 10 * hour);
  const lump = { hour: 11, hours: 3, gallons: 5, sequence: 0, class: 0 };
  expect(newestOn({ ...day, lumps: [lump] })).toBe(day.startsAt + 12 * hour);
  expect(newestOn({ ...day, registerSeconds: [60, 7200], registers: [1, 2] })).toBe(day.startsAt + 2 * hour);
  expect(newestOn(emptyWorkDay(1, "America/Chicago", 20_000))).toBeNull();
  // 4 October 2026 has 23.5 hours there, the last of them is half of one.
  const short = emptyWorkDay(1, "Australia/Lord_Howe", Date.parse("2026-10-04") / 86_400_000);
  short.gallons = Array.from({ length: 24 }, () => 1);
  expect(newestOn(short)).toBe(Date.parse("2026-10-05T00:00:00+11:00"));
});
