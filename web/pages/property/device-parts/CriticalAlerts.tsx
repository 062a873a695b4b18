import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type Ref, useId } from "react";
import type { DryMeterRow } from "../../../../contract/inventory/devices.ts";
import { exportOf } from "../../../app/export.ts";
import { dependent } from "../../../app/query.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableComing } from "../../../app/report/table/TableComing.tsx";
import { NOT_MEASURED } from "../../../components/format.ts";
import { deviceStatusNames } from "../../../components/labels.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import type { TableColumn } from "../../../components/table/column.ts";
import { attachedToColumn, copyColumn, dateColumn, numberColumn } from "../../../components/table/columns.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { meterColumns, stationColumns } from "./device-columns.tsx";
import { deviceKey, lastSeenDay, meterTarget } from "./device-target.ts";
import { asOfText, noMatchMessage } from "./device-text.ts";
import classes from "./devices.module.css";
import { firstWithSome } from "./first-alerts.ts";
import {
  driestFirst,
  dryMetersParams,
  dryMetersQuery,
  healthQueries,
  silentFirst,
  silentMetersQuery,
  stationsParams,
  stationsQuery,
} from "./gateway-queries.ts";
import type { AlertTab } from "./gateway-search-fields.ts";
import type { GatewayView } from "./gateway-view.ts";
import { useZones } from "./use-zones.ts";

const tabs = [
  { tab: "gateways-routers", label: t`Gateways & Routers`, count: "gateways_routers" },
  { tab: "meters", label: t`Meters`, count: "meters" },
  { tab: "no-consumption", label: t`No Consumption`, count: "no_consumption" },
] as const;

interface Props {
  view: GatewayView;
  frame: Ref<HTMLDivElement>;
  onShowProperty: (id: number) => void;
}

/** The devices that need a person, as three lists. */
export function CriticalAlerts({ view, frame, onShowProperty }: Props): ReactNode {
  const panel = useId();
  const { data: counts, isPending } = useQuery(healthQueries(view.search, view.area).alertCounts);
  // Those counts are of no other statuses and types than what is critical.
  const isNarrowed = view.search.status !== undefined || view.search.device_type !== undefined;
  const isOpen = view.search.tab !== undefined || !isPending;
  const tab = view.search.tab ?? firstWithSome(counts);
  return (
    <div ref={frame} className={classes.alerts}>
      <Panel title={t`Critical alerts`} subtitle={subtitle(view, tab)} flush>
        <div className={classes.tabs}>
          <Tabs
            label={t`Critical alerts`}
            tabs={tabs.map(({ tab: name, label, count }) => ({
              tab: name,
              label,
              count: isNarrowed ? undefined : counts?.[count],
            }))}
            value={tab}
            onChange={view.setTab}
            panel={panel}
            look="line"
          />
        </div>
        <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, tab)}>
          {!isOpen && <TableComing />}
          {isOpen && tab === "gateways-routers" && <Stations view={view} onShowProperty={onShowProperty} />}
          {isOpen && tab === "meters" && <SilentMeters view={view} />}
          {isOpen && tab === "no-consumption" && <DryMeters view={view} />}
        </div>
      </Panel>
    </div>
  );
}

function subtitle({ search: { status, date } }: GatewayView, tab: AlertTab): string {
  const when = asOfText(date);
  if (tab === "no-consumption") return t`meters that report, but no water, ${when}`;
  const statusText = status?.map((single) => deviceStatusNames[single].toLowerCase()).join(", ") ?? t`offline`;
  return `${statusText}, ${when}`;
}

