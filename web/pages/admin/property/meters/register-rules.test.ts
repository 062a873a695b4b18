import { expect, test } from "vitest";
import { registerBody, registerRules } from "./register-rules.ts";

const blank = { register_unit: "", gallons_per_pulse: "", register_count: "", register_width: "" };

test("asks for and sends register fields only for meters with a register", () => {
  const typed = { ...blank, gallons_per_pulse: "x", register_count: "x", register_width: "0" };
  expect(registerRules.gallons_per_pulse("x", typed)).toBeNull();
  expect(registerRules.register_count("x", typed)).toBeNull();
  expect(registerBody(typed)).toEqual({
    register_unit: null,
    gallons_per_pulse: null,
    register_count: null,
    register_width: null,
  });
  const pulse = { ...typed, register_unit: "pulse" };
  expect(registerRules.gallons_per_pulse("", pulse)).toBe("Give a number.");
  expect(registerRules.gallons_per_pulse("0", pulse)).toBe("Give a number of at least 0.0001.");
  expect(registerRules.register_count("x", pulse)).toBe("Please enter a valid number");
  expect(registerRules.register_width("0", pulse)).toBe("Give a number of at least 1.");
  expect(registerBody({ ...pulse, gallons_per_pulse: "10", register_count: "", register_width: "99999" })).toEqual({
    register_unit: "pulse",
    gallons_per_pulse: 10,
    register_count: null,
    register_width: 99999,
  });
});
