import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { OverviewCards } from "../../../app/report/cards/OverviewCards.tsx";
import { panelOf } from "../../../app/report/panel-of.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import classes from "./cockpit.module.css";
import { cardsQuery } from "./cockpit-queries.ts";
import { cardRows } from "./rows-links.ts";

/** The overview cards, the favourite first, each with the parts of toilets and water heaters and the way to its rows. */
export function Overview({ view }: { view: ReportView }): ReactNode {
  const cards = useQuery(cardsQuery(view.search));
  const before = comparesDays(view.search) ? previousPeriodName(view.period.period) : undefined;
  return (
    <section className={classes.overview} aria-label="Overview">
      <h2>Overview</h2>
      <OverviewCards
        cards={cards.data?.cards}
        state={panelOf(cards, "The card")}
        refreshing={cards.isPlaceholderData}
        period={formatPeriod(view.period)}
        against={before}
        rowsOf={(card) => cardRows(view.search, card)}
      />
    </section>
  );
}
