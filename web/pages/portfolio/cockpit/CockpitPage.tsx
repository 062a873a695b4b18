import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LeakStatus } from "../../../../contract/portfolio/portfolio-status.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { panelOf } from "../../../app/query-state.ts";
import { OverviewCards } from "../../../app/report/cards/OverviewCards.tsx";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import report from "../../../app/report/report.module.css";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import { type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { PerformanceBadge, performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import { formatNumber, formatPercent } from "../../../components/format.ts";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import { CasesPanel } from "../../cases/report/CasesPanel.tsx";
import { ReportDialogs } from "../../property/report-dialogs/ReportDialogs.tsx";
import { PropertyMap } from "../property-map/PropertyMap.tsx";
import { Ranking } from "../ranking/Ranking.tsx";
import { CockpitActions } from "./CockpitActions.tsx";
import { CockpitAnswer } from "./CockpitAnswer.tsx";
import { Costs } from "./Costs.tsx";
import classes from "./cockpit.module.css";
import { cockpitQueries } from "./cockpit-queries.ts";
import { Efficiency } from "./Efficiency.tsx";
import { cardRows, propertiesLink } from "./rows-links.ts";
import { type SavingsList, savingsListOf } from "./savings-queries.ts";

/** The week of a portfolio: what was lost, whether it gets better, where it costs most, and which properties to look at. */
export function CockpitPage(): ReactNode {
  const navigate = useNavigate({ from: "/cockpit" });
  const view = reportView(
    "cockpit",
    useSearch({ from: "/signed-in/cockpit" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  return (
    <div className={report.stack}>
      <title>{t`Cockpit · Dripline`}</title>
      <ReportFilters title={t`Cockpit`} view={view} placesTogether actions={<CockpitActions view={view} />} />
      <CasesPanel places={view.search} />
      <CockpitAnswer view={view} />
      <div className={classes.panels}>
        <Performance view={view} />
        <Costs view={view} />
        <Efficiency view={view} />
      </div>
      <div className={classes.map}>
        <PropertyMap view={view} />
      </div>
      <Ranking view={view} />
      <Overview view={view} />
      <ReportDialogs view={view} from="property" />
      <SavingsDialogs view={view} />
    </div>
  );
}

const SavingsDialog = lazy(() => import("./SavingsDialog.tsx"));

/** The list of stopped leaks that the address names, over the screen. */
function SavingsDialogs({ view }: { view: ReportView }): ReactNode {
  const named = savingsListOf(view.search.dialog);
  // The one that was open stays, closed: only what stands gives the focus back.
  const [stood, setStood] = useState<SavingsList>();
  if (named !== undefined && named !== stood) setStood(named);
  if (stood === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SavingsDialog view={view} list={stood} opened={named === stood} onClose={() => view.setDialog(undefined)} />
    </Suspense>
  );
}

/** The overview cards, the favourite first, each with the parts of toilets and water heaters and the way to its rows. */
function Overview({ view }: { view: ReportView }): ReactNode {
  const cards = useQuery(cockpitQueries(view.search).cards);
  const before = comparesDays(view.search) ? previousPeriodName(view.period.period) : undefined;
  return (
    <section className={classes.overview} aria-label={t`Overview`}>
      <h2>
        <Trans>Overview</Trans>
      </h2>
      <OverviewCards
        cards={cards.data?.cards}
        state={panelOf(cards, t`The card`)}
        refreshing={cards.isPlaceholderData}
        period={formatPeriod(view.period)}
        against={before}
        rowsOf={(card) => cardRows(view.search, card)}
      />
    </section>
  );
}

/** Classes in which more properties than before are good news. */
const goodClasses: ReadonlySet<string> = new Set(["on_track", "zero_usage"]);

/** How many properties are of each class, always in the same order; a class opens its properties. */
function Performance({ view }: { view: ReportView }): ReactNode {
  return (
    <QueryPanel
      query={useQuery(cockpitQueries(view.search).performance)}
      what={t`The classes of the properties`}
      empty={(status) =>
        propertiesOf(status) + status.no_data === 0
          ? t`A property shows here once it is imported and you may see it.`
          : undefined
      }
      title={t`Portfolio performance`}
      subtitle={t`Properties by share of water leaked`}
      info={t`Of the water used less than 10% leaked: on track; less than 25%: opportunities; more: critical. Meters reported, but no water ran: zero usage. Percentages are of the properties with a class.`}
      skeleton={<Bones widths={["100%", "90%", "85%", "80%", "75%"]} />}
    >
      {(status) => <Classes status={status} view={view} />}
    </QueryPanel>
  );
}

function propertiesOf(status: LeakStatus): number {
  return performanceClasses.reduce((sum, name) => sum + status[name], 0);
}

function Classes({ status, view }: { status: LeakStatus; view: ReportView }): ReactNode {
  const { search } = view;
  const isCompared = comparesDays(search);
  return (
    <>
      <PerformanceBar status={status} />
      <ul className={classes.list}>
        {performanceClasses.map((name) => (
          <li key={name}>
            <Link className={classes.row} {...propertiesLink(search, undefined, name)}>
              <PerformanceBadge performance={name} />
              {isCompared && (
                <ComparisonBadge
                  value={status[`${name}_comparison`]}
                  unit="%"
                  moreIs={goodClasses.has(name) ? "good" : "bad"}
                />
              )}
              <b>{formatNumber(status[name])}</b>
              <span className={classes.percent}>{formatPercent(status[`${name}_percentage`])}</span>
            </Link>
          </li>
        ))}
        {status.no_data > 0 && (
          <li>
            <Link className={classes.row} {...propertiesLink(search, "performance")}>
              <PerformanceBadge performance={null} />
              <span className={classes.hint}>
                <Trans>No meter reported</Trans>
              </span>
              <b>{formatNumber(status.no_data)}</b>
              <span className={classes.percent} />
            </Link>
          </li>
        )}
      </ul>
      {propertiesOf(status) > 0 && (
        <Link className={classes.leaks} {...propertiesLink(search, "-units_with_leakage")}>
          {plural(status.total_leaks, { one: "# unit leaks", other: "# units leak" })}
          {isCompared && <ComparisonBadge value={status.total_leaks_comparison} unit="%" />}
        </Link>
      )}
    </>
  );
}

/** One bar of all properties with a class, split by class in their order; each part with its number where there is room. */
function PerformanceBar({ status }: { status: LeakStatus }): ReactNode {
  const labels = performanceClasses.map(
    (name) => `${performanceName(name)} ${formatNumber(status[name])} (${formatPercent(status[`${name}_percentage`])})`,
  );
  return (
    <div className={classes.bar} role="img" aria-label={t`Properties by class: ${labels.join(", ")}`}>
      {performanceClasses.map(
        (name) =>
          status[name] > 0 && (
            <span key={name} className={classes.part} data-class={name} style={{ flexGrow: status[name] }}>
              {formatNumber(status[name])}
            </span>
          ),
      )}
    </div>
  );
}
