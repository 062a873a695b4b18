import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { dependent } from "../../../app/query.ts";
import { chosenProperties, organizationOptions } from "../../../app/report/filters/filter-options.ts";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { nothingRead } from "../../../app/report/headline/NothingRead.tsx";
import classes from "../../../app/report/report.module.css";
import { letterheadQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { today } from "../../../app/report/search/calendar.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { SendReport } from "../../../app/report/send/SendReport.tsx";
import { useMe } from "../../../app/use-me.ts";
import { PeriodTabs } from "../../../components/period/PeriodTabs.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import own from "./contents/owner-report.module.css";
import { ownerReport } from "./contents/owner-report.ts";
import type { OwnerReport } from "./contents/report-contents.ts";
import { FileButton } from "./FileButton.tsx";
import { OwnerSheet } from "./OwnerSheet.tsx";
import { ownerQueries, periodDays, reportOverviewQuery } from "./owner-queries.ts";

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
      <title>{t`Owner's Report · Dripline`}</title>
      <ReportFilters
        title={t`Owner's Report`}
        subtitle={t`To print or to send: what leaks cost against the previous period, and what to do.`}
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
              <Trans>Print</Trans>
            </Button>
            <FileButton file="workbook" search={view.search} />
            <SendReport
              kinds={["owner report", "portfolio workbook", "leak list", "device health"]}
              search={view.search}
              hasMoreFilters={(view.search.bedrooms_from ?? view.search.bedrooms_to) !== undefined}
            />
            <FileButton file="pdf" search={view.search} />
          </>
        }
      />
      <Body view={view} put={put} />
    </div>
  );
}

function Body({ view, put }: { view: ReportView; put: ReturnType<typeof useOwnerReport> }): ReactNode {
  const overview = useQuery(reportOverviewQuery(view.search));
  const properties = useQuery(propertiesQuery());
  const [organization, ...others] = organizationOptions(chosenProperties(properties.data ?? [], view.search));
  const manager = useQuery({
    ...dependent(letterheadQuery(Number(organization?.value ?? 0))),
    enabled: organization !== undefined && others.length === 0,
  });
  const me = useMe();
  const filling = nothingRead(overview.data, me, view.setPeriod);
  if (put.error) {
    return (
      <div className={own.sheet}>
        <ErrorState message={notLoaded(t`The report`, put.error)} onRetry={put.retry} />
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
  return <OwnerSheet report={put.report} view={view} manager={manager.data} refreshing={put.refreshing} />;
}

/** A sheet of the size of what comes. */
function Coming(): ReactNode {
  return (
    <div className={`${own.sheet} ${own.coming}`} role="status" aria-label={t`Loading...`} aria-busy="true">
      <Skeleton width="40%" height={20} />
      <Skeleton width="80%" height={30} />
      <Skeleton height={70} />
      <Skeleton height={190} />
      <Skeleton height={130} />
      <Skeleton height={150} />
    </div>
  );
}

interface Put {
  /** Undefined until every figure is there: half a report is none. */
  report: OwnerReport | undefined;
  error: Error | undefined;
  refreshing: boolean;
  retry: () => void;
}

/** The report of the days and places of a URL. */
function useOwnerReport(search: ReportSearch): Put {
  const answers = useQueries({ queries: ownerQueries(search) });
  const [overview, costs, trend, classes, ranking, performance, leaks, meters, properties, savings, saved, cases] =
    answers;
  const failed = answers.filter(({ isError }) => isError);
  const ready =
    overview.data &&
    costs.data &&
    trend.data &&
    classes.data &&
    ranking.data &&
    performance.data &&
    leaks.data &&
    meters.data &&
    properties.data &&
    savings.data &&
    saved.data &&
    cases.data;
  const report =
    ready &&
    ownerReport(
      {
        overview: overview.data,
        costs: costs.data,
        trend: trend.data,
        classes: classes.data,
        ranking: ranking.data.results,
        properties: performance.data.results,
        leaks: leaks.data.results,
        silentMost: meters.data.results[0] ?? null,
        organizations: organizationOptions(chosenProperties(properties.data, search)).map(({ label }) => label),
        savings: savings.data,
        saved: saved.data.results,
        cases: cases.data,
      },
      periodDays(search),
      today(),
    );
  return {
    report,
    error: failed[0]?.error ?? undefined,
    refreshing: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
