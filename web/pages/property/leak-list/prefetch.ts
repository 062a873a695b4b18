import type { QueryClient } from "@tanstack/react-query";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import type { ReportSearch } from "../../../app/report/report-search.ts";
import { leakListQuery } from "./leak-list-query.ts";

/** Starts all calls of a screen with a leak list, beside the loading of its script. */
export function prefetchLeakList(client: QueryClient, search: ReportSearch): void {
  void client.prefetchQuery(overviewQuery(search));
  void client.prefetchQuery(biggestLeaksQuery(search));
  void client.prefetchQuery(leakListQuery(search));
  void client.prefetchQuery(placesQuery(search));
  void client.prefetchQuery(propertiesQuery());
}
