import { expect, test } from "vitest";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { mayBeOtherZone, mayOpen, stepsOf } from "./steps.ts";

const empty: PropertySetup = {
  property: { id: 12, name: "Oak", time_zone: "America/New_York" },
  organization: { id: 3, name: "Acme" },
  units_count: 0,
  meters_count: 0,
  meters_without_gateway: 0,
  gateways_count: 0,
  gateway_tokens_count: 0,
  last_contact_at: null,
  first_measured_at: null,
  newest_measured_at: null,
  meters_with_readings: 0,
  meters_without_readings: 0,
  silent_meters: [],
  first_day: null,
  first_leak: null,
  leak_outlook: null,
  rejected_rows_count: 0,
  quarantined_count: 0,
  missing: ["units", "meters", "token", "reading", "day", "leak"],
};

const nextOf = (known: Parameters<typeof stepsOf>[0]) => stepsOf(known).find(({ isNext }) => isNext)?.name;
const statusText = (setup: PropertySetup, name: string) =>
  stepsOf({ organization: undefined, setup }).find((step) => step.name === name)?.statusText;

test("starts with the organization, then the property", () => {
  expect(nextOf({ organization: undefined, setup: undefined })).toBe("organization");
  expect(nextOf({ organization: "Acme", setup: undefined })).toBe("property");
  expect(nextOf({ organization: undefined, setup: empty })).toBe("units");
});

test("asks for the organization first when the property has none", () => {
  const homeless: PropertySetup = { ...empty, organization: null, missing: ["organization", ...empty.missing] };
  expect(nextOf({ organization: "Acme", setup: homeless })).toBe("organization");
  expect(statusText(homeless, "organization")).toContain("Oak belongs to none");
});

// Covers first-leak-5
test("units without meters are not enough, and a building meter needs no unit", () => {
  const bare: PropertySetup = { ...empty, units_count: 3, missing: ["meters", "token", "reading", "day", "leak"] };
  expect(nextOf({ organization: undefined, setup: bare })).toBe("units");
  expect(statusText(bare, "units")).toBe("3 units. Missing: their meters.");
  const main: PropertySetup = { ...empty, meters_count: 1, missing: ["units", "token", "reading", "day", "leak"] };
  expect(nextOf({ organization: undefined, setup: main })).toBe("token");
});

// Covers first-leak-5
test("describes for each step what is there and what is missing", () => {
  const running: PropertySetup = {
    ...empty,
    units_count: 3,
    meters_count: 4,
    gateways_count: 1,
    gateway_tokens_count: 1,
    meters_with_readings: 3,
    meters_without_readings: 1,
    first_day: { date: "2026-06-03", hours: 24, hours_measured: 9, is_complete: false },
    leak_outlook: { rule: "continuous", hours_needed: 24, hours_measured: 9, earliest_at: "2026-06-03T13:00:00.000Z" },
    missing: ["day", "leak"],
  };
  expect(stepsOf({ organization: undefined, setup: running }).map(({ isDone }) => isDone)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(statusText(running, "property")).toBe("Oak, America/New York time");
  expect(statusText(running, "reading")).toBe("3 of 4 meters reported");
  expect(statusText(running, "day")).toBe("Jun 03, 2026: 9 of 24 hours measured so far");
  expect(statusText(running, "leak")).toBe("9 of the 24 hours that it takes to see one");
});

test("readings from a file need no token", () => {
  const fromFile: PropertySetup = { ...empty, meters_count: 1, meters_with_readings: 1, missing: ["day", "leak"] };
  expect(statusText(fromFile, "token")).toBe("None: readings came from a file.");
  expect(statusText(fromFile, "reading")).toBe("The meter reported");
});

test("opens a step once its prerequisites are there", () => {
  const none = { propertyId: undefined, organization: undefined };
  expect([mayOpen("organization", none), mayOpen("property", none), mayOpen("units", none)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(mayOpen("property", { ...none, organization: {} })).toBe(true);
  expect(mayOpen("leak", { ...none, propertyId: 12 })).toBe(true);
});

// Covers first-leak-8
test("suspects a wrong time zone for a newest reading some hours old, not days old", () => {
  const now = Date.parse("2026-06-03T12:00:00Z");
  expect(mayBeOtherZone("2026-06-03T10:30:00Z", now)).toBe(false);
  expect(mayBeOtherZone("2026-06-03T07:00:00Z", now)).toBe(true);
  expect(mayBeOtherZone("2026-06-01T07:00:00Z", now)).toBe(false);
});
