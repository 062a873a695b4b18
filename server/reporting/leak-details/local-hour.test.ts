import { expect, test } from "vitest";
import { localHour } from "./local-hour.ts";

test.each([
  ["Asia/Kathmandu", "2026-06-09T18:15:00Z", "00:00", "2026-06-10T00:00:00+05:45"],
  ["America/St_Johns", "2026-06-09T02:30:00Z", "00:00", "2026-06-09T00:00:00-02:30"],
  // The clocks of Lord Howe go back by half an hour at 02:00.
  ["Australia/Lord_Howe", "2026-04-04T14:00:00Z", "01:00", "2026-04-05T01:00:00+11:00"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "01:30", "2026-04-05T01:30:00+10:30"],
  ["America/New_York", "2026-11-01T05:00:00Z", "01:00", "2026-11-01T01:00:00-04:00"],
  ["America/New_York", "2026-11-01T06:00:00Z", "01:00", "2026-11-01T01:00:00-05:00"],
  ["UTC", "2026-01-01T00:00:00Z", "00:00", "2026-01-01T00:00:00+00:00"],
])("%s at %s is %s", (timeZone, at, time, instant) => {
  expect(localHour(timeZone, Date.parse(at))).toEqual({ time, instant });
});
