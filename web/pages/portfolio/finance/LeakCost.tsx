import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FinanceCosts } from "../../../../contract/costs/finances.ts";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { both } from "../../../app/query-state.ts";
import { useCompare } from "../../../app/report/filters/use-compare.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { CoverageNote } from "../../../app/report/headline/CoverageNote.tsx";
import { HeadlineDays } from "../../../app/report/headline/HeadlineDays.tsx";
import headline from "../../../app/report/headline/headline.module.css";
import { nothingRead } from "../../../app/report/headline/NothingRead.tsx";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { cost, outsideUnitsNote } from "../../../app/report/text.ts";
import { useMe } from "../../../app/use-me.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { LeakShareBar } from "../../../components/badges/LeakShareBar.tsx";
import { formatDateRange, formatPercent } from "../../../components/format.ts";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import { isOneDay } from "../../../components/period/period.ts";
import type { SeriesColor } from "../../../theme/series.ts";
import classes from "./finance.module.css";
import { financeQueries } from "./finance-queries.ts";
import { lossHeadline, yearlyCostText } from "./finance-text.ts";
import { leaksOf } from "./leaks-link.ts";

/** What leaks cost in the report's days, of what all water cost, against the period before, and in a year at this rate. */
export function LeakCost({ view }: { view: ReportView }): ReactNode {
  const costs = useQuery(financeQueries(view.search).waterCost);
  const overview = useQuery(financeQueries(view.search).overview);
  const dearest = useQuery(financeQueries(view.search).dearest);
  const me = useMe();
  const filling = nothingRead(overview.data, me, view.setPeriod);
  // With the parts, which would push down what is there; without them where they fail.
  const { isPending: awaitsParts } = useQuery(financeQueries(view.search).leakTypeCosts);
  const query = both(costs, overview);
  return (
    <QueryPanel
      query={awaitsParts ? { ...query, data: undefined } : query}
      what={t`The costs`}
      empty={() => filling}
      title={t`What leaks cost`}
      subtitle={
        costs.data && overview.data ? (
          <span className={classes.days}>
            <HeadlineDays overview={overview.data} search={view.search} leaks={dearest.data} />
          </span>
        ) : (
          <span className={classes.pending}>
            {formatDateRange("2026-10-24", isOneDay(view.period) ? "2026-10-24" : "2026-11-22")}
          </span>
        )
      }
      info={t`The water of each day at the price in force on that day, for all units.`}
      skeleton={<Bones widths={["45%", "70%", "100%", "80%", "60%"]} />}
    >
      {([ofWater, figures]) => <Cost costs={ofWater} overview={figures} view={view} />}
    </QueryPanel>
  );
}

function Cost({ costs, overview, view }: { costs: FinanceCosts; overview: Overview; view: ReportView }): ReactNode {
  const dearest = useQuery(financeQueries(view.search).dearest);
  const leaked = costs.leak_related_cost;
  const year = yearlyCostText(costs, overview, view.period);
  return (
    <div className={classes.answer}>
      <div>
        <p className={headline.figure}>
          {leaked === null || leaked === 0 ? (
            lossHeadline(leaked)
          ) : (
            <Link
              className={classes.amount}
              data-thumb
              {...leaksOf(view.search)}
              title={t`Show the leaks that add up to it`}
            >
              {lossHeadline(leaked)}
            </Link>
          )}
        </p>
        <p className={headline.sentence}>
          <Share costs={costs} view={view} />
        </p>
      </div>
      <Parts costs={costs} view={view} />
      <Against costs={costs} view={view} />
      {year && <p className={headline.sentence}>{year}</p>}
      <CoverageNote overview={overview} search={view.search} apart={outsideUnitsNote(dearest.data)} />
    </div>
  );
}

/** What part leaks have in what all water cost; that opens the days that add up to it. */
function Share({ costs, view }: { costs: FinanceCosts; view: ReportView }): ReactNode {
  const { leak_related_cost: leaked, total_cost: all } = costs;
  if (leaked === null || all === null) return t`No water was measured in this period.`;
  if (all === 0) return t`No water ran in this period.`;
  const dialog = { ...view.search, dialog: "leak-related-costs", resolution: undefined };
  return (
    <Trans>
      {formatPercent((100 * leaked) / all)} of the{" "}
      {isOneDay(view.period) ? (
        cost(all)
      ) : (
        <Link className={classes.amount} to="/finance" search={dialog} resetScroll={false} title={t`Show the days`}>
          {cost(all)}
        </Link>
      )}{" "}
      that all water cost.
    </Trans>
  );
}

/** The parts of what all water cost; not drawn while one of them is not known. */
function Parts({ costs, view }: { costs: FinanceCosts; view: ReportView }): ReactNode {
  const { data: kinds } = useQuery(financeQueries(view.search).leakTypeCosts);
  const { total_cost: all, leak_related_cost: leaked } = costs;
  if (kinds === undefined || all === null || all === 0 || leaked === null) return null;
  const part = (color: SeriesColor, name: string, value: number | null) => ({ color, name, value, text: cost(value) });
  return (
    <LeakShareBar
      label={t`What all water cost`}
      legend
      parts={[
        part("toilet_leak", t`Toilet leaks`, kinds.toilet_leak_cost),
        part("other_leak", t`Other leaks`, kinds.other_leak_cost),
        part("normal_consumption", t`Normal consumption`, all - leaked),
      ]}
    />
  );
}

/** How the cost compares with the period before; where nothing is compared, the way to. */
function Against({ costs, view }: { costs: FinanceCosts; view: ReportView }): ReactNode {
  const compare = useCompare(view);
  const name = previousPeriodName(view.period.period);
  if (name === undefined) return null;
  if (!comparesDays(view.search)) {
    return (
      <UnstyledButton className={classes.compare} onClick={() => compare("previous_period")}>
        <Trans>Compare with {name.slice(0, 1).toLowerCase() + name.slice(1)}</Trans>
      </UnstyledButton>
    );
  }
  const before = costs.previous_period_cost;
  return (
    <p className={headline.sentence}>
      {before === null ? (
        t`Nothing to compare: in one of the two periods too few meter days were read.`
      ) : (
        <>
          <ComparisonBadge value={costs.percentage_difference} unit="%" /> {name}: {cost(before)}
        </>
      )}
    </p>
  );
}
