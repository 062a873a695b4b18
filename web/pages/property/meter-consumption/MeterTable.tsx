import { t } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MeterDayRow } from "../../../../contract/reporting/meter-volumes.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { formatDate } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import type { TableExport } from "../../../components/table/TableFiles.tsx";
import { statusMark } from "./leak-status.ts";
import classes from "./meter-consumption.module.css";

export interface MeterTableProps {
  view: ReportView;
  from: LeakList;
  /** What stands on the left of the bar above the table. */
  heading: ReactNode;
}

type AnyRow = Pick<MeterDayRow, "property_id" | "meter_serial_number" | "leak_details">;

interface Props<Row extends AnyRow> extends MeterTableProps {
  /** Under which its columns are kept for the user. */
  name: string;
  /** "by day" */
  granularityLabel: string;
  columns: readonly TableColumn<Row>[];
  hiddenAtFirst: readonly string[];
  answer: UseQueryResult<{ count: number; results: Row[] }>;
  rowKey: (row: Row) => string;
  ordering: string;
  onExport: TableExport;
  /** The first local day of which such rows are kept; null: all are. */
  keptFrom: string | null;
  /** By what the rows cannot be ordered, and why. */
  note: string | undefined;
}

/** Meters with what they measured. A row opens the page of the meter's leak. */
export function MeterTable<Row extends AnyRow>(props: Props<Row>): ReactNode {
  const { view, from, answer, keptFrom, note } = props;
  const navigate = useNavigate();
  const title = t`Meter consumption ${props.granularityLabel}, ${formatPeriod(view.period)}`;
  const notes = [
    keptFrom === null ? undefined : t`Rows begin with ${formatDate(keptFrom)}: what is older is archived.`,
    view.search.only_active ? t`Only Active Leaks narrows the leak overview. Here all meters are listed.` : undefined,
    note,
  ].filter((text) => text !== undefined);
  return (
    <>
      <ListTable
        caption={title}
        columns={props.columns}
        rowKey={props.rowKey}
        list={answer}
        state={view}
        what={t`The meters`}
        layoutName={props.name}
        hiddenAtFirst={props.hiddenAtFirst}
        empty={{
          sentence: t`No meter was in service here in this period. Choose other days, or take a filter off to see more.`,
        }}
        ordering={props.ordering}
        onOpenRow={(row) => void navigate(leakTarget(from, row, view.period, view.search.only_active))}
        highlight={statusMark}
        onExport={props.onExport}
        heading={props.heading}
      />
      {notes.length > 0 && (
        <div className={classes.notes}>
          {notes.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </>
  );
}
