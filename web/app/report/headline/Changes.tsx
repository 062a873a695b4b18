import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import { Gallons } from "../../../language/measure.ts";
import { comparesDays } from "../search/report-search.ts";
import type { ReportView } from "../search/report-view.ts";
import type { Headline } from "../text.ts";
import classes from "./Changes.module.css";

/** How the headline figures changed against the previous period; nothing where nothing is compared. */
export function Changes({ overview, view }: { overview: Headline; view: ReportView }): ReactNode {
  const against = previousPeriodName(view.period.period);
  if (!comparesDays(view.search) || against === undefined) return null;
  const changes = [
    { name: t`${Gallons} leaked`, value: overview.gallons_leaked_comparison, unit: "%" },
    { name: t`Cost`, value: overview.leak_cost_comparison, unit: "%" },
    { name: t`Share`, value: overview.leak_percentage_comparison, unit: "pp" },
  ] as const;
  const known = changes.filter(({ value }) => value !== null);
  return (
    <p className={classes.changes}>
      {known.map(({ name, value, unit }) => (
        <span key={name}>
          {name} <ComparisonBadge value={value} unit={unit} />
        </span>
      ))}
      <span className={classes.against}>
        {known.length > 0
          ? against
          : t`Nothing to compare: in one of the two periods too few meter days were read, or no water leaked.`}
      </span>
    </p>
  );
}
