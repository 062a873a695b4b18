import { expect, test } from "vitest";
import { ruleDescription, ruleName, signOf } from "./rule-text.ts";

/** What can be seen on a new toilet meter, and what else on one with a history. */
const reasons = [
  ...["lowest_hour", "hours_with_water", "heavy_points", "longest_rest", "burst_hour"].map((measure) => ({
    rule: "new_meter",
    measure,
  })),
  { rule: "floor", measure: "lowest_hour" },
  { rule: "long_run", measure: "hours_with_water" },
  { rule: "often", measure: "heavy_points" },
  { rule: "no_rest", measure: "longest_rest" },
];

test("gives every sign a label, name and description of its own", () => {
  const signs = reasons.map(signOf);
  for (const values of [signs, signs.map(ruleName), signs.map((sign) => ruleDescription(sign, "Toilet"))]) {
    expect(values).toEqual([...new Set(values)]);
  }
  // Each has its own label, not the server's name.
  for (const sign of signs) expect(ruleName(sign)).toMatch(/^[A-Z]/);
});
