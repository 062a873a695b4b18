import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { exportOf } from "../../../app/export.ts";
import { usePreferences } from "../../../app/preferences.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { HealthBadge, healthName } from "../../../components/badges/HealthBadge.tsx";
import { formatNumber, formatPercent, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn, textColumn } from "../../../components/table/columns.tsx";
import { asOfText, noMatchMessage } from "./device-text.ts";
import classes from "./devices.module.css";
import { healthQueries, propertiesParams, worstFirst } from "./gateway-queries.ts";
import type { DevicesListed } from "./gateway-search-fields.ts";
import type { GatewayView } from "./gateway-view.ts";

interface Props {
  view: GatewayView;
  frame: Ref<HTMLDivElement>;
  /** Where given, each count of devices opens them. */
  onShowDevices?: Parameters<typeof healthColumns>[0];
  /** What a property unfolds to. */
  devices: (property: DeviceHealthProperty) => ReactNode;
}

/** The properties by how many of their devices report; each unfolds to its devices. */
export function PropertiesHealth({ view, frame, onShowDevices, devices }: Props): ReactNode {
  const list = useQuery(healthQueries(view.search, view.area).propertiesHealth);
  const thresholds = usePreferences()?.device_health_thresholds;
  const open = view.search.open ?? [];
  const bands = thresholds ? t`, healthy from ${thresholds.healthy[0]}%, warning from ${thresholds.warning[0]}%` : "";
  return (
    <div ref={frame} className={classes.alerts}>
      <TableFrame title={t`Device health by property`} subtitle={`${asOfText(view.search.date)}${bands}`}>
        {(heading) => (
          <ListTable
            caption={t`Device health by property`}
            columns={healthColumns(onShowDevices)}
            rowKey={(row) => String(row.property_id)}
            list={list}
            state={view.properties}
            ordering={view.properties.ordering ?? worstFirst}
            what={t`The properties`}
            layoutName="device_health_properties"
            heading={heading}
            onOpenRow={(row) => view.toggleProperty(row.property_id)}
            expansion={{
              isExpanded: (row) => open.includes(row.property_id),
              onToggle: (row) => view.toggleProperty(row.property_id),
              label: (row, expanded) => t`${expanded ? t`Hide` : t`Show`} devices of ${row.property_name}`,
              render: devices,
            }}
            onExport={exportOf("GET /v1/reporting/device-health/portfolio-detail/properties/export", {
              query: propertiesParams(view.search),
            })}
            empty={{
              sentence: noMatchMessage(view.search) ?? t`A property shows here once it is imported and you may see it.`,
            }}
          />
        )}
      </TableFrame>
    </div>
  );
}

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
          aria-label={t`${figure(row)} ${what}: show the devices of ${row.property_name}`}
        >
          {figure(row)}
        </button>
      ),
    text: (row) => String(row[id]),
  };
}

/** Columns of the properties with their devices' health. @param show where given, each count opens its devices */
function healthColumns(show?: ShowDevices): Column[] {
  return [
    nameColumn("property_name", t`Property`, { sortable: "property_name", card: "title", pinned: true }),
    textColumn("state", t`State`, { sortable: "state", width: 80 }),
    {
      id: "health",
      header: t`Health`,
      width: 120,
      card: "title",
      hint: t`By the ratio and your own thresholds`,
      cell: (row) => <HealthBadge health={row.health} />,
      text: (row) => healthName(row.health),
    },
    {
      id: "device_reporting_ratio",
      header: t`Reporting Ratio`,
      textUnit: "%",
      align: "right",
      sortable: "device_reporting_ratio",
      width: 150,
      card: "main",
      hint: t`Online per hundred of the devices ever seen. A dash: none was`,
      cell: (row) => (
        <strong className={classes.ratio} data-health={row.health}>
          {formatPercent(row.device_reporting_ratio)}
        </strong>
      ),
      text: (row) => plain(row.device_reporting_ratio),
    },
    count("online_devices", t`Online`, "detail", show),
    count("delayed_devices", t`Delayed`, "detail", show, t`Not seen lately, or behind a silent gateway`),
    count("offline_devices", t`Offline`, "main", show),
    count("unknown_devices", t`Never seen`, "detail", show, t`In no ratio`),
    count("total_devices", t`Total`, "detail", show, t`Devices that were ever seen`),
  ];
}
