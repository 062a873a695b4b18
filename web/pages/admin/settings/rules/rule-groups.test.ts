import { expect, test } from "vitest";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { expectedNumbers, isNumber, ruleError, ruleGroups, wantedNumbers } from "./rule-groups.ts";

const rule = (name: string, value: number, standard: number): RuleSetting => ({
  name,
  value,
  default: standard,
  is_changed: value !== standard,
  unit: "hours",
  rule: "floor",
  rule_name: "Floor",
  label: name,
  description: `${name}.`,
});

// Covers settings-1
test("groups numbers under their rule", () => {
  const a = rule("a", 1, 1);
  const b: RuleSetting = { ...rule("b", 1, 1), rule: "life" };
  const c = rule("c", 1, 1);
  expect(ruleGroups([a, b, c])).toEqual([
    ["floor", [a, c]],
    ["life", [b]],
  ]);
});

test("rejects text that is not a number before it is sent, with the server's limits", () => {
  expect(ruleError(" ")).toBe("Give a number.");
  expect(ruleError("1,5")).toBe("Please enter a valid number");
  expect(ruleError("1e3")).toBe("Please enter a valid number");
  expect([ruleError("-1"), ruleError(".5"), ruleError("0.25")]).toEqual([null, null, null]);
  expect([isNumber("24.0", 24), isNumber("", 0)]).toEqual([true, false]);
});

// Covers settings-3
test("keeps what somebody else changed meanwhile, and leaves defaults out", () => {
  const held = [rule("mine", 24, 24), rule("theirs", 5, 5), rule("back", 9, 7), rule("old", 3, 2)];
  const now = [rule("mine", 24, 24), rule("theirs", 8, 5), rule("back", 9, 7), rule("old", 3, 2)];
  const typed = { mine: "30", theirs: "5", back: "7", old: "3" };
  expect(wantedNumbers(typed, held, now)).toEqual({ mine: 30, theirs: 8, old: 3 });
  expect(expectedNumbers(typed, held, now)).toEqual({ mine: 24, theirs: 8, back: 9, old: 3 });
  const both = [rule("mine", 28, 24), ...now.slice(1)];
  expect(expectedNumbers(typed, held, both)).toMatchObject({ mine: 24 });
});
