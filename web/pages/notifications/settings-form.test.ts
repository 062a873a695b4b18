import { describe, expect, test } from "vitest";
import { defaultNotifications } from "../../../contract/notifications/default-notifications.ts";
import { noticeKinds } from "../../../contract/notifications/notice-kinds.ts";
import { formOf, type SettingsForm, settingsOf, settingsRules } from "./settings-form.ts";
import { kindGroups, meaningOf } from "./settings-text.ts";

const before = { ...defaultNotifications("at_once"), property_ids: [3, 7], time_zone: "America/Denver" };

const errorOf = (field: keyof SettingsForm, changed: Partial<SettingsForm>) => {
  const values = { ...formOf(before), ...changed };
  return settingsRules[field]?.(values[field], values);
};

describe("the form of the own notifications", () => {
  test("gives back what it was opened with", () => {
    expect(settingsOf(formOf(before), before)).toEqual(before);
  });

  test("groups every kind once", () => {
    expect(kindGroups.flatMap(({ kinds }) => kinds)).toEqual(noticeKinds);
  });

  test("keeps what is not in sight, also where it is wrong", () => {
    const typed = { ...formOf(before), burst: "x", quiet_from: "", kinds: "" };
    expect(settingsOf({ ...typed, mail: "off" }, before)).toEqual({ ...before, mail: "off" });
    for (const field of ["burst", "quiet_from", "kinds"] as const) {
      expect(errorOf(field, { ...typed, mail: "off" }), field).toBeNull();
    }
  });

  test.each(["at_once", "every_morning", "weekday_mornings"])("takes quiet hours with mails %s", (mail) => {
    const typed = { ...formOf(before), mail, quiet_until: "08:00", time_zone: "" };
    expect(settingsOf(typed, before)).toMatchObject({
      quiet_hours: { from: "21:00", until: "08:00" },
      time_zone: null,
    });
    expect(errorOf("quiet_from", { mail, quiet_from: "" })).toBe("Give a time of day.");
  });

  test.each([
    ["kinds", { kinds: "" }, "Choose at least one, or turn everything off."],
    ["property_ids", { property_ids: "" }, "Choose at least one property, or all."],
    ["least_cost", { least_cost: "-1" }, "Please enter a valid number"],
    ["least_cost", { least_cost: "2000000" }, "Give a number of at most 1,000,000."],
    ["burst", { burst: "0" }, "Give a number of at least 1."],
    ["quiet_from", { quiet_from: "" }, "Give a time of day."],
    ["quiet_until", { quiet_until: "21:00" }, "Quiet hours cannot last all day."],
  ] as const)("says what is wrong with %s, %#", (field, changed, sentence) => {
    expect(errorOf(field, changed)).toBe(sentence);
  });
});

test("what settings mean is said with the hours and the burst, and nothing of a burst where no leak is wanted", () => {
  expect(meaningOf(before, "a@example.com")).toEqual([
    "You get a mail as soon as something happens. More than 10 within an hour become one list.",
    "Mails are sent to a@example.com.",
    "From 9:00 PM until 6:30 AM nothing is sent. What comes then is one list at 6:30 AM.",
    "Only a leak of 60 gal an hour or more is sent then, too.",
  ]);
  const morning = { ...before, mail: "weekday_mornings", time_zone: null } as const;
  expect(meaningOf({ ...morning, kinds: ["quarantine"] }, "a@example.com")).toHaveLength(2);
  expect(meaningOf({ ...before, burst_gallons_per_hour: Number.NaN }, "a@example.com")).toHaveLength(3);
});

test.each([
  [{ from: "21:00", until: "06:30" }, null, null],
  [{ from: "06:31", until: "06:00" }, null, null],
  [
    { from: "22:00", until: "07:00" },
    null,
    "6:30 is in your quiet hours, so the list is sent when they end, at 7:00 AM.",
  ],
  [
    { from: "06:00", until: "08:30" },
    null,
    "6:30 is in your quiet hours, so the list is sent when they end, at 8:30 AM.",
  ],
  [
    { from: "21:00", until: "06:30" },
    "America/Denver",
    "If 6:30 there is in your quiet hours, the list is sent when they end, at 6:30 AM in your time zone.",
  ],
])("says when quiet hours delay a morning's list: %j, %s", (quiet_hours, time_zone, sentence) => {
  const settings = { ...defaultNotifications("every_morning"), kinds: ["quarantine" as const], quiet_hours, time_zone };
  expect(meaningOf(settings, "a@example.com").slice(2)).toEqual(sentence === null ? [] : [sentence]);
});
