import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { exportOf } from "../../../app/export.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { type ListState, ListTable } from "../../../app/report/table/ListTable.tsx";
import { propertyDeviceColumns } from "../device-parts/device-columns.tsx";
import { deviceKey, lastSeenDay, meterTarget } from "../device-parts/device-target.ts";
import { noMatchMessage } from "../device-parts/device-text.ts";
import classes from "../device-parts/devices.module.css";
import { propertyDevicesParams, propertyDevicesQuery, silentFirst } from "../device-parts/gateway-query.ts";
import type { GatewayView } from "../device-parts/gateway-view.ts";
import { useZones } from "../device-parts/use-zones.ts";

/** The devices of one property, longest without data first. A meter opens its page. */
export function PropertyDevices({ view, property }: { view: GatewayView; property: DeviceHealthProperty }): ReactNode {
  const id = property.property_id;
  const state = useOwnState();
  const list = useQuery(propertyDevicesQuery(id, view.search, state));
  const zoneOf = useZones();
  const navigate = useNavigate();
  return (
    <div className={classes.devices}>
      <ListTable
        caption={`Devices of ${property.property_name}`}
        columns={propertyDeviceColumns(zoneOf)}
        rowKey={deviceKey}
        list={list}
        state={state}
        ordering={state.ordering}
        what="The devices"
        layoutName="device_health_devices"
        hiddenAtFirst={["meters"]}
        heading={<h3 className={classes.name}>{`Devices of ${property.property_name}`}</h3>}
        onOpenRow={(row) => {
          if (row.device_type !== "meter") return;
          void navigate(meterTarget(view.area, row, lastSeenDay(row, zoneOf), view.search.date, today()));
        }}
        onExport={exportOf("GET /v1/reporting/device-health/portfolio-detail/properties/{id}/meters/export", {
          params: { id },
          query: propertyDevicesParams(view.search, state.ordering),
        })}
        empty={{ sentence: noMatchMessage(view.search) ?? "A device shows here once it is in the inventory." }}
      />
    </div>
  );
}

/** Order and page of a table that unfolds: they live as long as it is unfolded. */
function useOwnState(): ListState & { ordering: string } {
  const [{ ordering, page, pageSize }, setState] = useState({ ordering: silentFirst, page: 0, pageSize: 10 });
  return {
    ordering,
    page,
    pageSize,
    setOrdering: (next) => setState({ ordering: next, page: 0, pageSize }),
    setPage: (next) => setState({ ordering, page: next, pageSize }),
    setPageSize: (next) => setState({ ordering, page: 0, pageSize: next }),
  };
}
