// Covers admin-forms-23

import { expect, test } from "vitest";
import { occupancyRules } from "./occupancy-rules.ts";

const rules = occupancyRules("2026-06-10");
const values = { status: "occupied", move_in: "2026-05-02", move_out: "", as_of: "2026-06-10" };

test("reports each violated occupancy rule, and accepts valid input", () => {
  expect([rules.status(""), rules.status("vacant")]).toEqual(["Choose occupied or vacant.", null]);
  expect([rules.as_of(""), rules.as_of("0026-06-10")]).toEqual(Array(2).fill("Please enter a valid date"));
  expect([rules.as_of("2026-06-11"), rules.as_of("2026-06-10")]).toEqual(["This day is still to come.", null]);
  expect([rules.move_in("0002-01-01"), rules.move_in("")]).toEqual(["Please enter a valid date", null]);
  expect(rules.move_out("2026-05-01", values)).toBe("Who lives there cannot have moved out before moving in.");
  expect(rules.move_out("2026-05-01", { ...values, status: "vacant" })).toBeNull();
  expect([rules.move_out("2026-05-02", values), rules.move_out("", values)]).toEqual([null, null]);
});
