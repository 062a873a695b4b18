import { expect, test } from "vitest";
import type { DeviceHealthOverview, DeviceRow } from "../../../../contract/inventory/devices.ts";
import { neverReportedText } from "../device-parts/health-text.ts";
import {
  metersWithoutDataText,
  namedStations,
  needsHeadline,
  noConsumptionText,
  stationText,
  unreadMetersText,
} from "./needs.ts";

const station = (serial: string, meters: number, days_offline = 3): DeviceRow => ({
  property_id: 1,
  property_name: "Elm",
  state: "IL",
  building_id: null,
  building_name: null,
  unit_id: null,
  unit_name: null,
  attached_to: null,
  meter_serial_number: serial,
  device_type: "gateway",
  status: "offline",
  days_offline,
  last_seen_at: "2026-03-07T00:00:00Z",
  gateway_serial_number: serial,
  explained_by: null,
  explained_by_type: null,
  meters,
  battery: null,
  battery_at: null,
  signal: null,
  signal_at: null,
});

const counts = (online: number, delayed: number, offline: number, unknown: number) => ({
  online,
  delayed,
  offline,
  unknown,
});
const overview = (meters: ReturnType<typeof counts>): DeviceHealthOverview => ({
  total_properties: 1,
  properties: { healthy: 1, warning: 0, critical: 0, no_data: 0 },
  device_reporting_ratio: 90,
  health: "warning",
  devices: meters,
  gateways: counts(1, 0, 0, 0),
  routers: counts(0, 0, 0, 0),
  meters,
});

test("starts with the number of devices that need attention", () => {
  expect(needsHeadline({ gateways_routers: 1, meters: 10, no_consumption: 5 })).toBe("16 devices need a person");
  expect(needsHeadline({ gateways_routers: 0, meters: 1, no_consumption: 0 })).toBe("1 device needs a person");
  expect(needsHeadline({ gateways_routers: 0, meters: 0, no_consumption: 0 })).toBe("No device needs a person");
});

test("reports for how long a gateway has no data, and how many meters are unread because of it", () => {
  expect(stationText(station("G12", 24))).toBe(
    "Gateway G12 has been silent for 3 days: 24 meters behind it are not read.",
  );
  expect(stationText(station("G12", 1, 1))).toBe(
    "Gateway G12 has been silent for 1 day: 1 meter behind it is not read.",
  );
  expect(stationText(station("G12", 0))).toMatch(/No meter reports through it/);
});

test("names the gateways with the most unread meters, and counts the others", () => {
  const results = [station("A", 2), station("B", 9), station("C", 0), station("D", 5)];
  const { named, more } = namedStations({ count: 12, results });
  expect(named.map(({ meters }) => meters)).toEqual([9, 5, 2]);
  expect(more).toBe(9);
});

test("counts unread meters of all meters, those never seen separately", () => {
  const stations = { count: 1, results: [station("G", 3)] };
  expect(unreadMetersText(overview(counts(6, 3, 1, 2)), stations)).toBe(
    "4 of 12 meters are not being read, 3 of them behind a silent gateway or router. 2 meters never reported.",
  );
  expect(unreadMetersText(overview(counts(6, 0, 0, 0)), undefined)).toBe(
    "All 6 meters that ever reported are being read.",
  );
  expect(unreadMetersText(overview(counts(0, 0, 0, 0)), undefined)).toBe("There is no meter here.");
});

test("leaves out kinds without devices", () => {
  expect([metersWithoutDataText(0), noConsumptionText(0)]).toEqual([null, null]);
  expect(metersWithoutDataText(1)).toBe("1 meter is silent though its gateway reports.");
});

test("does not report a good state where no device was ever seen", () => {
  expect(neverReportedText(counts(0, 0, 1, 0))).toBeNull();
  expect(neverReportedText(counts(0, 0, 0, 2))).toBe(
    "None of 2 devices was ever seen. One shows here as soon as it reports.",
  );
  expect(neverReportedText(counts(0, 0, 0, 0))).toMatch(/once it is in the inventory/);
});
