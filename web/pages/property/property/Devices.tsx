import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { mayAccess } from "../../../app/access.ts";
import { exportOf } from "../../../app/export.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useMe } from "../../../app/use-me.ts";
import { formatPercent } from "../../../components/format.ts";
import { propertyDeviceColumns } from "../device-parts/device-columns.tsx";
import { deviceKey } from "../device-parts/device-target.ts";
import { silentFirst } from "../device-parts/gateway-queries.ts";
import { devicesWithoutDataParams, propertyQueries } from "./property-queries.ts";

interface Props {
  id: number;
  view: ReportView;
  /** The property's own; undefined until it is known. */
  zone: string | undefined;
}

/** The property's devices that are not online now, whatever days the report is about. */
export function Devices({ id, view, zone }: Props): ReactNode {
  const isManager = mayAccess(useMe(), "property");
  const devices = useQuery(propertyQueries(id, view.search).silentDevices);
  const counts = useQuery(propertyQueries(id, view.search).deviceCounts);
  return (
    <TableFrame
      title={t`Silent devices`}
      subtitle={onlineText(counts.data?.results[0], view.search.unit_id !== undefined)}
    >
      {(heading) => (
        <ListTable
          caption={t`Silent devices, now`}
          columns={propertyDeviceColumns(() => zone)}
          rowKey={deviceKey}
          list={devices}
          state={view}
          what={t`The devices`}
          layoutName="property_devices"
          hiddenAtFirst={["battery", "signal", "gateway_serial_number"]}
          empty={{
            sentence: view.search.building_id
              ? t`Every device of these buildings is online now.`
              : t`Every device of this property is online now. One that falls silent shows here.`,
          }}
          ordering={view.search.ordering ?? silentFirst}
          onExport={exportOf("GET /v1/reporting/device-health/portfolio-detail/properties/{id}/meters/export", {
            params: { id },
            query: devicesWithoutDataParams(view.search),
          })}
          heading={
            <>
              {heading}
              {isManager && (
                <Link to="/gateway-device-health" search={{ property_id: [id] }} className={classes.details}>
                  <Trans>All devices of this property</Trans>
                </Link>
              )}
            </>
          }
        />
      )}
    </TableFrame>
  );
}

/** Of which time the list is, and how many report; that it is not of the chosen units alone, where some are chosen. */
function onlineText(counts: DeviceHealthProperty | undefined, hasUnits: boolean): string {
  const now = hasUnits ? t`Now, of all units` : t`Now`;
  if (counts === undefined || counts.total_devices === 0) return now;
  const { online_devices, total_devices, device_reporting_ratio } = counts;
  return t`${now}. ${online_devices} of ${plural(total_devices, { one: "# device", other: "# devices" })} online (${formatPercent(device_reporting_ratio)})`;
}
