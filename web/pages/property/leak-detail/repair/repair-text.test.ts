import { expect, test } from "vitest";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { canBeRepaired, repairSummary, savedText, turningPoint } from "./repair-text.ts";

const zone = "America/Chicago";
const open: ListedLeak = {
  property_id: 1,
  property_name: "Ours",
  building_id: 1,
  building_name: "Main",
  unit_id: 1,
  unit_name: "1",
  leak_type: "toilet leak",
  meter_serial_number: "bath",
  attached_to: "Toilet",
  state: "open",
  started_at: "2026-06-12T05:00:00Z",
  opened_at: "2026-06-13T05:00:00Z",
  last_confirmed_at: "2026-06-20T05:00:00Z",
  ended_at: null,
  rules: ["floor"],
  confidence: "high",
  gallons_per_hour: 2,
  total_gallons_leaked: 400,
  leak_cost: 8,
  repair: null,
  saved: null,
  came_back_at: null,
  outcome: null,
};
const repair = {
  id: 1,
  repaired_at: "2026-06-19T17:00:00Z",
  note: "",
  made_by: "somebody@example.com",
  made_at: "2026-06-19T17:00:00Z",
  still_running: false,
};
const ended_at = "2026-06-20T05:00:00Z";
const summaryText = (change: Partial<ListedLeak>) => {
  const { tone, headline } = repairSummary({ ...open, ...change }, zone);
  return `${tone}: ${headline}`;
};

test("has a verdict for every end of a leak", () => {
  expect(summaryText({})).toBe("bad: Not repaired yet");
  expect(summaryText({ repair: { ...repair, still_running: true } })).toBe("bad: It still runs");
  expect(summaryText({ state: "repaired", repair })).toBe("unsure: Too early to say");
  expect(summaryText({ state: "repaired", repair, ended_at })).toBe("good: The repair held so far");
  expect(summaryText({ state: "repaired", repair, ended_at, came_back_at: "2026-06-25T05:00:00Z" })).toBe(
    "bad: It came back",
  );
  expect(summaryText({ state: "repaired", repair, ended_at, outcome: "too_early" })).toBe("unsure: Too early to say");
  expect(summaryText({ state: "ended", ended_at })).toBe("good: It stopped");
  expect(summaryText({ state: "unconfirmed" })).toBe("unsure: Not known");
  expect(summaryText({ state: "suspected", ended_at })).toBe("unsure: Only suspected");
});

test("describes a running leak by hour and day, at the price that it has cost", () => {
  expect(repairSummary(open, zone).sentence).toBe("It loses 2.0 gal an hour: about 48 gal, $0.96, a day.");
  expect(repairSummary({ ...open, gallons_per_hour: null }, zone).sentence).toContain("not known");
});

test("shows savings once there are some, and never for a running leak", () => {
  const saved = { from: ended_at, until: "2026-06-21T05:00:00Z", gallons: 48, dollars: 0.96 };
  expect(savedText({ ...open, state: "ended", ended_at, saved }, zone)).toBe(
    "48 gal, $0.96, from Jun 20, 2026 to Jun 21, 2026",
  );
  expect(savedText({ ...open, saved }, zone)).toBeNull();
  expect(savedText({ ...open, state: "ended", ended_at, saved: { ...saved, gallons: 0 } }, zone)).toBeNull();
});

test("offers a repair mark for confirmed leaks, and splits the hours before the end", () => {
  expect(
    (["open", "unconfirmed", "ended", "repaired", "suspected"] as const).map((state) =>
      canBeRepaired({ ...open, state }),
    ),
  ).toEqual([true, true, true, false, false]);
  expect([
    turningPoint(open),
    turningPoint({ ...open, ended_at }),
    turningPoint({ ...open, ended_at, repair }),
  ]).toEqual([null, ended_at, repair.repaired_at]);
});
