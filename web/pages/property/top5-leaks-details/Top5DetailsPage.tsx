import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { Answer } from "../../../app/report/headline/Answer.tsx";
import classes from "../../../app/report/report.module.css";
import { searchPeriod } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { type GoOn, reportView } from "../../../app/report/search/report-view.ts";
import { type DetailView, leakOf, pageInUrl } from "../leak-detail/view/detail-view.ts";
import { LeakTabs } from "../leak-list/LeakTabs.tsx";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";
import { ReportActions } from "../report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../report-dialogs/ReportDialogs.tsx";
import { LeakOfMeter } from "./leak-of-meter.ts";
import type { Top5Search } from "./top5-search.ts";

/** The biggest leaks, or one meter's. */
export function Top5DetailsPage(): ReactNode {
  const navigate = useNavigate({ from: "/top5-leaks-details" });
  const { meter, ...report } = useSearch({ from: "/signed-in/top5-leaks-details" });
  if (meter === undefined) {
    return (
      <Top5List search={report} go={(search, replace) => void navigate({ search, replace, resetScroll: false })} />
    );
  }
  const go = (search: Top5Search, replace?: boolean) => void navigate({ search, replace, resetScroll: false });
  const view = meterView({ ...report, meter }, meter, go);
  return <LeakOfMeter key={`${view.propertyId} ${meter}`} view={view} />;
}

function Top5List({ search, go }: { search: ReportSearch; go: GoOn }): ReactNode {
  const view = reportView("top5", search, go);
  const { controls, active } = usePlaceFilters(view);
  const { building_id, unit_id, only_active } = search;
  const hasMoreFilters = [building_id, unit_id, only_active].some((filter) => filter !== undefined);
  return (
    <div className={classes.stack}>
      <title>{t`Top 5 Leaks Details · Dripline`}</title>
      <ReportFilters
        title={t`Top 5 Leaks Details`}
        view={view}
        active={active}
        actions={<ReportActions view={view} shared send={{ kinds: ["leak list"], search, hasMoreFilters }} />}
      >
        {controls}
      </ReportFilters>
      <Answer view={view} from="top5" />
      <LeakTabs view={view} from="top5" />
      <ReportDialogs view={view} from="top5" />
    </div>
  );
}

function meterView(search: Top5Search, meter: string, go: (next: Top5Search, replace?: boolean) => void): DetailView {
  const change = (patch: Top5Search) => go({ ...search, page: undefined, ...patch });
  return {
    from: "top5",
    meter,
    propertyId: search.property_id?.[0],
    organizationId: search.organization_id?.length === 1 ? search.organization_id[0] : undefined,
    period: searchPeriod(search),
    tab: search.tab === "hour" ? "hour" : "day",
    ordering: search.ordering,
    page: (search.page ?? 1) - 1,
    ...leakOf(search),
    unread: search.unread,
    setPeriod: (period) => change({ start_date: undefined, end_date: undefined, ...period }),
    setTab: (tab) => change({ tab: tab === "hour" ? tab : undefined, ordering: undefined }),
    setOrdering: (ordering) => change({ ordering }),
    setPage: (page, replace) => go({ ...search, page: pageInUrl(page) }, replace),
    setLeak: (patch, replace) => go({ ...search, ...patch }, replace),
    dismissNotice: () => go({ ...search, unread: undefined, missing: undefined }, true),
  };
}
