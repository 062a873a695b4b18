import type { QueryClient } from "@tanstack/react-query";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { meterDaysQuery, meterHoursQuery } from "../meter-consumption/meter-rows-query.ts";
import { isOneProperty } from "../meter-consumption/one-property.ts";
import { leakListQuery } from "./leak-list-query.ts";
import { leakTab } from "./leak-tabs.ts";
import { loadMeterConsumption } from "./meter-code.ts";

/** Starts all calls of a screen with the main tabs, of the list that its URL opens, beside the loading of its script. */
export function prefetchLeakTabs(client: QueryClient, search: ReportSearch): void {
  void client.prefetchQuery(overviewQuery(search));
  void client.prefetchQuery(biggestLeaksQuery(search));
  void client.prefetchQuery(placesQuery(search));
  void client.prefetchQuery(propertiesQuery());
  if (leakTab(search) === "leak-overview") {
    void client.prefetchQuery(leakListQuery(search));
    return;
  }
  // If loading fails, the page shows the error.
  void loadMeterConsumption().catch(() => undefined);
  if (search.granularity === undefined) void client.prefetchQuery(meterDaysQuery(search));
  else {
    const byAnything = isOneProperty(search, client.getQueryData(propertiesQuery().queryKey));
    void client.prefetchQuery(meterHoursQuery(search, byAnything));
  }
}