function Stations({ view, onShowProperty }: Omit<Props, "frame">): ReactNode {
  const list = useQuery(dependent(stationsQuery(view.search)));
  return (
    <ListTable
      caption={t`Gateways and routers with critical alerts`}
      columns={stationColumns(useZones())}
      rowKey={deviceKey}
      list={list}
      state={view.alerts}
      ordering={view.alerts.ordering ?? silentFirst}
      what={t`The gateways and routers`}
      layoutName="device_alerts_gateways_routers"
      onOpenRow={(row) => onShowProperty(row.property_id)}
      onExport={exportOf("GET /v1/reporting/device-health/critical-alerts/gateways-routers/export", {
        query: stationsParams(view.search),
      })}
      empty={{
        sentence:
          noMatchMessage(view.search) ??
          t`No gateway or router is silent. One shows here a day after it was last seen.`,
      }}
    />
  );
}

function SilentMeters({ view }: { view: GatewayView }): ReactNode {
  const list = useQuery(dependent(silentMetersQuery(view.search)));
  const zoneOf = useZones();
  const navigate = useNavigate();
  return (
    <ListTable
      caption={t`Meters with critical alerts`}
      columns={meterColumns(zoneOf)}
      rowKey={deviceKey}
      list={list}
      state={view.alerts}
      ordering={view.alerts.ordering ?? silentFirst}
      what={t`The meters`}
      layoutName="device_alerts_meters"
      onOpenRow={(row) =>
        void navigate(meterTarget(view.area, row, lastSeenDay(row, zoneOf), view.search.date, today()))
      }
      onExport={exportOf("GET /v1/reporting/device-health/critical-alerts/meters/export", {
        query: stationsParams(view.search),
      })}
      empty={{
        sentence:
          noMatchMessage(view.search) ??
          t`No meter is silent by itself. One shows here three days after it was last seen.`,
      }}
    />
  );
}

function DryMeters({ view }: { view: GatewayView }): ReactNode {
  const list = useQuery(dependent(dryMetersQuery(view.search)));
  const navigate = useNavigate();
  return (
    <ListTable
      caption={t`Meters without consumption`}
      columns={dryColumns}
      rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
      list={list}
      state={view.alerts}
      ordering={view.alerts.ordering ?? driestFirst}
      what={t`The meters without water`}
      layoutName="device_alerts_no_consumption"
      onOpenRow={(row) => void navigate(meterTarget(view.area, row, row.last_used_date, view.search.date, today()))}
      onExport={exportOf("GET /v1/reporting/device-health/critical-alerts/no-consumption/export", {
        query: dryMetersParams(view.search),
      })}
      empty={{
        sentence: t`Every meter that reports has seen water. One shows here after 7 days without in an occupied unit, after 14 elsewhere.`,
      }}
    />
  );
}

const occupancyName = { occupied: t`Occupied`, unknown: t`Not known` } as const;

function place(
  id: "property_name" | "building_name" | "unit_name",
  header: string,
  card: TableColumn<DryMeterRow>["card"],
): TableColumn<DryMeterRow> {
  return { id, header, sortable: id, card, cell: (row) => row[id] ?? NOT_MEASURED, text: (row) => row[id] ?? "" };
}

/** Columns of meters that report, but no water. */
const dryColumns: TableColumn<DryMeterRow>[] = [
  place("property_name", t`Property`, "detail"),
  place("building_name", t`Building`, "main"),
  place("unit_name", t`Unit`, "main"),
  attachedToColumn({ width: 110 }),
  copyColumn("meter_serial_number", t`Device Serial Number`, {
    sortable: "meter_serial_number",
    width: 170,
    card: "title",
    pinned: true,
  }),
  {
    id: "occupancy",
    header: t`Occupancy`,
    width: 110,
    hint: t`Listed after 7 days without water in an occupied unit, after 14 where occupancy is not known`,
    cell: (row) => occupancyName[row.occupancy],
    text: (row) => occupancyName[row.occupancy],
  },
  numberColumn("days_without_water", t`Days without Water`, {
    sortable: "days_without_water",
    width: 170,
    card: "detail",
    strong: true,
  }),
  dateColumn("last_used_date", t`Last Day with Water`, { width: 160, hint: t`A dash: none is known` }),
];
