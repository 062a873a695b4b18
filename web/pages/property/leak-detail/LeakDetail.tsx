import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, notLoaded } from "../../../app/api-error.ts";
import { today } from "../../../app/report/calendar.ts";
import { PeriodTabs } from "../../../components/period/PeriodTabs.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { DayUpdates } from "./DayUpdates.tsx";
import { detailOverviewQuery } from "./detail-queries.ts";
import type { DetailView } from "./detail-view.ts";
import { Findings } from "./Findings.tsx";
import { Granularity } from "./Granularity.tsx";
import { HourUpdates } from "./HourUpdates.tsx";
import { BackLink, LeakHeader } from "./LeakHeader.tsx";
import classes from "./leak-detail.module.css";

/** One meter's leak: what and where it is, why it is called one, and its days and hours. */
export function LeakDetail({ view }: { view: DetailView }): ReactNode {
  const overview = useQuery(detailOverviewQuery(view));
  const { data, error } = overview;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className={classes.stack}>
        <title>No such meter · Dripline</title>
        <BackLink view={view} />
        <EmptyState title="No such meter" sentence={`There is no meter ${view.meter} among the properties you see.`} />
      </div>
    );
  }
  const failure = error && { message: notLoaded("The leak", error), onRetry: () => void overview.refetch() };
  const Updates = view.tab === "day" ? DayUpdates : HourUpdates;
  return (
    <div className={classes.stack}>
      <title>{`Leak ${view.meter} · Dripline`}</title>
      <LeakHeader view={view} overview={data} failed={error !== null} />
      <div className={classes.controls}>
        <PeriodTabs value={view.period} onChange={view.setPeriod} today={today()} />
        <Granularity value={view.tab} onChange={view.setTab} />
      </div>
      <Findings view={view} overview={data} failure={failure} refreshing={overview.isPlaceholderData} />
      <Updates view={view} overview={data} />
    </div>
  );
}
