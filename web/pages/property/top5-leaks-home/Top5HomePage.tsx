import { t } from "@lingui/core/macro";
import { IconChartPieOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { exportOf } from "../../../app/export.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { Changes } from "../../../app/report/headline/Changes.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import { useHeadline } from "../../../app/report/headline/use-headline.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { noLeaksMessage } from "../../../app/report/no-leak.ts";
import report from "../../../app/report/report.module.css";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { describeCoverage, leakHeadline, leakShareText, outsideUnitsNote } from "../../../app/report/text.ts";
import { WaterLossIndicator } from "../../../components/badges/WaterLossIndicator.tsx";
import { CasesPanel } from "../../cases/report/CasesPanel.tsx";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";
import { ReportActions } from "../report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../report-dialogs/ReportDialogs.tsx";
import { topUnitColumns } from "../top-units/columns.tsx";
import { topUnitsOrdering, topUnitsParams } from "../top-units/top-units-query.ts";
import { DataComplete } from "./DataComplete.tsx";
import classes from "./home.module.css";
import { homeQueries } from "./home-queries.ts";
import { PropertyLeaks } from "./PropertyLeaks.tsx";
import { Repairs } from "./Repairs.tsx";
import { WorkList } from "./WorkList.tsx";

/** The manager's morning: where to go first, what it costs, whether the data is complete, and whether repairs held. */
export function Top5HomePage(): ReactNode {
  const navigate = useNavigate({ from: "/top5-leaks-home" });
  const view = reportView(
    "top5-home",
    useSearch({ from: "/signed-in/top5-leaks-home" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const { controls, active } = usePlaceFilters(view);
  const overview = useQuery(homeQueries(view.search).overview);
  const isEmpty = overview.data !== undefined && holdsNothing(overview.data);
  const empty = isEmpty ? t`Nothing was read in this period.` : noLeaksMessage(view.search);
  return (
    <div className={report.stack}>
      <title>{t`Top 5 Leaks Home · Dripline`}</title>
      <ReportFilters title={t`Top 5 Leaks Home`} view={view} active={active} actions={<ReportActions view={view} />}>
        {controls}
      </ReportFilters>
      <CasesPanel places={view.search} />
      <div className={classes.top}>
        <div className={classes.work}>
          <WorkList view={view} empty={isEmpty ? empty : undefined} />
        </div>
        <div>
          <WaterLost view={view} />
        </div>
        <div>
          <DataComplete view={view} />
        </div>
      </div>
      <div className={classes.repairs}>
        <Repairs search={view.search} />
      </div>
      <Charts view={view} />
      <PropertyLeaks view={view} empty={empty} />
      <UnitsTable view={view} empty={empty} />
      <ReportDialogs view={view} from="top5" />
    </div>
  );
}

const GallonsDynamicsPanel = lazy(async () => ({
  default: (await import("../report-charts/GallonsDynamicsPanel.tsx")).GallonsDynamicsPanel,
}));
const LeakVolumePanel = lazy(async () => ({
  default: (await import("../report-charts/LeakVolumePanel.tsx")).LeakVolumePanel,
}));

/** Gallons and the share that leaks over the report's days, beside each other. */
function Charts({ view }: { view: ReportView }): ReactNode {
  // Busy, so that whoever waits for the screen waits for the charts: they may be taller.
  const waiting = <div className={classes.waiting} aria-busy="true" />;
  return (
    <div className={classes.halves}>
      <Suspense fallback={waiting}>
        <GallonsDynamicsPanel view={view} />
      </Suspense>
      <Suspense fallback={waiting}>
        <LeakVolumePanel view={view} />
      </Suspense>
    </div>
  );
}

/** Rows with this rank and better are those of the work list. */
const TOP = 5;

/** All units that leaked in the report's days, of all its properties; the five biggest are marked. */
function UnitsTable({ view, empty }: { view: ReportView; empty: string }): ReactNode {
  const navigate = useNavigate();
  const units = useQuery(homeQueries(view.search).topUnits);
  const dateRange = formatPeriod(view.period);
  return (
    <TableFrame title={t`Top-leaking units`} subtitle={dateRange}>
      {(heading) => (
        <ListTable
          caption={t`Top-leaking units, ${dateRange}`}
          columns={topUnitColumns("top5", view)}
          rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
          list={units}
          state={view}
          what={t`The units`}
          layoutName="top_units"
          empty={{ sentence: empty }}
          ordering={view.search.ordering ?? topUnitsOrdering}
          onOpenRow={(row) => void navigate(leakTarget("top5", row, view.period, view.search.only_active))}
          highlight={(row) => (row.rank <= TOP ? t`Top 5` : undefined)}
          onExport={exportOf("GET /v1/reporting/top-leak-volume/units/export", {
            query: topUnitsParams(view.search),
          })}
          heading={heading}
        />
      )}
    </TableFrame>
  );
}

/** How much water was lost in the report's days, what it cost, what share that is and how it is to be taken. */
function WaterLost({ view }: { view: ReportView }): ReactNode {
  const { overview, filling } = useHeadline(view);
  const leaks = useQuery(homeQueries(view.search).biggestLeaks);
  const { data } = overview;
  return (
    <QueryPanel
      query={overview}
      what={t`The figures`}
      empty={() => filling}
      title={t`Water lost`}
      subtitle={data && <HeadlineDays overview={data} search={view.search} leaks={leaks.data} />}
      info={t`What leaked and its cost, at the price in force on each day.`}
      skeleton={<Bones widths={["55%", "80%", "100%", "90%"]} />}
    >
      {(figures) => <Lost overview={figures} view={view} apart={outsideUnitsNote(leaks.data)} />}
    </QueryPanel>
  );
}

function Lost({ overview, view, apart }: { overview: Overview; view: ReportView; apart: string | null }): ReactNode {
  const { sentence, enough } = describeCoverage(overview);
  return (
    <div className={classes.lost}>
      <p className={classes.figure}>{leakHeadline(overview)}</p>
      <p className={classes.sentence}>{leakShareText(overview)}</p>
      <Changes overview={overview} view={view} />
      <WaterLossIndicator percentage={overview.leak_percentage} waterLoss={overview.water_loss} />
      {(apart || !enough) && (
        <p className={classes.note}>
          {!enough && (
            <span className={classes.low}>
              <IconChartPieOff size={14} aria-hidden="true" />
              {sentence}
            </span>
          )}{" "}
          {apart}
        </p>
      )}
    </div>
  );
}
