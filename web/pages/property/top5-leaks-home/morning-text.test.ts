import { expect, test } from "vitest";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";
import { caseSentence } from "../../cases/report/case-text.ts";
import { leakDaysText, leakSpanText } from "./leak-text.ts";
import { repairResults, repairsSentence, savedFigure } from "./repair-results.ts";

const verified: LeakCase = {
  property_id: 4,
  property_name: "Maple Court",
  building_id: 40,
  building_name: "North",
  unit_id: 400,
  unit_name: "204",
  id: 77,
  time_zone: "America/Chicago",
  leak_type: "toilet leak",
  meter_serial_number: "77",
  attached_to: "Toilet",
  occupancy: "occupied",
  state: "verified",
  flow: "stopped",
  started_at: "2024-03-01T00:00:00.000Z",
  ended_at: "2024-03-05T14:00:00.000Z",
  last_confirmed_at: "2024-03-05T14:00:00.000Z",
  over_at: "2024-03-06T14:00:00.000Z",
  longest_pause_hours: 0,
  gallons_per_day: 48,
  dollars_per_day: 0.72,
  total_gallons_leaked: 200,
  leak_cost: 3,
  confidence: "high",
  assignee: null,
  vendor: null,
  fixed_at: "2024-03-05T14:00:00.000Z",
  snoozed_until: null,
  due_on: null,
  is_overdue: false,
  gallons_saved: 192,
  dollars_saved: 2.88,
};
const now = Date.parse("2024-03-09T18:00:00Z");
const unsaved = { gallons_saved: null, dollars_saved: null };
const failed: LeakCase = { ...verified, ...unsaved, id: 78, state: "assigned" };
const waiting: LeakCase = { ...verified, ...unsaved, id: 79, state: "fix_reported" };

test("lists failed fixes first, and none of what is no leak or older than 30 days", () => {
  // Midnight in Chicago is 6:00 UTC.
  const old = { ...verified, fixed_at: "2024-02-08T05:59:00Z" };
  const first = { ...verified, id: 80, fixed_at: "2024-02-08T06:00:00Z" };
  const results = repairResults([verified, waiting, { ...failed, state: "not_a_leak" }, failed, old, first], now);
  expect(results.map(({ row, result }) => [row.id, result])).toEqual([
    [78, "failed"],
    [77, "verified"],
    [79, "waiting"],
    [80, "verified"],
  ]);
});

test("counts what is verified, what waits for the meter, and what was saved", () => {
  const sentence = (...cases: LeakCase[]) => repairsSentence(repairResults(cases, now));
  expect(sentence(verified, waiting, failed)).toBe(
    "1 of 3 fixes verified, 1 waiting for the meter. Saved so far: 192 gal, $2.88.",
  );
  expect(sentence(failed)).toBe("0 of 1 fix verified.");
  expect(savedFigure(verified)).toBe("192 gal, $2.88 saved");
  expect(savedFigure(waiting)).toBe("nothing saved yet");
});

test("says whether to send somebody to a leak", () => {
  const leak = { leak_start_date: "2024-03-01", leak_end_date: null, is_unconfirmed: false };
  expect(leakSpanText(leak)).toBe("running since Mar 01");
  expect(leakSpanText({ ...leak, is_unconfirmed: true })).toContain("its meter is silent");
  expect(leakSpanText({ ...leak, leak_end_date: "2024-03-04" })).toBe("ran Mar 01 to Mar 04");
  expect([leakDaysText(1, false), leakDaysText(7, false)]).toEqual(["1 leak day", "7 leak days"]);
  expect(leakDaysText(1, true)).toBeNull();
  expect(leakDaysText(0, true)).toBe("no flow in this period");
});

test.each([
  ["no fix was reported", null, "It stopped on Mar 05, 2024 without a reported fix. If it was fixed, report when."],
  [
    "it ran on after the fix",
    "2024-03-02T14:00:00.000Z",
    "It ran on after the reported fix, and stopped on Mar 05, 2024. If it was fixed again, report when.",
  ],
  [
    "it was over before the fix",
    "2024-03-08T14:00:00.000Z",
    "It had stopped on Mar 05, 2024, before the reported fix.",
  ],
])("a leak that ended on its own: %s", (_, fixed_at, sentence) => {
  expect(caseSentence({ ...verified, ...unsaved, state: "ended", fixed_at })).toBe(sentence);
});
