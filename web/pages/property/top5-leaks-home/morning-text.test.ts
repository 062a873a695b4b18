import { expect, test } from "vitest";
import type { ListedLeak } from "../../../../contract/leaks/leaks.ts";
import { leakDaysText, leakSpanText } from "./leak-text.ts";
import { repairResults, repairsSentence, savedFigure } from "./repair-results.ts";

const repair = {
  id: 1,
  repaired_at: "2024-03-05T14:00:00.000Z",
  note: "",
  made_by: "lead@example.com",
  made_at: "2024-03-05T15:00:00.000Z",
  still_running: false,
};
const held: ListedLeak = {
  property_id: 4,
  property_name: "Maple Court",
  building_id: 40,
  building_name: "North",
  unit_id: 400,
  unit_name: "204",
  leak_type: "toilet leak",
  meter_serial_number: "77",
  attached_to: "Toilet",
  state: "repaired",
  started_at: "2024-03-01T00:00:00.000Z",
  opened_at: "2024-03-02T00:00:00.000Z",
  last_confirmed_at: "2024-03-05T14:00:00.000Z",
  ended_at: "2024-03-05T14:00:00.000Z",
  rules: ["floor"],
  confidence: "high",
  gallons_per_hour: 2,
  total_gallons_leaked: 200,
  leak_cost: 3,
  repair,
  saved: { from: "2024-03-05T14:00:00.000Z", until: "2024-03-09T14:00:00.000Z", gallons: 192, dollars: 2.88 },
  came_back_at: null,
  outcome: "held",
};
const now = Date.parse("2024-03-09T18:00:00Z");
const runsOn: ListedLeak = {
  ...held,
  meter_serial_number: "78",
  state: "open",
  ended_at: null,
  saved: null,
  repair: { ...repair, still_running: true },
  outcome: "came_back",
};
const early: ListedLeak = { ...held, meter_serial_number: "79", ended_at: null, saved: null, outcome: "too_early" };
const properties = [{ id: 4, time_zone: "America/Chicago" }];

test("lists failed repairs first, each with its outcome", () => {
  const results = repairResults([held, early, { ...held, repair: null }, runsOn], properties, now);
  expect(results.map(({ leak }) => leak.meter_serial_number)).toEqual(["78", "77", "79"]);
  expect(results.map(({ summary }) => summary.tone)).toEqual(["bad", "good", "unsure"]);
});

const sentence = (...leaks: ListedLeak[]) => repairsSentence(repairResults(leaks, properties, now));
const on = (repaired_at: string): ListedLeak => ({ ...held, repair: { ...repair, repaired_at } });

test("counts repairs of the 30 days before today by the property's days, and those of today separately", () => {
  // Midnight in Chicago is 6:00 UTC.
  expect(sentence(held, on("2024-03-09T06:00:00Z"))).toBe("1 of 1 repair held. 1 repair reported today.");
  expect(sentence(on("2024-03-09T05:59:00Z"), on("2024-02-08T06:00:00Z"))).toBe("2 of 2 repairs held.");
  expect(repairResults([on("2024-02-08T05:59:00Z")], properties, now)).toEqual([]);
  expect(sentence(on("2024-03-09T06:00:00Z"))).toBe("1 repair reported today.");
});

test("does not count a repair as successful too early", () => {
  expect(sentence(held, early, runsOn)).toBe("1 of 3 repairs held, 1 too early to say.");
  expect(sentence(runsOn)).toBe("0 of 1 repair held.");
  expect(savedFigure(held)).toBe("192 gal, $2.88 saved");
  expect(savedFigure(early)).toBe("nothing saved yet");
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
