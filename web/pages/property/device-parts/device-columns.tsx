import { t } from "@lingui/core/macro";
import type { DeviceRow } from "../../../../contract/inventory/devices.ts";
import { LOW_BATTERY } from "../../../../contract/inventory/low-battery.ts";
import { StatusBadge } from "../../../components/badges/StatusBadge.tsx";
import { formatPercent, NOT_MEASURED, plain } from "../../../components/format.ts";
import { deviceStatusNames, deviceTypeNames } from "../../../components/labels.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { attachedToColumn, copyColumn, numberColumn, textColumn } from "../../../components/table/columns.tsx";
import { timeAtProperty } from "../leak-detail/view/property-time.ts";
import { explanation } from "./device-text.ts";
import classes from "./devices.module.css";

type Column = TableColumn<DeviceRow>;
type ZoneOf = (property: number) => string | undefined;

function place(id: "property_name" | "building_name" | "unit_name", header: string, card: Column["card"]): Column {
  return {
    id,
    header,
    sortable: id,
    card,
    cell: (row) => row[id] ?? NOT_MEASURED,
    text: (row) => row[id] ?? "",
  };
}

const property = place("property_name", t`Property`, "detail");
const state: Column = textColumn("state", t`State`, { width: 70 });
const building = place("building_name", t`Building`, "main");
const unit = place("unit_name", t`Unit`, "main");

const attachedTo: Column = attachedToColumn({ width: 100 });

const serial: Column = copyColumn("meter_serial_number", t`Device Serial Number`, {
  sortable: "meter_serial_number",
  width: 150,
  card: "title",
  pinned: true,
});

const type: Column = {
  id: "device_type",
  header: t`Device Type`,
  sortable: "device_type",
  width: 100,
  cell: (row) => deviceTypeNames[row.device_type],
  text: (row) => deviceTypeNames[row.device_type],
};

const status: Column = {
  id: "status",
  fields: ["status", "explained_by"],
  header: t`Status`,
  sortable: "status",
  card: "title",
  hint: t`Online: seen in time. Delayed: not lately. Offline: gateways and routers after a day, meters after three. Never seen: in no ratio`,
  cell: (row) => (
    <span className={classes.status}>
      <StatusBadge status={row.status} />
      {row.explained_by !== null && <span title={t`By ${row.explained_by}`}>{explanation(row)}</span>}
    </span>
  ),
  text: (row) => [deviceStatusNames[row.status], explanation(row)].filter((part) => part !== null).join(", "),
};

const daysOffline: Column = numberColumn("days_offline", t`Days Offline`, {
  sortable: "days_offline",
  width: 120,
  hint: t`Whole days since it was last seen; 0 while it is online. A dash: never`,
  strong: true,
});

const lastSeen = (zoneOf: ZoneOf): Column => ({
  id: "last_seen_at",
  header: t`Last Seen`,
  width: 180,
  hint: t`On the property's clock; in files, UTC`,
  cell: (row) => {
    const zone = zoneOf(row.property_id);
    if (row.last_seen_at === null) return t`Never`;
    return zone === undefined ? NOT_MEASURED : timeAtProperty(row.last_seen_at, zone);
  },
  text: (row) => row.last_seen_at ?? "",
});

const battery: Column = {
  id: "battery",
  fields: ["battery", "battery_at"],
  header: t`Battery`,
  textUnit: "%",
  align: "right",
  width: 90,
  hint: t`As the device last reported it. A dash: never`,
  cell: (row) => (
    <span data-low={(row.battery !== null && row.battery < LOW_BATTERY) || undefined} className={classes.battery}>
      {formatPercent(row.battery, 0)}
    </span>
  ),
  text: (row) => plain(row.battery),
};

const signal: Column = numberColumn("signal", t`Signal`, {
  fields: ["signal", "signal_at"],
  unit: "dBm",
  width: 100,
  hint: t`Strength of the radio signal as the device last reported it; nearer to 0 is stronger`,
});

const through: Column = {
  id: "gateway_serial_number",
  header: t`Gateway`,
  width: 130,
  hint: t`Through which it reports`,
  cell: (row) =>
    row.gateway_serial_number === null || row.device_type === "gateway" ? NOT_MEASURED : row.gateway_serial_number,
  text: (row) => (row.device_type === "gateway" ? "" : (row.gateway_serial_number ?? "")),
};

const behind: Column = numberColumn("meters", t`Meters Behind It`, {
  width: 150,
  card: "main",
  hint: t`Meters that report through it, and are not read while it is silent`,
});

/** Columns of gateways and routers without data. */
export function stationColumns(zoneOf: ZoneOf): Column[] {
  const on = { ...property, card: "main" } as const;
  return [on, state, serial, type, status, daysOffline, lastSeen(zoneOf), through, behind];
}

/** Columns of meters without data. */
export function meterColumns(zoneOf: ZoneOf): Column[] {
  return [
    property,
    building,
    unit,
    attachedTo,
    serial,
    status,
    daysOffline,
    lastSeen(zoneOf),
    battery,
    signal,
    through,
  ];
}

/** Columns of all devices of one property. */
export function propertyDeviceColumns(zoneOf: ZoneOf): Column[] {
  const detail = { ...behind, card: "detail" } as const;
  return [
    building,
    unit,
    attachedTo,
    serial,
    type,
    status,
    daysOffline,
    lastSeen(zoneOf),
    battery,
    signal,
    through,
    detail,
  ];
}
