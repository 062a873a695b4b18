// Covers data-3

import { expect, test } from "vitest";
import { firstChoices, isKnownFile, optionsOf, wrongChoices } from "./reading-choices.ts";

test("recognizes files in the product's own formats, in any order and case", () => {
  expect(isKnownFile(["Gallons", "serial", " Hour ", "remarks"])).toBe(true);
  expect(isKnownFile(["serial", "hour", "litres"])).toBe(false);
  expect(optionsOf(firstChoices(["serial", "hour", "gallons"]))).toEqual({});
});

test.for([
  [["Meter", "When", "Usage"], "serial=Meter,time=When,gallons=Usage"],
  [
    ["Read Date", "Meter Serial Number", "Meter Reading"],
    "serial=Meter Serial Number,time=Read Date,register=Meter Reading",
  ],
  [["device_id", "timestamp", "index"], "serial=device_id,time=timestamp,register=index"],
] as const)("detects the columns of %j", ([columns, map]) => {
  expect(optionsOf(firstChoices(columns)).map).toBe(map);
});

test("asks for columns that cannot be detected; one serial number may apply to all rows", () => {
  const choices = firstChoices(["a", "b"]);
  expect(Object.keys(wrongChoices(choices)).sort()).toEqual(["one_serial", "time", "unit", "value"]);
  const validChoices = { ...choices, time: "a", value: "b", one_serial: " A-1 ", unit: "litre" } as const;
  expect(wrongChoices(validChoices)).toEqual({});
  expect(optionsOf(validChoices)).toEqual({ map: "time=a,gallons=b", serial: "A-1", unit: "litre" });
  expect(wrongChoices({ ...validChoices, value: "b, gal" }).value).toContain("comma");
});

test("takes no unit for registers in each meter's own unit", () => {
  const choices = { ...firstChoices(["Meter", "When", "Count"]), holds: "register_own_unit", unit: "litre" } as const;
  expect(optionsOf(choices)).toEqual({ map: "serial=Meter,time=When,register_own_unit=Count" });
});

test.for([
  ["Usage (gal)", "gallon"],
  ["Liters", "litre"],
  ["Volume ft3", "cubic foot"],
  ["Usage (CCF)", "CCF"],
  ["Usage kgal", "kgal"],
  ["m³", "m3"],
  ["Usage", ""],
  ["Usage gal or litres", ""],
] as const)("detects the unit of figures under %j as %j", ([heading, unit]) => {
  const choices = firstChoices(["Meter", "When", heading]);
  expect(choices.unit).toBe(unit);
  expect("unit" in wrongChoices({ ...choices, value: heading })).toBe(unit === "");
});

test.for([
  ["03/04/2026 01:00", "MM/DD/YYYY"],
  ["31/1/2026", "DD/MM/YYYY"],
  ["03.04.2026 01:00", "DD/MM/YYYY"],
  ["04.31.2026 01:00", "MM/DD/YYYY"],
  ["1769868000", "unix"],
  ["2026-01-31T14:00:00Z", ""],
] as const)("detects dates like %s from the first row", ([time, expected]) => {
  expect(firstChoices(["Meter", "When", "Usage"], ["A-1", time, "3"]).date_format).toBe(expected);
});

test.for([
  [["Meter", "Day", "Clock", "Used"], ["A", "2026-03-01", "14:00", "3"], ""],
  [["Meter", "Date", "Time", "Used"], ["A", "03/01/26", "0930", "3"], "MM/DD/YYYY"],
  [["Meter", "Time", "Date", "Used"], ["A", "2:05 PM", "46082", "3"], "excel"],
] as const)("detects day and time in two columns of %j from the first row", ([columns, row, format]) => {
  const { date, time, date_format } = firstChoices(columns, row);
  const names: readonly string[] = columns;
  expect(row[names.indexOf(date)]).toMatch(/^\d{4}-|\/|^46082$/);
  expect(row[names.indexOf(time)]).toMatch(/^14:00|0930|PM/);
  expect(date_format).toBe(format);
});

test("sends pulses with their size, optional for registers whose size is in the inventory", () => {
  const choices = { ...firstChoices(["Meter", "When", "Pulses"]), value: "Pulses", unit: "pulse" } as const;
  expect(wrongChoices(choices).gallons_per_pulse).toBe("Enter how many gallons one pulse is.");
  expect(wrongChoices({ ...choices, holds: "register" })).toEqual({});
  expect(optionsOf({ ...choices, gallons_per_pulse: "10" })).toMatchObject({ unit: "pulse", gallons_per_pulse: 10 });
});
