import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { exportOf } from "../../../app/export.ts";
import { usePreferences } from "../../../app/preferences.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { asOfText, noMatchMessage } from "./device-text.ts";
import classes from "./devices.module.css";
import { propertiesHealthQuery, propertiesParams, worstFirst } from "./gateway-query.ts";
import type { GatewayView } from "./gateway-view.ts";
import { healthColumns } from "./health-columns.tsx";

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
  const list = useQuery(propertiesHealthQuery(view.search));
  const thresholds = usePreferences()?.device_health_thresholds;
  const open = view.search.open ?? [];
  const bands = thresholds ? `, healthy from ${thresholds.healthy[0]}%, warning from ${thresholds.warning[0]}%` : "";
  return (
    <div ref={frame} className={classes.alerts}>
      <TableFrame title="Device health by property" subtitle={`${asOfText(view.search.date)}${bands}`}>
        {(heading) => (
          <ListTable
            caption="Device health by property"
            columns={healthColumns(onShowDevices)}
            rowKey={(row) => String(row.property_id)}
            list={list}
            state={view.properties}
            ordering={view.properties.ordering ?? worstFirst}
            what="The properties"
            layoutName="device_health_properties"
            heading={heading}
            onOpenRow={(row) => view.toggleProperty(row.property_id)}
            expansion={{
              isExpanded: (row) => open.includes(row.property_id),
              onToggle: (row) => view.toggleProperty(row.property_id),
              label: (row, expanded) => `${expanded ? "Hide" : "Show"} devices of ${row.property_name}`,
              render: devices,
            }}
            onExport={exportOf("GET /v1/reporting/device-health/portfolio-detail/properties/export", {
              query: propertiesParams(view.search),
            })}
            empty={{
              sentence: noMatchMessage(view.search) ?? "A property shows here once it is imported and you may see it.",
            }}
          />
        )}
      </TableFrame>
    </div>
  );
}
