import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconGitCompare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { useCompare } from "../../../app/report/filters/use-compare.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { Changes } from "../../../app/report/headline/Changes.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import { LostWater } from "../../../app/report/headline/LostWater.tsx";
import { useHeadline } from "../../../app/report/headline/use-headline.ts";
import { biggestLeaksQuery } from "../../../app/report/report-queries.ts";
import { carriedSearch, comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { outsideUnitsNote } from "../../../app/report/text.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import type { PeriodName } from "../../../components/period/period.ts";
import classes from "./answer.module.css";
import { CostliestProperties } from "./CostliestProperties.tsx";
import { Fact } from "./Fact.tsx";
import fact from "./fact.module.css";
import { SavingsFact } from "./SavingsFact.tsx";
import { savingsQuery } from "./savings-queries.ts";
import { trendLabels, trendOf } from "./trend.ts";

/** Days for which other heights are reserved than for several. */
const kinds: Partial<Record<PeriodName, string>> = { today: "today", yesterday: "one" };

/** The week's summary: what was lost, the trend, what repairs saved, and where leaks cost most. */
export function CockpitAnswer({ view }: { view: ReportView }): ReactNode {
  const { overview, filling, state } = useHeadline(view);
  const savings = useQuery(savingsQuery(view.search));
  const { data } = overview;
  // The savings are shown below the headline: one Retry reloads both.
  const retryBoth = (retry: () => void) => () => {
    retry();
    if (savings.isError) void savings.refetch();
  };
  return (
    <div
      className={classes.answer}
      data-alone={filling !== null || undefined}
      data-compared={comparesDays(view.search) || undefined}
      data-days={kinds[view.period.period]}
    >
      <Panel
        title="Water lost"
        subtitle={data && <HeadlineDays overview={data} search={view.search} />}
        info="Leak gallons and their cost, at the price per gallon in force on each day."
        state={state.kind === "error" ? { ...state, onRetry: retryBoth(state.onRetry) } : state}
        refreshing={overview.isPlaceholderData}
        skeleton={<Bones widths={["45%", "70%", "60%", "55%", "100%", "80%", "30%"]} />}
      >
        {data && <Lost overview={data} view={view} />}
      </Panel>
      {filling === null && <CostliestProperties view={view} />}
    </div>
  );
}

function Lost({ overview, view }: { overview: Overview; view: ReportView }): ReactNode {
  const leaks = useQuery(biggestLeaksQuery(view.search));
  return (
    <LostWater overview={overview} view={view} apart={outsideUnitsNote(leaks.data)}>
      <ul className={classes.facts}>
        <TrendFact overview={overview} view={view} />
        <SavingsFact view={view} />
      </ul>
    </LostWater>
  );
}

const arrows = { better: IconArrowDownRight, worse: IconArrowUpRight, same: IconEqual };

/** Whether it gets better; where nothing is compared, the way to do so. */
function TrendFact({ overview, view }: { overview: Overview; view: ReportView }): ReactNode {
  const compare = useCompare(view);
  const before = previousPeriodName(view.period.period);
  if (before === undefined) return <Fact Icon={IconGitCompare}>Today so far is compared with no other day.</Fact>;
  if (!comparesDays(view.search)) {
    return (
      <Fact Icon={IconGitCompare} screenOnly>
        Better or worse?
        <button type="button" className={fact.link} onClick={() => compare("previous_period")}>
          Compare with the days before
        </button>
      </Fact>
    );
  }
  const trend = trendOf(overview);
  return (
    <Fact Icon={trend ? arrows[trend] : IconGitCompare} tone={trend ?? undefined}>
      {trend && <b>{trendLabels[trend]}</b>}
      <Changes overview={overview} view={view} />
      {trend && (
        <Link to="/compare-periods" search={carriedSearch(view.search)} className={fact.link}>
          Show day by day
        </Link>
      )}
    </Fact>
  );
}
