import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { Chart, type ChartProps } from "../../../../components/chart/Chart.tsx";
import type { TableLayout } from "../../../../components/column-picker/layout.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import { tabId } from "../../../../components/tabs/Tabs.tsx";
import { chartSubtitle, draggedRange, pointHeader } from "../../report-charts/chart-points.ts";
import { OneDayNote } from "../../report-charts/OneDayNote.tsx";
import { ResolutionTabs } from "../../report-charts/ResolutionTabs.tsx";
import classes from "../report-dialogs.module.css";

interface Props<Row> {
  view: ReportView;
  /** Of chart, table and files: "Leak-Related Costs". */
  name: string;
  /** The figure that the points show: "Gallons". */
  figure: string;
  info: string;
  /** The answer that the points come from, undefined until it is there. */
  answered: Parameters<typeof chartSubtitle>[1];
  /** Its points are undefined until all that it shows is there. */
  chart: Pick<ChartProps, "points" | "series" | "axis" | "secondAxis" | "goal">;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[] | undefined;
  layout: [TableLayout, (layout: TableLayout) => void];
  refreshing: boolean;
  error: ChartProps["error"];
}

const panel = "dialog-chart";
const empty = { sentence: t`These days have not begun.` };

/** A chart by day, week or month over the table of its figures. A drag across the chart makes the days the report's. */
export function ChartAndTable<Row extends { start_date: string }>(props: Props<Row>): ReactNode {
  const { view, name, answered, refreshing, error } = props;
  const subtitle = chartSubtitle(props.figure, answered);
  const files = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  const [layout, setLayout] = props.layout;
  return (
    <>
      <Panel
        level={3}
        title={t`Over time`}
        subtitle={subtitle}
        info={props.info}
        actions={<ResolutionTabs view={view} panel={panel} />}
      >
        <div
          id={panel}
          className={classes.chart}
          role="tabpanel"
          aria-labelledby={tabId(panel, view.search.resolution ?? "day")}
        >
          <Chart
            {...props.chart}
            title={name}
            pointHeader={pointHeader(answered?.resolution)}
            height={340}
            refreshing={refreshing}
            error={error}
            empty={empty}
            fileName={files}
            onZoom={(first, last) => {
              const range = draggedRange(answered?.points ?? [], first, last);
              if (range) view.setPeriod(range);
            }}
          />
          <OneDayNote view={view} />
        </div>
      </Panel>
      {(error === undefined || props.rows !== undefined) && (
        <TableFrame title={t`In figures`} subtitle={subtitle ?? ""}>
          {(heading) => (
            <DataTable
              caption={name}
              toolbar={heading}
              columns={props.columns}
              rows={props.rows}
              rowKey={({ start_date }) => start_date}
              refreshing={refreshing}
              empty={empty}
              layout={layout}
              onLayoutChange={setLayout}
              fileName={files}
            />
          )}
        </TableFrame>
      )}
    </>
  );
}
