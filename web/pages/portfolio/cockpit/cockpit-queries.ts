import { read } from "../../../app/query.ts";
import { biggestLeaksQuery, overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { figuresQuery, reportQuery } from "../../../app/report/search/report-view.ts";
import { costliestCases } from "../../cases/report/cases-calls.ts";
import { propertyMapQuery } from "../property-map/map-query.ts";
import { rankingQuery } from "../ranking/ranking-query.ts";

const insights = "GET /v1/reporting/portfolio-insights";

/** All that the screen shows. */
export function cockpitQueries(search: ReportSearch) {
  const query = figuresQuery(search);
  return {
    /** What to do now, whatever the report's days. */
    cases: costliestCases(search),
    overview: overviewQuery(search),
    /** The properties whose leaks cost most in the report's days, most first. */
    costliest: read(`${insights}/performance-ranking/watchlist`, {
      query: { ...query, ordering: "-leak_cost", page: 1, page_size: 5 },
    }),
    /** How many properties are of each class. */
    performance: read(`${insights}/portfolio-performance`, { query }),
    /** What the water cost, and of that what leaked. */
    costs: read(`${insights}/costs`, { query }),
    /** Use per bedroom and day. */
    efficiency: read(`${insights}/water-usage-efficiency`, { query }),
    /** What the leaks that stopped in the report's days saved since; bedrooms do not matter. */
    savings: read(`${insights}/savings`, { query: reportQuery(search) }),
    map: propertyMapQuery(search),
    ranking: rankingQuery(search),
    /** The overview cards. */
    cards: read(`${insights}/overview`, { query }),
    properties: propertiesQuery(),
    biggestLeaks: biggestLeaksQuery(search),
  };
}
