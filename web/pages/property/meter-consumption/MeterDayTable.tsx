import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { exportOf } from "../../../app/export.ts";
import { hiddenDayColumns, meterDayColumns } from "./day-columns.tsx";
import { MeterTable, type MeterTableProps } from "./MeterTable.tsx";
import { sortingBy } from "./meter-columns.tsx";
import { meterDaysParams, meterDaysQuery } from "./meter-rows-query.ts";

/** So many rows are ordered by date alone, or by leak gallons with most first; more would take too long. */
const MOST_ORDERED = 1_000_000;

/** Every meter of the report's places, a row for each day. */
export function MeterDayTable(props: MeterTableProps): ReactNode {
  const { view } = props;
  const answer = useQuery(meterDaysQuery(view.search));
  const isMany = (answer.data?.count ?? 0) > MOST_ORDERED;
  const { days_kept_from } = answer.data ?? {};
  return (
    <MeterTable
      {...props}
      name="meters_day"
      granularityLabel="by day"
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
        isMany ? "So many rows are ordered by date. Choose one property or fewer days to order by more." : undefined
      }
    />
  );
}
