import { t } from "@lingui/core/macro";
import type { CardId } from "../../../../contract/portfolio/portfolio-cards.ts";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import type { RowsLink } from "../../../app/report/cards/OverviewCards.tsx";
import { carriedSearch } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { rankingAnchor } from "../ranking/ranking-text.ts";

/** The properties of the report's days and places by one of their figures; of one class where it is named. */
export function propertiesLink(search: ReportSearch, ordering?: string, performance?: Performance) {
  const chosen = performance && [performance];
  return { to: "/properties", search: { ...carriedSearch(search), ordering, performance: chosen } } as const;
}

/** The properties with leaks further down on this screen, by one of their figures. */
export function watchlistLink(search: ReportSearch, ordering: string) {
  return { to: "/cockpit", search: { ...carriedSearch(search), ordering }, hash: rankingAnchor } as const;
}

/** The list whose rows a card's figure is made of. */
export function cardRows(search: ReportSearch, card: CardId): RowsLink {
  if (card === "leak_cost") return { label: t`Show the watchlist`, ...watchlistLink(search, "-leak_cost") };
  if (card === "gbd") return { label: t`Show the watchlist`, ...watchlistLink(search, "-gallons_per_bedroom_per_day") };
  return { label: t`Show properties`, ...propertiesLink(search, `-${card}`) };
}
