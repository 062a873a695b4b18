import { expect, test } from "vitest";
import type { EffectLeak } from "../../contract/repair-effect.ts";
import { effectLines } from "./repair-summary.ts";

const leak: EffectLeak = {
  leak_type: "toilet leak",
  started_at: "2026-05-01T10:00:00.000Z",
  opened_at: "2026-05-01T11:00:00.000Z",
  ended_at: null,
  suspected: false,
  unconfirmed: false,
  rules: ["burst"],
  confidence: "medium",
  total_gallons_leaked: 40,
};

test("prints a leak with its gallons, and a suspicion as one", () => {
  const meter = {
    meter_serial_number: "S",
    days_changed: 0,
    gallons_before: 0,
    gallons_after: 0,
    leak_gallons_before: 0,
    leak_gallons_after: 0,
    days: [],
    leaks_opened: [leak, { ...leak, suspected: true, total_gallons_leaked: 0 }],
    leaks_gone: [],
    leaks_changed: [],
  };
  expect(effectLines({ meters: [meter], units: [] }).slice(1)).toEqual([
    "  + toilet leak from 2026-05-01T10:00:00.000Z to now, 40 gallons",
    "  + suspected toilet leak from 2026-05-01T10:00:00.000Z to now, in no list or sum",
  ]);
});
