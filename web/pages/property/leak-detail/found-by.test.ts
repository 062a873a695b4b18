import { expect, test } from "vitest";
import { foundBy } from "./found-by.ts";
import { ruleWords } from "./rule-words.ts";

const started_at = "2024-11-04T00:00:00-06:00";
const after24 = { started_at, opened_at: "2024-11-05T00:00:00-06:00" };
const after48 = { started_at, opened_at: "2024-11-06T00:00:00-06:00" };

test("a leak found after a day was not found by water that ran for two", () => {
  expect(foundBy({ ...after24, rules: ["floor", "long_run"] }, "SPOE")).toMatchObject({
    first: "floor",
    later: ["long_run"],
  });
});

test("which of two rules came first is not said where both could", () => {
  const found = { first: null, later: [], others: ["continuous", "floor"] };
  expect(foundBy({ ...after24, rules: ["continuous", "floor"] }, "SPOE")).toEqual(found);
  expect(foundBy({ ...after48, rules: ["floor", "long_run"] }, "SPOE").first).toBeNull();
});

test("no rule is named that had not seen its hours", () => {
  const early = { started_at, opened_at: "2024-11-04T12:00:00-06:00", rules: ["long_run"] };
  expect(foundBy(early, "SPOE")).toEqual({ first: null, later: [], others: ["long_run"] });
});

test("a fixture's long run takes a day and a half", () => {
  const found = { started_at, opened_at: "2024-11-05T12:00:00-06:00", rules: ["long_run"] };
  expect(foundBy(found, "Toilet").first).toBe("long_run");
  expect(foundBy(found, "SPOE").first).toBeNull();
  expect(ruleWords("long_run", "Toilet")).toContain("a day and a half");
  expect(ruleWords("long_run", "SPOE")).toContain("two days");
});
