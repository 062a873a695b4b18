// Covers data-8

import { expect, test } from "vitest";
import type { MeterEffect } from "../../../../../contract/readings/repair-effect.ts";
import { effectMessage, volumeChangeText } from "./effect-text.ts";

const meter: MeterEffect = {
  meter_serial_number: "A-1",
  days_changed: 1,
  gallons_before: 120,
  gallons_after: 38_520,
  leak_gallons_before: 0,
  leak_gallons_after: 0,
  days: [],
  leaks_opened: [],
  leaks_gone: [],
  leaks_changed: [],
};

test("describes the effect of a correction in a sentence", () => {
  expect(effectMessage({ meters: [meter], units: [] }, false)).toBe(
    "1 day of 1 meter changes: 120 → 38,520 gal; no leak opens or closes.",
  );
  const leak: MeterEffect["leaks_opened"][number] = {
    leak_type: "toilet leak",
    started_at: "2026-01-01T00:00:00Z",
    opened_at: "2026-01-02T00:00:00Z",
    ended_at: null,
    suspected: false,
    unconfirmed: false,
    rules: ["floor"],
    confidence: "high",
    total_gallons_leaked: 12,
  };
  const other = { ...meter, days_changed: 2, gallons_before: null, leak_gallons_after: 40, leaks_opened: [leak] };
  expect(effectMessage({ meters: [meter, other], units: [] }, true)).toBe(
    "3 days of 2 meters changed: 120 → 77,040 gal; leaked 0.0 → 40.0 gal; 1 leak opens.",
  );
});

test("mentions the cost of water only where it changes", () => {
  const costs = { cost_before: 1.8, cost_after: 577.8, leak_cost_before: 0, leak_cost_after: 0 };
  expect(effectMessage({ meters: [meter], units: [], costs }, true)).toBe(
    "1 day of 1 meter changed: 120 → 38,520 gal; cost $1.80 → $577.80; no leak opens or closes.",
  );
  expect(effectMessage({ meters: [meter], units: [], costs: { ...costs, leak_cost_after: 3 } }, true)).toMatch(
    /; cost of leaks \$0\.00 → \$3\.00;/,
  );
});

test("reports an empty effect, and never shows a missing measurement as zero", () => {
  expect(effectMessage({ meters: [{ ...meter, days_changed: 0 }], units: [] }, false)).toBe("No figure changes.");
  expect(effectMessage({ meters: [{ ...meter, gallons_before: null }], units: [] }, false)).toMatch(/– → 38,520 gal/);
  expect(volumeChangeText(null, 12)).toBe("– → 12.0 gal");
  expect(volumeChangeText(1204, 1204)).toBe("1,204 gal, unchanged");
});
