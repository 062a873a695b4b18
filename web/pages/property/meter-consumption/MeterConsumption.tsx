import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { MeterHourRow } from "../../../../contract/reporting/meter-volumes.ts";
import { exportOf } from "../../../app/export.ts";
import type { LeakList } from "../../../app/report/leak-target.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { formatHour } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { Gallons } from "../../../language/measure.ts";
import { hiddenDayColumns, meterDayColumns } from "./day-columns.tsx";
import { MeterTable, type MeterTableProps } from "./MeterTable.tsx";
import { dayColumn, detailsColumn, figureColumns, leakedColumn, placeColumns, sortingBy } from "./meter-columns.tsx";
import classes from "./meter-consumption.module.css";
import { meterDaysParams, meterDaysQuery, meterHoursParams, meterHoursQuery } from "./meter-rows-query.ts";
import { isOneProperty } from "./one-property.ts";

const granularities = [
  { tab: "day", label: t`Day` },
  { tab: "hour", label: t`Hour` },
] as const;

/** What every meter measured, by the day or by the hour. */
export function MeterConsumption({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const panel = useId();
  const chosen = view.search.granularity ?? "day";
  const Table = chosen === "hour" ? MeterHourTable : MeterDayTable;
  return (
    <TableFrame title={t`Meter consumption`} subtitle={formatPeriod(view.period)}>
      {(heading) => (
        <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, chosen)} className={classes.panel}>
          <Table
            view={view}
            from={from}
            heading={
              <>
                {heading}
                <Tabs
                  label={t`Granularity`}
                  panel={panel}
                  tabs={granularities}
                  value={chosen}
                  onChange={(tab) => view.setGranularity(tab === "hour" ? tab : undefined)}
                />
              </>
            }
          />
        </div>
      )}
    </TableFrame>
  );
}

/** So many rows are ordered by date alone, or by leak gallons with most first; more would take too long. */
const MOST_ORDERED = 1_000_000;

/** Every meter of the report's places, a row for each day. */
function MeterDayTable(props: MeterTableProps): ReactNode {
  const { view } = props;
  const answer = useQuery(meterDaysQuery(view.search));
  const isMany = (answer.data?.count ?? 0) > MOST_ORDERED;
  const { days_kept_from } = answer.data ?? {};
  return (
    <MeterTable
      {...props}
      name="meters_day"
      granularityLabel={t`by day`}
      columns={sortingBy(meterDayColumns, isMany ? ["date", "gallons_leaked"] : undefined)}
      hiddenAtFirst={hiddenDayColumns}
      answer={answer}
      rowKey={(row) => `${row.property_id} ${row.meter_serial_number} ${row.attached_to} ${row.unit_id} ${row.date}`}
      ordering={meterDaysParams(view.search).ordering}
      onExport={exportOf("GET /v1/reporting/top-leak-volume/meters/day/export", {
        query: meterDaysParams(view.search),
      })}
      keptFrom={days_kept_from ?? null}
      note={
        isMany ? t`So many rows are ordered by date. Choose one property or fewer days to order by more.` : undefined
      }
    />
  );
}

/** The columns of meters by the hour. */
const meterHourColumns: readonly TableColumn<MeterHourRow>[] = [
  ...placeColumns,
  dayColumn,
  {
    id: "hour",
    header: t`Hour`,
    width: 70,
    card: "title",
    pinned: true,
    hint: t`Local time of the property, at which the hour begins`,
    cell: (row) => formatHour(Number(row.hour.slice(0, 2))),
    text: (row) => row.hour,
  },
  ...figureColumns,
  detailsColumn,
  leakedColumn<MeterHourRow>("gallons_leaked", t`Leak ${Gallons}`, (row) => row.gallons_leaked),
];

/** The one that is a tick away in the picker. */
const hiddenHourColumns = ["gallons_leaked"] as const;

/** Every meter of the report's places, a row for each hour. */
function MeterHourTable(props: MeterTableProps): ReactNode {
  const { view } = props;
  const byAnything = isOneProperty(view.search, useQuery(propertiesQuery()).data);
  const answer = useQuery(meterHoursQuery(view.search, byAnything));
  const { ordering, ...params } = meterHoursParams(view.search, byAnything);
  return (
    <MeterTable
      {...props}
      name="meters_hour"
      granularityLabel={t`by hour`}
      columns={sortingBy(meterHourColumns, byAnything ? undefined : ["date"])}
      hiddenAtFirst={hiddenHourColumns}
      answer={answer}
      rowKey={(row) =>
        `${row.property_id} ${row.meter_serial_number} ${row.attached_to} ${row.unit_id} ${row.starts_at}`
      }
      ordering={ordering}
      onExport={exportOf("GET /v1/reporting/top-leak-volume/meters/hour/export", { query: { ...params, ordering } })}
      keptFrom={answer.data?.hours_kept_from ?? null}
      note={
        byAnything
          ? undefined
          : t`Hours of several properties are ordered by date. Choose one property to order by more.`
      }
    />
  );
}
