import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { onCallAt, stretchesFrom } from "./on-call.ts";

const weeks = { user_ids: [1, 2, 3], first_week_on: "2026-03-02", starts_at: "09:00", time_zone: "America/Chicago" };
const at = (text: string) => Date.parse(text);

test.each([
  ["2026-03-02T15:00:00Z", 1],
  ["2026-03-02T14:59:59Z", 3],
  // The clocks change on March 8.
  ["2026-03-09T13:59:59Z", 1],
  ["2026-03-09T14:00:00Z", 2],
  ["2026-03-16T14:00:00Z", 3],
  ["2026-03-23T14:00:00Z", 1],
  ["2026-02-09T15:00:00Z", 1],
])("at %s person %i is on call", (instant, userId) => {
  expect(onCallAt(weeks, at(instant)).userId).toBe(userId);
});

test("weeks follow each other without gaps, also over changes of the clocks", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at("2024-01-01T00:00:00Z"), max: at("2029-01-01T00:00:00Z") }),
      fc.constantFrom("America/Chicago", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"),
      fc.constantFrom("00:00", "01:30", "01:45", "02:30", "09:00", "23:59"),
      fc.constantFrom(1, 7),
      (now, time_zone, starts_at, dayOfWeek) => {
        const own = { ...weeks, first_week_on: `2026-03-0${dayOfWeek + 1}`, time_zone, starts_at };
        const { userId, from, until } = onCallAt(own, now);
        expect(from).toBeLessThanOrEqual(now);
        expect(onCallAt(own, from)).toEqual({ userId, from, until });
        expect(until).toBeGreaterThan(now);
        expect(until - now).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
        expect(onCallAt(own, until - 1).userId).toBe(userId);
        expect(onCallAt(own, until).userId).toBe((userId % 3) + 1);
        const begin = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(time_zone);
        expect(begin.dayOfWeek).toBe(dayOfWeek);
      },
    ),
  );
});

test("somebody is on call in every minute around a change of clocks within the hour in which weeks begin", () => {
  // Sundays at 01:30; on 1 November that comes twice, at 06:30 and at 07:30 in UTC.
  const sundays = { ...weeks, user_ids: [1, 2], first_week_on: "2026-06-07", starts_at: "01:30" };
  expect(onCallAt(sundays, at("2026-11-01T06:29:00Z")).userId).toBe(1);
  expect(onCallAt(sundays, at("2026-11-01T06:30:00Z")).userId).toBe(2);
  for (let now = at("2026-10-31T00:00:00Z"); now < at("2026-11-03T00:00:00Z"); now += 60_000) {
    const { from, until } = onCallAt(sundays, now);
    expect([from <= now, now < until], new Date(now).toISOString()).toEqual([true, true]);
    expect(stretchesFrom(sundays, [], now, 1)).toHaveLength(1);
  }
});

const days = (list: { userId: number; from: number; until: number; insteadOf: number | null }[]) =>
  list.map(({ userId, from, until, insteadOf }) =>
    [userId, new Date(from).toISOString(), new Date(until).toISOString(), insteadOf].join(" "),
  );

test("an override splits the week at local midnights, also where the clocks change", () => {
  const overrides = [{ user_id: 9, first_on: "2026-03-07", last_on: "2026-03-08" }];
  expect(days(stretchesFrom(weeks, overrides, at("2026-03-05T00:00:00Z"), 2))).toEqual([
    "1 2026-03-02T15:00:00.000Z 2026-03-07T06:00:00.000Z ",
    "9 2026-03-07T06:00:00.000Z 2026-03-09T05:00:00.000Z 1",
    "1 2026-03-09T05:00:00.000Z 2026-03-09T14:00:00.000Z ",
    "2 2026-03-09T14:00:00.000Z 2026-03-16T14:00:00.000Z ",
  ]);
});

test("an override over a change of weeks is one for each person, and none for one's own week", () => {
  const overrides = [{ user_id: 2, first_on: "2026-03-15", last_on: "2026-03-16" }];
  expect(days(stretchesFrom(weeks, overrides, at("2026-03-15T20:00:00Z"), 2))).toEqual([
    "2 2026-03-15T05:00:00.000Z 2026-03-16T14:00:00.000Z ",
    "2 2026-03-16T14:00:00.000Z 2026-03-17T05:00:00.000Z 3",
    "3 2026-03-17T05:00:00.000Z 2026-03-23T14:00:00.000Z ",
  ]);
});
