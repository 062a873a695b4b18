import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CardId } from "../../../../contract/portfolio/portfolio-cards.ts";
import { OverviewCards, type RowsLink } from "../../../app/report/cards/OverviewCards.tsx";
import { panelOf } from "../../../app/report/panel-of.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { previousPeriodName } from "../../../components/period/comparison.ts";
import { propertiesAnchor } from "./PropertiesTable.tsx";
import { propertiesOverviewQuery } from "./properties-query.ts";

/** Figures of the table's properties, the favourite first; nothing where the table is empty. */
export function Cards({ view }: { view: ReportView }): ReactNode {
  const overview = useQuery(propertiesOverviewQuery(view.search));
  const { comparison } = view.search;
  // Without properties six empty cards would be redundant; the table shows why.
  if (overview.data?.total_properties === 0) return null;
  return (
    <OverviewCards
      cards={overview.data?.cards}
      state={panelOf(overview, "The figures")}
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
  if (card === "leak_cost") return by("Show the leak gallons by property", "-gallons_leaked");
  if (card === "gbd") return by("Show the gallons by property", "-gallons_consumed");
  return by("Show properties", `-${card}`);
}
