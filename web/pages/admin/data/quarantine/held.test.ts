// Covers data-7

import { expect, test } from "vitest";
import { heldHours } from "./held-hours.ts";
import { quarantineReason, readingSummary } from "./quarantined-text.ts";

const begin = Date.parse("2026-03-02T06:00:00Z");
const around = Array.from({ length: 25 }, (_, hour) => ({
  starts_at: new Date(begin + hour * 3_600_000).toISOString(),
  gallons: hour === 12 ? null : 2,
  is_estimated: hour === 20,
}));
const middle = new Date(begin + 12 * 3_600_000).toISOString();
const hour = {
  sort: "hour",
  around,
  measured_at: middle,
  last_at: middle,
  hours: 1,
  minutes: null,
  gallons: 38_400,
  most_gallons: 600,
  attached_to: "Toilet",
  finding: null,
  register_before: null,
  register: null,
} as const;

test("shows the quarantined hour at its time, clipped so that other hours stay visible", () => {
  const { series, cutAt, points } = heldHours(hour, "America/Chicago", false);
  expect(series.map(({ values }) => values.indexOf(38_400))).toEqual([-1, 12]);
  expect(cutAt).toBe(8);
  expect(heldHours(hour, "America/Chicago", true).cutAt).toBeNull();
  expect(points[0]?.full).toBe("Mon, Mar 02, 2026, 12 AM");
});

test("spreads a volume of several hours over the hours up to its last", () => {
  const { series } = heldHours({ ...hour, sort: "lump", hours: 4, gallons: 100 }, "UTC", false);
  expect(series[1]?.values.slice(8, 14)).toEqual([null, 25, 25, 25, 25, null]);
});

test("shades the time of a register, without a volume", () => {
  const at = new Date(Date.parse(middle) + 17 * 60_000).toISOString();
  const { series, bands } = heldHours({ ...hour, sort: "registers", measured_at: at, last_at: at }, "UTC", false);
  expect([series.length, bands]).toEqual([1, [{ first: 12, last: 12, label: "In question" }]]);
});

test("describes what is in quarantine and why", () => {
  expect(readingSummary(hour)).toBe("38,400 gal in an hour");
  expect(quarantineReason(hour)).toBe("A toilet passes at most 600 gal in an hour.");
  expect(readingSummary({ ...hour, sort: "lump", hours: 6, gallons: 12 })).toBe("12.0 gal in 6 hours");
  const fell = {
    ...hour,
    sort: "registers",
    finding: "fell",
    gallons: -120,
    register_before: 500,
    register: 380,
  } as const;
  expect(readingSummary(fell)).toBe("The register fell by 120 gal");
  expect(quarantineReason(fell)).toContain("It showed 500 gal, then 380 gal. Water does not flow back");
});
