import { expect, test } from "vitest";
import { timeZoneChoices } from "./time-zones.ts";

const valuesOf = (current: string) => timeZoneChoices(current).flatMap(({ items }) => items.map(({ value }) => value));

test("each time zone is offered once, those of the United States first", () => {
  const values = valuesOf("");
  expect(values[0]).toBe("America/New_York");
  expect(values).toContain("Asia/Tokyo");
  expect(new Set(values).size).toBe(values.length);
});

test("the one that a property has is among them, however old its name is", () => {
  expect(valuesOf("US/Central")).toContain("US/Central");
  expect(valuesOf("")).not.toContain("US/Central");
});
