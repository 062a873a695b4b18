import { expect, test } from "vitest";
import { newSwap, swapBody, swappedAtError, swapRules } from "./swap-rules.ts";

const zone = "America/Chicago";
const now = Date.parse("2026-03-09T12:00:00Z");
const hourly = { serial_number: "OLD", register_unit: null };
const register = { serial_number: "OLD", register_unit: "gallon" };

test("rejects a swap in the future or in the hour skipped in spring", () => {
  expect(swappedAtError("", zone, now)).toBe("Enter when it was swapped.");
  expect(swappedAtError("2026-03-08T02:30", zone, now)).toMatch(/no such time/);
  expect(swappedAtError("2026-03-09T07:01", zone, now)).toBe("This time is still to come.");
  expect(swappedAtError("2026-03-09T07:00", zone, now)).toBeNull();
});

// Covers inventory-5
test("asks for registers only of meters that have one", () => {
  const typed = { ...newSwap("2026-03-09T07:00"), closing_register: "x", opening_register: "x" };
  expect(swapRules(hourly, zone).closing_register("x")).toBeNull();
  expect(swapRules(hourly, zone).opening_register("x", typed)).toBeNull();
  expect(swapRules(register, zone).closing_register("x")).toBe("Please enter a valid number");
  expect(swapRules(register, zone).opening_register("x", typed)).toBe("Please enter a valid number");
  expect(swapRules(hourly, zone).opening_register("x", { ...typed, new_register_unit: "litre" })).not.toBeNull();
});

test("leaves out what equals the old meter", () => {
  const typed = { ...newSwap("2026-03-09T07:00"), new_serial: " NEW ", reason: "Battery", closing_register: "12.5" };
  expect(swapBody(register, typed, zone, true)).toEqual({
    kind: "swap",
    reason: "Battery",
    preview: true,
    meter_serial_number: "OLD",
    swapped_at: "2026-03-09T12:00:00.000Z",
    closing_register: 12.5,
    new_meter: { serial_number: "NEW" },
  });
  const pulses = { ...typed, new_register_unit: "pulse", gallons_per_pulse: "10", opening_register: "0" };
  expect(swapBody(hourly, pulses, zone, false)).toMatchObject({
    preview: false,
    new_meter: { register_unit: "pulse", gallons_per_pulse: 10 },
    opening_register: 0,
  });
  expect(swapBody(hourly, pulses, zone, false).closing_register).toBeUndefined();
});

test("requires a new serial number", () => {
  expect(swapRules(register, zone).new_serial(" OLD ")).toBe("This is the old meter's serial number.");
  expect(swapRules(register, zone).new_serial("NEW")).toBeNull();
});
