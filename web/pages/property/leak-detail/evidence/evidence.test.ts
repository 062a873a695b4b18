import { expect, test } from "vitest";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import { amountText, type EvidenceHour, evidenceOf } from "./evidence.ts";

const first = Date.parse("2026-06-09T05:00:00Z");
const at = (hour: number) => new Date(first + hour * 3_600_000).toISOString();

/** 48 hours: a day of use, then a quarter of a gallon in every hour; one hour is missing, one was spread. */
const hours: EvidenceHour[] = Array.from({ length: 48 }, (_, index) => ({
  starts_at: at(index),
  gallons: index === 30 ? null : index < 24 ? (index % 8) * 2 : 0.25,
  estimated_gallons: index === 31 ? 0.25 : 0,
  leak_gallons: index < 24 || index === 30 ? 0 : 0.25,
  flow_time: index === 30 ? null : index < 24 ? 4 : 60,
}));
const floor: Reason = {
  rule: "floor",
  sentence: "",
  confidence: "high",
  suspected: false,
  measure: "lowest_hour",
  unit: "gallons",
  value: 0.25,
  threshold: 0.1,
  window_starts_at: at(24),
  window_ends_at: at(48),
  hours_measured: 23,
  hours_missing: 1,
  lowest_hour_gallons: 0.25,
  own_history: null,
};
const options = { zone: "America/Chicago", type: "toilet leak", whole: false } as const;

test("draws the window as a band with the day before it, gaps for missing hours and marks for estimated ones", () => {
  const { points, bands, series, goal } = evidenceOf(floor, hours, options);
  expect(points).toHaveLength(48);
  expect(points[0]?.full).toBe("Tue, Jun 09, 2026, 12 AM");
  expect(bands).toEqual([{ first: 24, last: 47, label: "The 24 hours looked at" }]);
  const [gallons, leak] = series;
  expect([gallons?.values[30], leak?.values[30]]).toEqual([null, null]);
  expect(gallons?.estimated?.flatMap((mark, index) => (mark ? [index] : []))).toEqual([31]);
  expect(leak?.values[40]).toBe(0.25);
  expect(goal).toEqual({ value: 0.1, label: "It takes 0.1 gal" });
});

test("leaves out earlier hours of another rule, and shortens the band where stored hours start late", () => {
  const earlier = { ...floor, window_starts_at: at(24), window_ends_at: at(30) };
  expect(evidenceOf(earlier, hours, options).bands).toMatchObject([{ first: 24, last: 29 }]);
  const later = { ...floor, window_starts_at: at(40) };
  expect(evidenceOf(later, hours, options).points[0]?.full).toBe("Tue, Jun 09, 2026, 4 PM");
  expect(evidenceOf(floor, hours.slice(26), options).bands).toMatchObject([{ first: 0, last: 21 }]);
  expect(evidenceOf(floor, [], options)).toMatchObject({ points: [], bands: [] });
});

test("clips bars of everyday use that would hide the quiet hours, unless shown in full", () => {
  expect(evidenceOf(floor, hours, options)).toMatchObject({ cutAt: 2, axis: { max: 2 } });
  expect(evidenceOf(floor, hours, { ...options, whole: true }).cutAt).toBeNull();
  expect(evidenceOf({ ...floor, measure: "burst_hour" }, hours, options).cutAt).toBeNull();
  const still = hours.map((hour) => ({ ...hour, gallons: 0.25 }));
  expect(evidenceOf(floor, still, options).cutAt).toBeNull();
});

test("shows flow time for rules about time, where the meter measures it", () => {
  const draw: Reason = { ...floor, measure: "draw_minutes", unit: "minutes", value: 60, threshold: 30 };
  const drawn = evidenceOf(draw, hours, options);
  expect(drawn.series.map(({ id }) => id)).toEqual(["gallons", "leak_gallons", "flow_time"]);
  expect(drawn.goal).toEqual({ value: 30, label: "It takes 30 min", axis: "second" });
  const silent = hours.map((hour) => ({ ...hour, flow_time: null }));
  expect(evidenceOf(draw, silent, options)).toMatchObject({ secondAxis: undefined, goal: undefined });
});

test("shows units, and never rounds a small volume to nothing", () => {
  expect(amountText(0.118, "gallons")).toBe("0.118 gal");
  expect(amountText(1234.56, "gallons")).toBe("1,234.6 gal");
  expect([amountText(1, "hours"), amountText(22.21, "hours")]).toEqual(["1 hour", "22.2 hours"]);
});
