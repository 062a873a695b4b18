import { t } from "@lingui/core/macro";
import { ActionIcon } from "@mantine/core";
import { IconArrowsMaximize } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo } from "react";
import { failureOf } from "../../../app/query-state.ts";
import type { ReportDialogName } from "../../../app/report/report-dialog.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { Chart } from "../../../components/chart/Chart.tsx";
import type { ChartAxis, ChartGoal, ChartSeries } from "../../../components/chart/series.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { tabId } from "../../../components/tabs/Tabs.tsx";
import { bucketPoints, chartSubtitle, draggedRange, pointHeader } from "./chart-points.ts";
import { OneDayNote } from "./OneDayNote.tsx";
import { ResolutionTabs } from "./ResolutionTabs.tsx";

/** Pixels: low enough for the table below to begin on the first screen. */
const HEIGHT = 168;

type Answered = Parameters<typeof bucketPoints>[0];

interface Props<Data extends Answered> {
  title: string;
  /** The figure that the points show: "Gallons", "Leaked share". */
  figure: string;
  info: string;
  view: ReportView;
  answer: UseQueryResult<Data>;
  /** The same function between renders. */
  seriesOf: (points: Data["points"], isCompared: boolean) => ChartSeries[];
  axis: ChartAxis;
  goal?: ChartGoal;
  /** What its corner opens; Gallons & Leaks Dynamics where not given. */
  dialog?: ReportDialogName;
  /** Pixels of the drawing. */
  height?: number;
  /** Its points can be made days, weeks or months. */
  byResolution?: boolean;
}

/** A small chart of a report's days. A drag across it makes the days the report's; its corner opens it on the full screen. */
export function ChartPanel<Data extends Answered>(props: Props<Data>): ReactNode {
  const { title, figure, info, view, answer, seriesOf, axis, goal, byResolution } = props;
  const { dialog = "gallons-leaks-dynamics", height = HEIGHT } = props;
  const panel = useId();
  const { data } = answer;
  const isCompared = comparesDays(view.search);
  const series = useMemo(() => seriesOf(data?.points ?? [], isCompared), [data, isCompared, seriesOf]);
  const isMeasured = series.some(({ values }) => values.some((value) => value !== null));
  const points = useMemo(() => data && (isMeasured ? bucketPoints(data) : []), [data, isMeasured]);
  return (
    <Panel
      title={title}
      subtitle={chartSubtitle(figure, data)}
      info={info}
      actions={
        <>
          <ActionIcon
            aria-label={t`${title} on the full screen`}
            title={t`Full screen`}
            onClick={() => view.setDialog(dialog)}
          >
            <IconArrowsMaximize size={16} stroke={1.75} />
          </ActionIcon>
          {byResolution && <ResolutionTabs view={view} panel={panel} />}
        </>
      }
    >
      <div
        {...(byResolution
          ? { id: panel, role: "tabpanel", "aria-labelledby": tabId(panel, view.search.resolution ?? "day") }
          : {})}
      >
        <Chart
          title={title}
          pointHeader={pointHeader(data?.resolution)}
          points={points}
          series={series}
          axis={axis}
          goal={goal}
          height={height}
          refreshing={answer.isPlaceholderData}
          error={failureOf(answer, t`The chart`)}
          empty={{ sentence: t`Nothing was read in this period.` }}
          fileName={title.toLowerCase()}
          onZoom={(first, last) => {
            const range = draggedRange(data?.points ?? [], first, last);
            if (range) view.setPeriod(range);
          }}
        />
        {byResolution && <OneDayNote view={view} />}
      </div>
    </Panel>
  );
}
