import { expect, test } from "vitest";
import { timeZoneChoices } from "./time-zones.ts";

const valuesOf = (current: string) => timeZoneChoices(current).flatMap(({ items }) => items.map(({ value }) => value));

// Covers admin-properties-4
test("offers each time zone once, those of the United States first", () => {
  const values = valuesOf("");
  expect(values[0]).toBe("America/New_York");
  expect(values).toContain("Asia/Tokyo");
  expect(new Set(values).size).toBe(values.length);
});

test("includes the property's time zone, also under an old name", () => {
  expect(valuesOf("US/Central")).toContain("US/Central");
  expect(valuesOf("")).not.toContain("US/Central");
});
