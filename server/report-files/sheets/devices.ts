import type { DeviceHealthOverview, DeviceHealthProperty, DeviceRow } from "../../../contract/inventory/devices.ts";
import { deviceStatuses, deviceTypes, healthClasses } from "../texts/labels.ts";
import { type About, headBlock } from "../workbook/head.ts";
import type { Block, Sheet } from "../workbook/line.ts";
import { tableBlock } from "../workbook/table.ts";

/** What is known of devices at the end of the period, or now if that is earlier. */
export interface DeviceAnswers {
  overview: DeviceHealthOverview;
  properties: readonly DeviceHealthProperty[];
  /** Those that are not online. */
  silent: readonly DeviceRow[];
}

export function devicesSheet(about: About, answers: DeviceAnswers): Sheet {
  const { i18n } = about.display.reader;
  return {
    name: i18n._("Devices"),
    summary: i18n._("How many devices of each property report, and which do not."),
    blocks: [
      headBlock(i18n._("Devices at the end of the period"), about, true),
      byProperty(about, answers),
      silent(about, answers),
    ],
  };
}

function byProperty({ display }: About, { overview, properties }: DeviceAnswers): Block {
  const { i18n } = display.reader;
  const { devices } = overview;
  return tableBlock(
    i18n._("Properties"),
    "GET /v1/reporting/device-health/portfolio-detail/properties",
    [
      { path: "property_name", title: i18n._("Property") },
      { path: "health", title: i18n._("Health"), labels: healthClasses(i18n) },
      { path: "device_reporting_ratio", title: i18n._("Devices online") },
      { path: "online_devices", title: i18n._("Online") },
      { path: "delayed_devices", title: i18n._("Delayed") },
      { path: "offline_devices", title: i18n._("Offline") },
      { path: "unknown_devices", title: i18n._("Never seen") },
      { path: "total_devices", title: i18n._("Ever seen") },
    ],
    properties,
    display,
    {
      label: i18n._("Total"),
      values: {
        device_reporting_ratio: overview.device_reporting_ratio,
        online_devices: devices.online,
        delayed_devices: devices.delayed,
        offline_devices: devices.offline,
        unknown_devices: devices.unknown,
        total_devices: devices.online + devices.delayed + devices.offline,
      },
    },
  );
}

function silent({ display }: About, answers: DeviceAnswers): Block {
  const { i18n } = display.reader;
  return tableBlock(
    i18n._("Devices that are not online"),
    "GET /v1/reporting/device-health/critical-alerts/meters",
    [
      { path: "property_name", title: i18n._("Property") },
      { path: "building_name", title: i18n._("Building") },
      { path: "unit_name", title: i18n._("Unit") },
      { path: "meter_serial_number", title: i18n._("Serial number") },
      { path: "device_type", title: i18n._("Device"), labels: deviceTypes(i18n) },
      { path: "status", title: i18n._("Status"), labels: deviceStatuses(i18n) },
      { path: "last_seen_at", title: i18n._("Last seen") },
      { path: "days_offline", title: i18n._("Days without data") },
      { path: "gateway_serial_number", title: i18n._("Gateway") },
      { path: "explained_by", title: i18n._("Explained by") },
      { path: "battery", title: i18n._("Battery") },
      { path: "signal", title: i18n._("Signal") },
    ],
    answers.silent,
    display,
  );
}
