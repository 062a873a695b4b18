import { expect, test } from "vitest";
import type { DeviceHealthProperty } from "../../../../../contract/inventory/devices.ts";
import type { LeakUnitRow } from "../../../../../contract/reporting/top-leaks.ts";
import { type Findings, thingsToDo } from "./things-to-do.ts";

function leak(unit_name: string, leak_expense: number, leak_days: number): LeakUnitRow {
  return {
    rank: 1,
    leak_type: "toilet leak",
    property_id: 4,
    property_name: "Maple Court",
    building_id: 1,
    building_name: "North",
    unit_id: Number(unit_name),
    unit_name,
    meter_serial_number: `T-${unit_name}`,
    gallons_consumed: 9000,
    gallons_leaked: 6000,
    leak_expense,
    leak_expense_per_day: leak_days === 0 ? null : leak_expense / leak_days,
    flow_time: null,
    events: null,
    leak_days,
    total_gallons_leaked: 6000,
  };
}

function meters(property_name: string, offline_devices: number, delayed_devices: number): DeviceHealthProperty {
  const total_devices = 100;
  const online_devices = total_devices - offline_devices - delayed_devices;
  return {
    property_id: offline_devices,
    property_name,
    state: "MN",
    device_reporting_ratio: online_devices,
    health: "healthy",
    online_devices,
    delayed_devices,
    offline_devices,
    silent_devices: offline_devices + delayed_devices,
    unknown_devices: 0,
    total_devices,
  };
}

const nothing: Findings = { leaks: [], silentMost: null };
const leaks = [leak("102", 40, 4), leak("103", 60, 10), leak("104", 8, 2), leak("101", 90, 30)];
const titles = (findings: Partial<Findings>) => thingsToDo({ ...nothing, ...findings }).map(({ title }) => title);

// Covers owner-report-6
test("lists no task where nothing leaks and all meters report", () => {
  expect(thingsToDo(nothing)).toEqual([]);
  expect(titles({ silentMost: meters("Elm", 0, 0) })).toEqual([]);
});

// Covers owner-report-6
test("lists the leaks with the highest daily cost first, with the savings of thirty days", () => {
  const found = thingsToDo({ ...nothing, leaks });
  expect(found.map(({ title }) => title)).toEqual([
    "Have the toilet leak repaired: Maple Court | North | 102",
    "Have the toilet leak repaired: Maple Court | North | 103",
    "Have the toilet leak repaired: Maple Court | North | 104",
  ]);
  expect(found[0]?.why).toBe("Lost 6,000 gal, $40 on 4 days of these: $10 a day, and not over.");
  expect(found[0]?.saves).toBe("Saves $300 in 30 days");
});

test("lists no leak without cost in the period", () => {
  expect(titles({ leaks: [leak("101", 0, 0), leak("102", 0, 3)] })).toEqual([]);
});

// Covers owner-report-6
test("replaces a leak by meters without data when they are at least one in twenty", () => {
  const few = meters("Elm", 2, 2);
  const many = meters("Oak", 3, 4);
  expect(titles({ leaks, silentMost: few })).not.toContain("Have the 4 meters without data checked: Elm");
  expect(titles({ leaks, silentMost: many })[2]).toBe("Have the 7 meters without data checked: Oak");
  expect(titles({ leaks: leaks.slice(0, 2), silentMost: few })[2]).toBe("Have the 4 meters without data checked: Elm");
  const [thing] = thingsToDo({ ...nothing, silentMost: many });
  expect(thing?.why).toContain("7 of 100 meters (7%)");
  expect(thing?.saves).toBe("Not known until they report");
});
