import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CardId } from "../../../../contract/portfolio/portfolio-cards.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { panelOf } from "../../../app/query-state.ts";
import { OverviewCards, type RowsLink } from "../../../app/report/cards/OverviewCards.tsx";
import { chosenProperties } from "../../../app/report/filters/filter-options.ts";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import { LostWater } from "../../../app/report/headline/LostWater.tsx";
import type { Filling } from "../../../app/report/headline/NothingRead.tsx";
import { useHeadline } from "../../../app/report/headline/use-headline.ts";
import report from "../../../app/report/report.module.css";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import { type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import type { ActiveFilter } from "../../../components/filters/FilterBar.tsx";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import { Classes } from "./Classes.tsx";
import { hiddenMessage, propertiesTitle } from "./filter-text.ts";
import { PropertiesTable, propertiesAnchor } from "./PropertiesTable.tsx";
import classes from "./properties.module.css";
import { propertiesQueries } from "./properties-queries.ts";

/** Which properties lose water, worst first. A row opens the property. */
export function PropertiesPage(): ReactNode {
  const navigate = useNavigate({ from: "/properties" });
  const search = useSearch({ from: "/signed-in/properties" });
  const view = reportView(
    "properties",
    search,
    (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
  );
  const { filling } = useHeadline(view);
  const rows = useQuery(propertiesQueries(search).rows);
  const sums = useQuery(propertiesQueries(search).sums);
  const { controls, active } = useClassFilters(view);
  return (
    <div className={report.stack}>
      <title>{t`Properties · Dripline`}</title>
      <ReportFilters title={t`Properties`} view={view} placesTogether active={active}>
        {controls}
      </ReportFilters>
      <div
        className={classes.top}
        data-alone={filling !== null || undefined}
        data-compared={comparesDays(search) || undefined}
      >
        <WaterLost view={view} filling={filling} />
        {filling === null && <Classes view={view} />}
      </div>
      <PropertiesTable view={view} />
      {/* Not before the rows and their total, which would move it as they come. */}
      {!rows.isPending && !sums.isPending && <Cards view={view} />}
    </div>
  );
}

/** Figures of the table's properties, the favourite first; nothing where the table is empty. */
function Cards({ view }: { view: ReportView }): ReactNode {
  const overview = useQuery(propertiesQueries(view.search).sums);
  const { comparison } = view.search;
  // Without properties six empty cards would be redundant; the table shows why.
  if (overview.data?.total_properties === 0) return null;
  return (
    <OverviewCards
      cards={overview.data?.cards}
      state={panelOf(overview, t`The figures`)}
      refreshing={overview.isPlaceholderData}
      period={formatPeriod(view.period)}
      against={comparison && previousPeriodName(view.period.period)}
      rowsOf={(card) => rowsOf(card, view)}
    />
  );
}

/** The table's column that adds up to a card, by which it is ordered; of cost and use per bedroom what they come from. */
function rowsOf(card: CardId, { search }: ReportView): RowsLink {
  const by = (label: string, ordering: string) => ({
    label,
    to: "/properties" as const,
    search: { ...search, ordering, page: undefined },
    hash: propertiesAnchor,
  });
  if (card === "leak_cost") return by(t`Show the leaks by property`, "-gallons_leaked");
  if (card === "gbd") return by(t`Show the use by property`, "-gallons_consumed");
  return by(t`Show properties`, `-${card}`);
}

/**
 * What the properties of the table lost, and how that is to be taken.
 * @param filling what would fill the report, where its days hold nothing; null: they hold something, or that is not known
 */
function WaterLost({ view, filling }: { view: ReportView; filling: Filling | null }): ReactNode {
  const overview = useQuery(propertiesQueries(view.search).sums);
  const { data } = overview;
  const { performance, state } = view.search;
  const days = data && <HeadlineDays overview={data} search={view.search} />;
  const nothing = data?.total_properties === 0 ? hiddenMessage(view.search, null) : null;
  return (
    <QueryPanel
      query={overview}
      what={t`The figures`}
      empty={() => filling ?? nothing}
      title={t`Water lost`}
      subtitle={
        performance || state ? (
          <>
            {propertiesTitle(view.search)}
            {days && ", "}
            {days}
          </>
        ) : (
          days
        )
      }
      info={t`What leaked and its cost, at the price in force on each day.`}
      skeleton={<Bones widths={["45%", "70%", "100%", "80%", "30%"]} />}
    >
      {(found) => <LostWater overview={found} view={view} apart={null} />}
    </QueryPanel>
  );
}

/** The filters of the table of properties (class and state): their controls, and chips for those that are on. */
function useClassFilters(view: ReportView): { controls: ReactNode; active: ActiveFilter[] } {
  const { performance, state } = view.search;
  const filters = useQuery(propertiesQueries(view.search).filters);
  const classes = useQuery(propertiesQueries(view.search).classes);
  const properties = useQuery(propertiesQueries(view.search).properties);
  const chosen = properties.data && chosenProperties(properties.data, view.search);
  const active: ActiveFilter[] = [];
  if (performance) {
    const value = performance.map(performanceName).join(", ");
    const onRemove = () => view.setFilters({ performance: undefined });
    active.push({ id: "performance", name: t`Performance`, value, onRemove });
  }
  if (state) {
    const onRemove = () => view.setFilters({ state: undefined });
    active.push({ id: "state", name: t`State`, value: state.join(", "), onRemove });
  }
  const controls = (
    <>
      <PopoverFilter
        label={t`Performance`}
        options={performanceClasses.map((value) => ({
          value,
          label: performanceName(value),
          count: classes.data?.[value],
        }))}
        selected={performance ?? []}
        onChange={(next) => {
          const wanted = performanceClasses.filter((name) => next.includes(name));
          view.setFilters({ performance: wanted.length === 0 ? undefined : wanted });
        }}
      />
      <PopoverFilter
        label={t`State`}
        options={(filters.data?.states ?? []).map((value) => ({
          value,
          label: value,
          count: chosen?.filter((one) => one.state === value).length,
        }))}
        selected={state ?? []}
        onChange={(next) => view.setFilters({ state: next.length === 0 ? undefined : next.toSorted() })}
        loading={filters.isPending}
        emptyText={filters.isError ? t`The states could not be loaded.` : t`No states found`}
      />
    </>
  );
  return { controls, active };
}
