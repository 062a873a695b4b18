import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RankingRow } from "../../../../contract/portfolio/portfolio-ranking.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { cost } from "../../../app/report/text.ts";
import { formatPercent } from "../../../components/format.ts";
import { propertyTarget } from "../properties/property-target.ts";
import { RankingBadge } from "../ranking/RankingBadge.tsx";
import { cockpitQueries } from "./cockpit-queries.ts";
import classes from "./costliest.module.css";
import { watchlistLink } from "./rows-links.ts";

/** The five properties that leaks cost most, each with its part of the whole. */
export function CostliestProperties({ view }: { view: ReportView }): ReactNode {
  const costliest = useQuery(cockpitQueries(view.search).costliest);
  const overview = useQuery(cockpitQueries(view.search).overview);
  const rows = costliest.data?.results;
  return (
    <QueryPanel
      query={costliest}
      what={t`The costliest properties`}
      empty={({ results }) => (results.length === 0 ? t`No property lost water to a leak in this period.` : undefined)}
      title={
        rows === undefined || rows.length === 5 ? t`Five properties cost you most` : t`These properties cost you most`
      }
      subtitle={t`Highest leak cost first`}
      info={t`What leaked, at the price of each day, and its share of the leak cost of all properties in view.`}
      skeleton={<Bones widths={["100%", "80%", "60%", "50%", "40%"]} />}
      actions={
        <Link {...watchlistLink(view.search, "-leak_cost")} className={classes.all}>
          <Trans>Show all</Trans>
        </Link>
      }
    >
      {({ results }) => (
        <ol className={classes.list}>
          {results.map((row) => (
            <li key={row.property_id}>
              <Link className={classes.row} {...propertyTarget(row.property_id, view.period)}>
                <Costly row={row} total={overview.data?.leak_cost ?? null} most={results[0]?.leak_cost ?? null} />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </QueryPanel>
  );
}

function Costly({ row, total, most }: { row: RankingRow; total: number | null; most: number | null }): ReactNode {
  const { leak_cost } = row;
  const share = leak_cost !== null && total ? (100 * leak_cost) / total : null;
  const whole = total ?? most;
  const width = `${leak_cost !== null && whole ? (100 * leak_cost) / whole : 0}%`;
  return (
    <>
      <span className={classes.name}>{row.property_name}</span>
      <span className={classes.figures}>
        <RankingBadge ranking={row.ranking} />
        {share !== null && <span className={classes.share}>{formatPercent(share, 0)}</span>}
        <b>{cost(leak_cost)}</b>
      </span>
      <span className={classes.bar} aria-hidden="true" data-tone={row.ranking}>
        <span style={{ width }} />
      </span>
    </>
  );
}
