import { expect, test } from "vitest";
import { alertTarget } from "./alert-target.ts";

const everything = { property: true, portfolio: true, admin: true };
const portfolioOnly = { property: false, portfolio: true, admin: false };
const alert = {
  property_id: 7,
  time_zone: "America/Denver",
  building_id: 3,
  unit_id: 12,
  meter_serial_number: "100200",
  device_type: null,
  case_id: null,
  began_at: "2026-03-08T03:30:00Z",
  closed_at: null,
} as const;

test("links a leak to its case", () => {
  expect(alertTarget({ ...alert, kind: "leak opened", case_id: 3 }, portfolioOnly)).toEqual({
    label: "Open the case",
    to: { to: "/cases/$case_id", params: { case_id: "3" } },
  });
});

test("links a running leak without a case to its last 30 days", () => {
  const { label, to } = alertTarget({ ...alert, kind: "leak grew" }, everything);
  expect(label).toBe("Leak details");
  expect(to).toMatchObject({
    to: "/properties/$property_id/leak-detail",
    params: { property_id: "7" },
    search: { meter: "100200", dateRangeLabel: "last-30-days" },
  });
});

test("links an ended leak to its own days, in the property's time zone", () => {
  const over = { ...alert, kind: "leak ended", closed_at: "2026-03-10T02:00:00Z" } as const;
  expect(alertTarget(over, everything).to.search).toMatchObject({
    dateRangeLabel: "custom-date-range",
    start_date: "2026-03-07",
    end_date: "2026-03-09",
  });
});

test("links a device without data to the device screen that the user may open", () => {
  const down = { ...alert, kind: "device down", device_type: "gateway", unit_id: null } as const;
  const search = { property_id: [7], tab: "gateways-routers" };
  expect(alertTarget(down, everything).to).toMatchObject({ to: "/gateway-device-health", search });
  expect(alertTarget({ ...down, device_type: "meter" }, portfolioOnly).to).toMatchObject({
    to: "/portfolio-gateway-device-health",
    search: { tab: "meters" },
  });
});

// Covers audit-alerts-4
test("links quarantined readings to the decision, or to the unit for users who may not decide", () => {
  const doubtful = { ...alert, kind: "quarantine" } as const;
  expect(alertTarget(doubtful, everything)).toMatchObject({
    label: "Decide",
    to: { to: "/admin/data", search: { property_id: 7, tab: "quarantine", search: "100200" } },
  });
  expect(alertTarget(doubtful, { ...everything, admin: false }).to).toMatchObject({
    to: "/history",
    search: { property_id: [7], building_id: [3], unit_id: [12] },
  });
});

test("links a unit to its property for users without Property Insights", () => {
  expect(alertTarget({ ...alert, kind: "vacant but used" }, portfolioOnly).to).toMatchObject({
    to: "/properties/$property_id",
    params: { property_id: "7" },
    search: { unit_id: [12] },
  });
});
