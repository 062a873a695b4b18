import { expect, test } from "vitest";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { growthTo } from "./growth.ts";
import type { TruthRow } from "./truth-row.ts";

const span = { from: 0, until: 100 * HOUR_MS };
const row = (litresPerHour: number | null, injectedLitres: number | null): TruthRow => ({
  line: 2,
  meter: "a",
  kind: "growing",
  onset: 0,
  end: null,
  litresPerHour,
  injectedLitres,
});
const hours = (litresPerHour: number | null, injected: number | null) =>
  growthTo(4, row(litresPerHour, injected), span) / HOUR_MS;

test("derives when a growing leak reaches a rate from its litres", () => {
  // To 40 L/h over all 100 hours: 2,000 L.
  expect(hours(40, 2000)).toBeCloseTo(10);
  expect(hours(40, null)).toBeCloseTo(10);
  // To 40 L/h over 50 hours, then 50 hours at 40 L/h: 3,000 L.
  expect(hours(40, 3000)).toBeCloseTo(5);
  // 40 L/h on average: to 80 L/h.
  expect(hours(40, 4000)).toBeCloseTo(5);
});

test("judges a leak below that rate from its highest rate, one of unknown rate from its start", () => {
  expect(hours(2, 100)).toBeCloseTo(100);
  expect(hours(null, 100)).toBe(0);
});
