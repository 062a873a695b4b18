import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { nothingRead } from "../../../app/report/headline/NothingRead.tsx";
import classes from "../../../app/report/report.module.css";
import { today } from "../../../app/report/search/calendar.ts";
import { type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { useMe } from "../../../app/use-me.ts";
import { PeriodTabs } from "../../../components/period/PeriodTabs.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import own from "./contents/owner-report.module.css";
import { DownloadPdf } from "./DownloadPdf.tsx";
import { OwnerSheet } from "./OwnerSheet.tsx";
import { reportOverviewQuery } from "./owner-queries.ts";
import { useOwnerReport } from "./use-owner-report.ts";

/** One page for the owner of the properties: better or worse, what it cost, and the three things to do. */
export function OwnerReportPage(): ReactNode {
  const navigate = useNavigate({ from: "/owner-report" });
  const view = reportView(
    "owner-report",
    useSearch({ from: "/signed-in/owner-report" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const put = useOwnerReport(view.search);
  return (
    <div className={`${classes.stack} ${own.page}`}>
      <title>Owner's Report · Dripline</title>
      <ReportFilters
        title="Owner's Report"
        subtitle="One page to print or to send: what leaks cost against the previous period, and what to do."
        view={view}
        placesTogether
        days={<PeriodTabs value={view.period} onChange={view.setPeriod} today={today()} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden="true" />}
              disabled={put.report === undefined}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <DownloadPdf report={put.report} />
          </>
        }
      />
      <Body view={view} put={put} />
    </div>
  );
}

function Body({ view, put }: { view: ReportView; put: ReturnType<typeof useOwnerReport> }): ReactNode {
  const overview = useQuery(reportOverviewQuery(view.search));
  const me = useMe();
  const filling = nothingRead(overview.data, me, view.setPeriod);
  if (put.error) {
    return (
      <div className={own.sheet}>
        <ErrorState message={notLoaded("The report", put.error)} onRetry={put.retry} />
      </div>
    );
  }
  if (filling) {
    return (
      <div className={own.sheet}>
        <EmptyState {...filling} />
      </div>
    );
  }
  if (put.report === undefined) return <Coming />;
  return <OwnerSheet report={put.report} view={view} refreshing={put.refreshing} />;
}

/** A sheet of the size of what comes. */
function Coming(): ReactNode {
  return (
    <div className={`${own.sheet} ${own.coming}`} role="status" aria-label="Loading..." aria-busy="true">
      <Skeleton width="40%" height={20} />
      <Skeleton width="80%" height={30} />
      <Skeleton height={70} />
      <Skeleton height={190} />
      <Skeleton height={130} />
      <Skeleton height={150} />
    </div>
  );
}
