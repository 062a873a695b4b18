import { expect, test } from "vitest";
import { localPeriod } from "../query/period.ts";

/** 01:30 on 10 June in New York, 19:30 on the 9th in Honolulu. */
const now = Date.parse("2026-06-10T05:30:00Z");

test.each([
  ["America/New_York", undefined, "2026-06-09", "2026-06-09"],
  ["Pacific/Honolulu", undefined, "2026-06-08", "2026-06-08"],
  ["America/New_York", 1, "2026-06-09", "2026-06-09"],
  ["America/New_York", 7, "2026-06-03", "2026-06-09"],
  ["America/New_York", 30, "2026-05-11", "2026-06-09"],
  ["America/New_York", 0, "2026-06-10", "2026-06-10"],
  ["Pacific/Honolulu", 0, "2026-06-09", "2026-06-09"],
])("%s, days_ago %s: %s to %s", (timeZone, days_ago, startDate, endDate) => {
  expect(localPeriod(timeZone, { days_ago }, now)).toMatchObject({ startDate, endDate, lastDate: endDate });
});

test("keeps explicit days, none after today", () => {
  const params = { start_date: "2026-06-01", end_date: "2026-06-30" };
  expect(localPeriod("Pacific/Honolulu", params, now)).toMatchObject({
    startDate: "2026-06-01",
    endDate: "2026-06-30",
    lastDate: "2026-06-09",
  });
});

test("starts days at local midnight, 23 hours apart when clocks go forward", () => {
  const day = localPeriod("America/New_York", { start_date: "2026-03-08", end_date: "2026-03-08" }, now);
  expect(new Date(day.startsAt).toISOString()).toBe("2026-03-08T05:00:00.000Z");
  expect(new Date(day.endsAt).toISOString()).toBe("2026-03-09T04:00:00.000Z");
});
