import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakTypeCosts } from "../../../../contract/costs/finances.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { LeakShareBar } from "../../../components/badges/LeakShareBar.tsx";
import { Swatch } from "../../../components/badges/Swatch.tsx";
import { formatPercent, NOT_MEASURED } from "../../../components/format.ts";
import classes from "./finance.module.css";
import { financeQueries } from "./finance-queries.ts";
import { costliestKindText, kindRows, toTheCent } from "./finance-text.ts";
import { leaksOf } from "./leaks-link.ts";

const colours = { toilet: "toilet_leak", other: "other_leak" } as const;

/** Which kind of leak costs most: both with their dollars and shares, and how they compare. */
export function LeakKinds({ view }: { view: ReportView }): ReactNode {
  return (
    <QueryPanel
      query={useQuery(financeQueries(view.search).leakTypeCosts)}
      what={t`The kinds of leaks`}
      empty={({ total_cost }) => (total_cost === null ? t`Nothing was read in this period.` : undefined)}
      title={t`By kind of leak`}
      subtitle={formatPeriod(view.period)}
      info={t`Other leaks are those of water heaters and of everything else but toilets. Of a hybrid leak each part stands with its kind. Each figure is rounded to a cent for itself, so the two may differ from their sum by one. In the list of leaks a Hybrid Leak is one row with the dollars of all its kinds.`}
      skeleton={<Bones widths={["60%", "100%", "90%", "95%", "85%"]} />}
    >
      {(costs) => <Kinds costs={costs} view={view} />}
    </QueryPanel>
  );
}

function Kinds({ costs, view }: { costs: LeakTypeCosts; view: ReportView }): ReactNode {
  const rows = kindRows(costs);
  const isCompared = comparesDays(view.search);
  const costliestKind = costliestKindText(costs);
  return (
    <div className={classes.answer}>
      <p className={classes.lead}>{costliestKind ?? t`No leak cost anything in this period.`}</p>
      <LeakShareBar
        label={t`What leaks cost, by kind`}
        parts={rows.flatMap(({ id, name, dollars }) =>
          id === "all" ? [] : [{ color: colours[id], name, value: dollars, text: toTheCent(dollars) }],
        )}
      />
      <table className={classes.kinds} aria-label={t`What leaks cost, by kind`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Kind</Trans>
            </th>
            <th scope="col">
              <Trans>Cost</Trans>
            </th>
            <th scope="col">
              <Trans>Share</Trans>
            </th>
            {isCompared && (
              <>
                <th scope="col" className={classes.before}>
                  <Trans>Before</Trans>
                </th>
                <th scope="col">
                  <Trans>Change</Trans>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, dollars, share, before, change }) => (
            <tr key={id} data-sum={id === "all" || undefined}>
              <th scope="row">
                {id !== "all" && <Swatch color={colours[id]} />} {name}
              </th>
              <td>{toTheCent(dollars)}</td>
              <td>{formatPercent(share)}</td>
              {isCompared && (
                <>
                  <td className={classes.before}>{toTheCent(before)}</td>
                  <td>{change === null ? NOT_MEASURED : <ComparisonBadge value={change} unit="%" />}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {costliestKind && (
        <Link className={classes.more} {...leaksOf(view.search, "leak_type")}>
          <Trans>Show the leaks by type</Trans>
        </Link>
      )}
    </div>
  );
}
