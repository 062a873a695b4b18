// Covers data-10

import { expect, test } from "vitest";
import { firstChoices } from "../imports/reading-choices.ts";
import { boundError, metersError, newRange, rangeBody, rangeRules, serialsOf } from "./range-rules.ts";

const zone = "America/Chicago";
const now = Date.parse("2026-06-05T20:20:00Z");
const range = {
  ...newRange("A-1"),
  from: "2026-05-01T00:00",
  until: "2026-06-01T00:00",
  rows: "serial,hour,gallons\n",
};

test("reads meters as a list of distinct serial numbers", () => {
  expect(serialsOf(" A-1, A 2,,A-1\nB")).toEqual(["A-1", "A 2", "B"]);
  expect(metersError(" , ")).toBe("Give a serial number.");
  expect(metersError(`A, ${"x".repeat(101)}`)).toMatch(/at most 100 characters/);
  expect(metersError(Array.from({ length: 201 }, (_, i) => `M-${i}`).join(","))).toMatch(/at most 200/);
});

test("requires a range that ends after it starts, at times that exist", () => {
  const rules = rangeRules(zone, now);
  expect(boundError("2026-03-08T02:30", zone)).toMatch(/no such time/);
  expect(rules.until("", range)).toBe("Say when.");
  expect(rules.until("2026-05-01T00:00", range)).toMatch(/later than/);
  expect(rules.until("2026-05-01T00:01", range)).toBeNull();
  expect(rules.until("2026-06-05T16:00", range)).toBeNull();
  expect(rules.until("2026-06-05T16:01", range)).toMatch(/still to come/);
});

test("is sent with the column mapping, and creates no units", () => {
  expect(rangeBody({ ...range, reason: " why ", create_units: true }, zone, true)).toEqual({
    kind: "reimport",
    reason: "why",
    preview: true,
    meter_serial_numbers: ["A-1"],
    from: "2026-05-01T05:00:00.000Z",
    until: "2026-06-01T05:00:00.000Z",
    csv: { text: "serial,hour,gallons\n" },
  });
  const named = { ...range, ...firstChoices(["Meter", "When", "Used"]), value: "Used" };
  expect(rangeBody(named, zone, false).csv.map).toBe("serial=Meter,time=When,gallons=Used");
  expect(rangeRules(zone, now).value("", { ...named, value: "" })).toMatch(/Choose the column/);
});
