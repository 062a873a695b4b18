import { describe, expect, test } from "vitest";
import { checkSchedule, daysBefore, nextTime } from "./schedule.ts";

const CHICAGO = "America/Chicago";
const from = Date.parse("2026-01-05T18:00:00Z");
const schedule = (rule: string, timeZone = CHICAGO) => ({ rule, timeZone, from });

/** The times after an instant. */
function times(rule: string, after: string, count: number, timeZone = CHICAGO): string[] {
  const found: string[] = [];
  for (let at: number | null = Date.parse(after); found.length < count; ) {
    at = nextTime(schedule(rule, timeZone), at);
    if (at === null) break;
    found.push(new Date(at).toISOString());
  }
  return found;
}

test("is once at both clock changes, and by the local clock around them", () => {
  // 02:30 is left out on 8 March, 01:30 comes twice on 1 November.
  expect(times("FREQ=DAILY;BYHOUR=2;BYMINUTE=30", "2026-03-07T00:00:00Z", 3)).toEqual([
    "2026-03-07T08:30:00.000Z",
    "2026-03-08T08:30:00.000Z",
    "2026-03-09T07:30:00.000Z",
  ]);
  expect(times("FREQ=DAILY;BYHOUR=1;BYMINUTE=30", "2026-10-31T00:00:00Z", 3)).toEqual([
    "2026-10-31T06:30:00.000Z",
    "2026-11-01T06:30:00.000Z",
    "2026-11-02T07:30:00.000Z",
  ]);
});

test("has weeks, months and the days that RFC 5545 has, at 07:00 unless it says another hour", () => {
  expect(times("FREQ=WEEKLY;BYDAY=MO", "2026-06-01T00:00:00Z", 2)).toEqual([
    "2026-06-01T12:00:00.000Z",
    "2026-06-08T12:00:00.000Z",
  ]);
  expect(times("FREQ=MONTHLY;BYMONTHDAY=31;BYHOUR=6", "2026-01-31T20:00:00Z", 2)).toEqual([
    "2026-03-31T11:00:00.000Z",
    "2026-05-31T11:00:00.000Z",
  ]);
  expect(times("FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=6", "2026-01-31T20:00:00Z", 1)).toEqual(["2026-02-27T12:00:00.000Z"]);
  expect(times("FREQ=DAILY;BYHOUR=6", "2026-01-05T06:00:00Z", 1)).toEqual(["2026-01-05T12:00:00.000Z"]);
});

test("counts from the first time after it was made", () => {
  expect(times("FREQ=DAILY;COUNT=2", "2026-01-05T18:00:00Z", 5)).toEqual([
    "2026-01-06T13:00:00.000Z",
    "2026-01-07T13:00:00.000Z",
  ]);
  expect(times("FREQ=DAILY;COUNT=2;BYHOUR=13", "2026-01-05T18:00:00Z", 5)).toEqual([
    "2026-01-05T19:00:00.000Z",
    "2026-01-06T19:00:00.000Z",
  ]);
});

test.each([
  ["America/Los_Angeles", "FREQ=DAILY;BYHOUR=9;UNTIL=20260107T160000Z", ["2026-01-06T17:00:00.000Z"]],
  ["Asia/Tokyo", "FREQ=DAILY;UNTIL=20260106T230000Z", ["2026-01-05T22:00:00.000Z", "2026-01-06T22:00:00.000Z"]],
  [CHICAGO, "FREQ=DAILY;UNTIL=20260107", ["2026-01-06T13:00:00.000Z", "2026-01-07T13:00:00.000Z"]],
])("in %s %s ends at that instant, or with that day", (timeZone, rule, expected) => {
  expect(times(rule, "2026-01-05T18:00:00Z", 5, timeZone)).toEqual(expected);
});

test.each([
  "FREQ=MONTHLY;INTERVAL=99999999",
  "FREQ=DAILY;INTERVAL=99999999",
  "FREQ=YEARLY;INTERVAL=99999999",
  // Of the Sundays among them the next is in 2060.
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU",
])("%s has no time after a date that is the last of the calendar or too far from the next", (rule) => {
  expect(times(rule, "2026-01-05T00:00:00Z", 3)).toHaveLength(1);
});

describe("a rule that cannot be", () => {
  test.each([
    ["every Monday", "This is not an iCalendar rule."],
    ["FREQ=WEEKLY;BYDAY=XX", "This is not an iCalendar rule."],
    ["FREQ=HOURLY", "A report is sent at most once a day"],
    ["FREQ=DAILY;BYHOUR=6,18", "A report is sent at most once a day"],
    ["FREQ=DAILY;BYHOUR=25", "A report is sent at most once a day"],
    ["FREQ=DAILY;BYHOUR=7;BYMINUTE=60", "A report is sent at most once a day"],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "This rule has no future date."],
    ["FREQ=DAILY;UNTIL=20200101T000000Z", "This rule has no future date."],
    ["FREQ=MONTHLY;INTERVAL=99999999", "Set INTERVAL to a whole number from 1 to 366."],
    ["FREQ=DAILY;INTERVAL=1,2", "Set INTERVAL to a whole number from 1 to 366."],
    ["FREQ=DAILY;INTERVAL=0", "Set INTERVAL to a whole number from 1 to 366."],
    ["RSCALE=CHINESE;FREQ=YEARLY", "Only the Gregorian"],
    ["FREQ=DAILY\nFREQ=HOURLY", "This is not an iCalendar rule."],
  ])("%s", (rule, sentence) => {
    expect(() => checkSchedule(schedule(rule))).toThrow(
      expect.objectContaining({ message: expect.stringContaining(sentence) }),
    );
  });
});

test("counts days back from the local day on which it is sent", () => {
  const at = Date.parse("2026-03-01T05:30:00Z"); // 28 February in Chicago
  expect(daysBefore("yesterday", CHICAGO, at)).toEqual({ start_date: "2026-02-27", end_date: "2026-02-27" });
  expect(daysBefore("last_7_days", CHICAGO, at)).toEqual({ start_date: "2026-02-21", end_date: "2026-02-27" });
  expect(daysBefore("last_30_days", CHICAGO, at)).toEqual({ start_date: "2026-01-29", end_date: "2026-02-27" });
  expect(daysBefore("last_month", CHICAGO, at)).toEqual({ start_date: "2026-01-01", end_date: "2026-01-31" });
});
