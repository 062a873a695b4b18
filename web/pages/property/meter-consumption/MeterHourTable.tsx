import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { exportOf } from "../../../app/export.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { hiddenHourColumns, meterHourColumns } from "./hour-columns.tsx";
import { MeterTable, type MeterTableProps } from "./MeterTable.tsx";
import { sortingBy } from "./meter-columns.tsx";
import { meterHoursParams, meterHoursQuery } from "./meter-rows-query.ts";
import { isOneProperty } from "./one-property.ts";

/** Every meter of the report's places, a row for each hour. */
export function MeterHourTable(props: MeterTableProps): ReactNode {
  const { view } = props;
  const byAnything = isOneProperty(view.search, useQuery(propertiesQuery()).data);
  const answer = useQuery(meterHoursQuery(view.search, byAnything));
  const { ordering, ...params } = meterHoursParams(view.search, byAnything);
  return (
    <MeterTable
      {...props}
      name="meters_hour"
      granularityLabel="by hour"
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
          : "Hours of several properties are ordered by date. Choose one property to order by more."
      }
    />
  );
}
