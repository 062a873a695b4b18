import { t } from "@lingui/core/macro";
import { read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { figuresQuery } from "../../../app/report/search/report-view.ts";

/** The rankings, the first of which a URL leaves out. */
export const rankingTabs = [
  { tab: "watchlist", label: t`Watchlist` },
  { tab: "toplist", label: t`Toplist` },
] as const;
export type RankingTab = (typeof rankingTabs)[number]["tab"];

/** What a ranking can be ordered by. */
const rankingFields = [
  "rank",
  "property_name",
  "total_units",
  "units_reporting",
  "leaking_units",
  "leaking_toilets",
  "leaking_other",
  "leak_volume",
  "leak_percentage",
  "ranking",
  "leak_cost",
  "leak_cost_per_unit",
  "gallons_per_bedroom_per_day",
] as const;

/**
 * How a ranking is ordered by default. The watchlist has the order of the panel and the map on the same screen; its rank,
 * by leak cost per unit, is a column.
 */
const firstOrderings = { watchlist: "-leak_cost", toplist: "rank" } as const;

/** What a link can name of a screen with the rankings. */
export const rankingScreenOptions = { tabs: rankingTabs.map(({ tab }) => tab), orderings: rankingFields };

/** The ranking that a URL opens; one that there is not opens the first. */
export function rankingTab({ tab }: ReportSearch): RankingTab {
  return tab === "toplist" ? tab : "watchlist";
}

/** What a ranking asks for, without a page. */
export function rankingParams(search: ReportSearch) {
  return {
    ...figuresQuery(search),
    ordering: orderingOf(search.ordering, rankingFields) ?? firstOrderings[rankingTab(search)],
  };
}

/** One page of the ranking that is open. */
export function rankingQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  const query = { ...rankingParams(search), page, page_size };
  return rankingTab(search) === "toplist"
    ? read("GET /v1/reporting/portfolio-insights/performance-ranking/toplist", { query })
    : read("GET /v1/reporting/portfolio-insights/performance-ranking/watchlist", { query });
}
