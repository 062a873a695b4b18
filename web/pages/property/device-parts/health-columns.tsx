import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { HealthBadge, healthName } from "../../../components/badges/HealthBadge.tsx";
import { formatNumber, formatPercent, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import classes from "./devices.module.css";
import type { DevicesListed } from "./gateway-search-fields.ts";

type Column = TableColumn<DeviceHealthProperty>;
type ShowDevices = (property: DeviceHealthProperty, devices: DevicesListed) => void;

const listedOf = {
  online_devices: "online",
  delayed_devices: "delayed",
  offline_devices: "offline",
  unknown_devices: "unknown",
  total_devices: "seen",
} as const satisfies Partial<Record<keyof DeviceHealthProperty, DevicesListed>>;

function count(
  id: keyof typeof listedOf,
  header: string,
  card: Column["card"],
  show: ShowDevices | undefined,
  hint?: string,
): Column {
  const figure = (row: DeviceHealthProperty) => formatNumber(row[id]);
  const what = header.toLowerCase();
  return {
    id,
    header,
    align: "right",
    sortable: id,
    width: 120,
    card,
    hint,
    cell: (row) =>
      show === undefined || row[id] === 0 ? (
        figure(row)
      ) : (
        <button
          type="button"
          className={classes.figure}
          onClick={() => show(row, listedOf[id])}
          aria-label={`${figure(row)} ${what}: show the devices of ${row.property_name}`}
        >
          {figure(row)}
        </button>
      ),
    text: (row) => String(row[id]),
  };
}

/** Columns of the properties with their devices' health. @param show where given, each count opens its devices */
export function healthColumns(show?: ShowDevices): Column[] {
  return [
    {
      id: "property_name",
      header: "Property",
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => <strong>{row.property_name}</strong>,
      text: (row) => row.property_name,
    },
    {
      id: "state",
      header: "State",
      sortable: "state",
      width: 80,
      cell: (row) => row.state,
      text: (row) => row.state,
    },
    {
      id: "health",
      header: "Health",
      width: 120,
      card: "title",
      hint: "By the ratio and your own thresholds",
      cell: (row) => <HealthBadge health={row.health} />,
      text: (row) => healthName(row.health),
    },
    {
      id: "device_reporting_ratio",
      header: "Reporting Ratio",
      textUnit: "%",
      align: "right",
      sortable: "device_reporting_ratio",
      width: 150,
      card: "main",
      hint: "Online per hundred of the devices ever seen. A dash: none was",
      cell: (row) => (
        <strong className={classes.ratio} data-health={row.health}>
          {formatPercent(row.device_reporting_ratio)}
        </strong>
      ),
      text: (row) => plain(row.device_reporting_ratio),
    },
    count("online_devices", "Online", "detail", show),
    count("delayed_devices", "Delayed", "detail", show, "Not seen lately, or behind a silent gateway"),
    count("offline_devices", "Offline", "main", show),
    count("unknown_devices", "Never seen", "detail", show, "In no ratio"),
    count("total_devices", "Total", "detail", show, "Devices that were ever seen"),
  ];
}
