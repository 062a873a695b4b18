import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  type Icon,
  IconArrowDownRight,
  IconArrowUpRight,
  IconEqual,
  IconGitCompare,
  IconTool,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { useCompare } from "../../../app/report/filters/use-compare.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { Changes } from "../../../app/report/headline/Changes.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import { LostWater } from "../../../app/report/headline/LostWater.tsx";
import { useHeadline } from "../../../app/report/headline/use-headline.ts";
import { carriedSearch, comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { outsideUnitsNote } from "../../../app/report/text.ts";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import type { PeriodName } from "../../../components/period/period.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "./answer.module.css";
import { CostliestProperties } from "./CostliestProperties.tsx";
import { cockpitQueries } from "./cockpit-queries.ts";
import fact from "./fact.module.css";
import { endedText, fixesText, savingsText } from "./savings-text.ts";
import { trendLabels, trendOf } from "./trend.ts";

/** Days for which other heights are reserved than for several. */
const kinds: Partial<Record<PeriodName, string>> = { today: "today", yesterday: "one" };

/** The week's summary: what was lost, the trend, what repairs saved, and where leaks cost most. */
export function CockpitAnswer({ view }: { view: ReportView }): ReactNode {
  const { overview, filling } = useHeadline(view);
  const savings = useQuery(cockpitQueries(view.search).savings);
  const { data } = overview;
  // The savings are shown below the headline: one Retry reloads both.
  const retry = () => {
    void overview.refetch();
    if (savings.isError) void savings.refetch();
  };
  return (
    <div
      className={classes.answer}
      data-alone={filling !== null || undefined}
      data-compared={comparesDays(view.search) || undefined}
      data-days={kinds[view.period.period]}
    >
      <QueryPanel
        query={{ ...overview, refetch: retry }}
        what={t`The figures`}
        empty={() => filling}
        title={t`Water lost`}
        subtitle={data && <HeadlineDays overview={data} search={view.search} />}
        info={t`What leaked and its cost, at the price in force on each day.`}
        skeleton={<Bones widths={["45%", "70%", "60%", "55%", "100%", "80%", "30%"]} />}
      >
        {(figures) => <Lost overview={figures} view={view} />}
      </QueryPanel>
      {filling === null && <CostliestProperties view={view} />}
    </div>
  );
}

function Lost({ overview, view }: { overview: Overview; view: ReportView }): ReactNode {
  const leaks = useQuery(cockpitQueries(view.search).biggestLeaks);
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
  if (before === undefined)
    return (
      <Fact Icon={IconGitCompare}>
        <Trans>Today so far is compared with no other day.</Trans>
      </Fact>
    );
  if (!comparesDays(view.search)) {
    return (
      <Fact Icon={IconGitCompare} screenOnly>
        <Trans>
          Better or worse?
          <button type="button" className={fact.link} onClick={() => compare("previous_period")}>
            Compare with the days before
          </button>
        </Trans>
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
          <Trans>Show day by day</Trans>
        </Link>
      )}
    </Fact>
  );
}

/** What verified fixes saved in the period, the results of the fixes made in it, and separately what ended on its own. */
function SavingsFact({ view }: { view: ReportView }): ReactNode {
  const savings = useQuery(cockpitQueries(view.search).savings);
  const { data } = savings;
  if (savings.isError) {
    return (
      <Fact Icon={IconTool}>
        <Trans>
          What repairs saved could not be loaded.
          <button type="button" className={fact.link} onClick={() => void savings.refetch()}>
            Retry
          </button>
        </Trans>
      </Fact>
    );
  }
  if (data === undefined) {
    return (
      <Fact Icon={IconTool} coming>
        <Skeleton width={280} />
      </Fact>
    );
  }
  const { fixes, verified, ended } = data;
  const [saved, reported] = [savingsText(verified), fixesText(fixes)];
  if (saved === null && reported === null && ended.cases === 0) {
    return (
      <Fact Icon={IconTool}>
        <Trans>No fix saved water in this period.</Trans>
      </Fact>
    );
  }
  const hasBeds = (view.search.bedrooms_from ?? view.search.bedrooms_to) !== undefined;
  return (
    <Fact Icon={IconTool} tone={saved === null ? undefined : "better"}>
      {saved === null ? (
        <b>{t`Nothing saved yet.`}</b>
      ) : (
        <button type="button" className={fact.link} onClick={() => view.setDialog("verified-fixes")}>
          <b>{saved}</b>
        </button>
      )}
      {reported !== null && <span>{reported}</span>}
      {ended.cases > 0 && (
        <button type="button" className={fact.link} onClick={() => view.setDialog("ended-leaks")}>
          {endedText(ended)}
        </button>
      )}
      {hasBeds && (
        <span className={fact.hint}>
          <Trans>Of all bed counts.</Trans>
        </span>
      )}
    </Fact>
  );
}

interface Props {
  Icon: Icon;
  /** Left out: neither good nor bad. */
  tone?: "better" | "worse" | "same";
  /** It is on its way, and keeps the place of the most that may come. */
  coming?: boolean;
  /** What can only be answered by a click has no place on paper. */
  screenOnly?: boolean;
  children: ReactNode;
}

/** One fact about the period, a text after its icon. */
function Fact({ Icon, tone, coming, screenOnly, children }: Props): ReactNode {
  return (
    <li className={fact.fact} data-tone={tone} data-coming={coming} data-screen-only={screenOnly}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div>{children}</div>
    </li>
  );
}
