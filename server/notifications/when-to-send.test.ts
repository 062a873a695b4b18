import { expect, test } from "vitest";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import { nextHour, whenToSend } from "./when-to-send.ts";

const CHICAGO = "America/Chicago";
const sent = (settings: Partial<NotificationSettings>, now: string, isBurst = false) => {
  const found = whenToSend(
    { ...defaultNotifications("at_once"), ...settings },
    { propertyZone: CHICAGO, now: Date.parse(now), isBurst },
  );
  return found === null ? null : [new Date(found.at).toISOString(), found.isList ? "list" : "alone"];
};

test("a person who wants no mails gets none, not even of a burst", () => {
  expect(sent({ mail: "off" }, "2026-06-10T12:00:00Z", true)).toBeNull();
});

test.each([
  ["at once by day", "2026-06-10T17:00:00Z", ["2026-06-10T17:00:00.000Z", "alone"]],
  ["after quiet hours that began today", "2026-06-11T03:00:00Z", ["2026-06-11T11:30:00.000Z", "list"]],
  ["after quiet hours that began yesterday", "2026-06-11T09:00:00Z", ["2026-06-11T11:30:00.000Z", "list"]],
  ["at once in the minute in which quiet hours end", "2026-06-11T11:30:00Z", ["2026-06-11T11:30:00.000Z", "alone"]],
])("%s", (_, now, wanted) => {
  expect(sent({}, now)).toEqual(wanted);
});

test("quiet hours follow the person's own clock where they have chosen one", () => {
  expect(sent({ time_zone: "Asia/Tokyo" }, "2026-06-10T17:00:00Z")).toEqual(["2026-06-10T21:30:00.000Z", "list"]);
  expect(sent({ quiet_hours: null }, "2026-06-11T03:00:00Z")).toEqual(["2026-06-11T03:00:00.000Z", "alone"]);
});

test("a burst waits for nothing", () => {
  expect(sent({}, "2026-06-11T03:00:00Z", true)).toEqual(["2026-06-11T03:00:00.000Z", "alone"]);
  expect(sent({ mail: "weekday_mornings" }, "2026-06-13T03:00:00Z", true)?.[1]).toBe("alone");
});

test.each([
  ["today", "2026-06-10T11:29:59Z", "2026-06-10T11:30:00.000Z"],
  ["tomorrow", "2026-06-10T11:30:00Z", "2026-06-11T11:30:00.000Z"],
  ["on Monday after Friday's", "2026-06-12T12:00:00Z", "2026-06-15T11:30:00.000Z"],
  ["an hour earlier in UTC on the day when clocks go forward", "2026-03-08T07:00:00Z", "2026-03-09T11:30:00.000Z"],
  ["an hour later in UTC after clocks went back", "2026-10-31T12:00:00Z", "2026-11-02T12:30:00.000Z"],
])("the list of weekday mornings is sent %s", (_, now, wanted) => {
  expect(sent({ mail: "weekday_mornings" }, now)).toEqual([wanted, "list"]);
});

test("a year of mornings is one each day, at half past six, over both clock changes", () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const days = new Set<string>();
  const times = new Set<string>();
  for (let day = 0; day < 365; day++) {
    const [at = ""] = sent({ mail: "every_morning" }, new Date(now).toISOString()) ?? [];
    days.add(new Date(at).toLocaleDateString("en-US", { timeZone: CHICAGO }));
    times.add(new Date(at).toLocaleTimeString("en-US", { timeZone: CHICAGO }));
    now = Date.parse(at);
  }
  expect([days.size, times.size]).toEqual([365, 1]);
});

test.each([
  ["in its quiet hours", "America/Los_Angeles", "2026-06-10T13:30:00.000Z"],
  ["outside of them", "Europe/Berlin", "2026-06-10T11:30:00.000Z"],
])("a morning's list waits until the person's quiet hours end: %s", (_, time_zone, wanted) => {
  expect(sent({ mail: "every_morning", time_zone }, "2026-06-10T09:00:00Z")).toEqual([wanted, "list"]);
});

test.each<[string, Partial<NotificationSettings>, string, string]>([
  ["at its end", {}, "2026-06-10T17:20:00Z", "2026-06-10T18:00:00.000Z"],
  ["after quiet hours that begin until then", {}, "2026-06-11T01:20:00Z", "2026-06-11T11:30:00.000Z"],
  ["at its end without quiet hours", { quiet_hours: null }, "2026-06-11T01:20:00Z", "2026-06-11T02:00:00.000Z"],
])("what is too much for an hour is a list %s", (_, settings, now, wanted) => {
  const found = nextHour({ ...defaultNotifications("at_once"), ...settings }, CHICAGO, Date.parse(now));
  expect(found).toEqual({ at: Date.parse(wanted), isList: true });
});
