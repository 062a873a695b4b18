import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Costs as CostSummary } from "../../../../contract/costs/portfolio-costs.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { carriedSearch, comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { cost } from "../../../app/report/text.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { LeakShareBar } from "../../../components/badges/LeakShareBar.tsx";
import { Swatch } from "../../../components/badges/Swatch.tsx";
import { formatPercent } from "../../../components/format.ts";
import { cockpitQueries } from "./cockpit-queries.ts";
import classes from "./costs.module.css";

/** What leaks cost, by kind, beside what all the water cost; the way to Finance, where the leaks behind it are. */
export function Costs({ view }: { view: ReportView }): ReactNode {
  return (
    <QueryPanel
      query={useQuery(cockpitQueries(view.search).costs)}
      what={t`The costs`}
      empty={({ water_cost }) => (water_cost === null ? t`Nothing was read in this period.` : undefined)}
      title={t`Costs`}
      subtitle={t`At the price of each day`}
      info={t`Water heaters' leaks are among the other leaks. Each figure is rounded for itself, so that parts may differ from their sum by a cent.`}
      skeleton={<Bones widths={["50%", "100%", "92%", "88%", "80%"]} />}
      actions={
        <Link to="/finance" search={carriedSearch(view.search)} className={classes.open}>
          <Trans>Open Finance</Trans>
        </Link>
      }
    >
      {(costs) => <Summary costs={costs} isCompared={comparesDays(view.search)} />}
    </QueryPanel>
  );
}

function Summary({ costs, isCompared }: { costs: CostSummary; isCompared: boolean }): ReactNode {
  const kinds = [
    {
      color: "toilet_leak",
      name: t`Toilet leaks`,
      value: costs.toilet_leak_cost,
      share: costs.toilet_leak_percentage,
      change: costs.toilet_leak_cost_comparison,
    },
    {
      color: "other_leak",
      name: t`Other leaks`,
      value: costs.other_leak_cost,
      share: costs.other_leak_percentage,
      change: costs.other_leak_cost_comparison,
    },
    {
      color: "normal_consumption",
      name: t`Normal use`,
      value: costs.normal_cost,
      share: null,
      change: costs.normal_cost_comparison,
    },
  ] as const;
  const leaks = kinds.filter(({ color }) => color !== "normal_consumption");
  return (
    <>
      <p className={classes.total}>
        <Trans>
          <span>{cost(costs.total_cost)}</span> lost to leaks
          {isCompared && <ComparisonBadge value={costs.total_cost_comparison} unit="%" />}
        </Trans>
      </p>
      <LeakShareBar
        label={t`Leak cost by kind`}
        parts={leaks.map(({ color, name, value }) => ({ color, name, value, text: cost(value) }))}
      />
      <dl className={classes.kinds}>
        {kinds.map(({ color, name, value, share, change }) => (
          <div key={name}>
            <dt>
              <Swatch color={color} />
              {name}
            </dt>
            <dd>
              {isCompared && <ComparisonBadge value={change} unit="%" />}
              {share !== null && <span className={classes.share}>{formatPercent(share)}</span>}
              <b>{cost(value)}</b>
            </dd>
          </div>
        ))}
        <div className={classes.sum}>
          <dt>
            <Trans>All water</Trans>
          </dt>
          <dd>
            {isCompared && <ComparisonBadge value={costs.water_cost_comparison} unit="%" />}
            <b>{cost(costs.water_cost)}</b>
          </dd>
        </div>
      </dl>
    </>
  );
}
