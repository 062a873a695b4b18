import { expect, test } from "vitest";
import type { CaseEvent, LeakCase, WholeCase } from "../../../../contract/leaks/cases.ts";
import { caseSentence, linkText } from "./case-text.ts";

const began = "2026-06-11T05:00:00.000Z";

const leakCase: LeakCase = {
  property_id: 1,
  property_name: "Maple Court",
  building_id: 1,
  building_name: "North",
  unit_id: 1,
  unit_name: "204",
  id: 1,
  time_zone: "America/Chicago",
  leak_type: "toilet leak",
  meter_serial_number: "bath",
  attached_to: "Toilet",
  occupancy: null,
  state: "returned",
  flow: "running",
  started_at: began,
  ended_at: null,
  last_confirmed_at: began,
  over_at: null,
  longest_pause_hours: 0,
  gallons_per_day: 72,
  dollars_per_day: 1,
  total_gallons_leaked: 72,
  leak_cost: 1,
  confidence: "high",
  assignee: null,
  vendor: null,
  fixed_at: null,
  snoozed_until: null,
  due_on: null,
  is_overdue: false,
  gallons_saved: null,
  dollars_saved: null,
};

const linked: CaseEvent = {
  id: 1,
  kind: "assigned",
  at: began,
  note: "",
  assignee: "joe@acme.example",
  vendor: "Acme Plumbing",
  link_expires_at: "9999-01-01T00:00:00.000Z",
  link_event_id: null,
  finding: null,
  cause_code: null,
  minutes: null,
  cost: null,
  work_order: "",
  until: null,
  reason: null,
  photos: [],
  made_by: "sam@example.com",
  made_at: began,
  undone_at: null,
  undone_by: null,
};

const linkOf = (changed: Partial<WholeCase>) =>
  linkText({ ...leakCase, clock: "none", deadlines: [], days: [], leaks: [], events: [linked], ...changed });

test("a vendor's link is valid no longer than its case is a leak that runs", () => {
  expect(linkOf({ state: "assigned" })).toMatch(/^The link is valid until/);
  expect(linkOf({ state: "not_a_leak" })).toBe("The link ended as the case was marked as not a leak.");
  expect(linkOf({ state: "ended", over_at: began })).toBe("The link ended with the leak.");
});

test("a leak that returned is described by its flow, and by a fix only where there was one", () => {
  const fixed_at = began;
  const failed = "The last fix did not hold, or the leak pauses.";
  const silent = "Its meter sends no data, so it is not known whether it goes on.";
  expect(caseSentence(leakCase)).toBe("It is leaking again.");
  expect(caseSentence({ ...leakCase, fixed_at })).toBe(`It is leaking again. ${failed}`);
  expect(caseSentence({ ...leakCase, flow: "paused", ended_at: began })).toBe(
    "It has paused since Jun 11, 2026. It is over after 24 measured hours without it.",
  );
  expect(caseSentence({ ...leakCase, flow: "no_data", fixed_at })).toBe(`${silent} ${failed}`);
});
