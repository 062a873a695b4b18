import type { QueryClient } from "@tanstack/react-query";
import { prefetch } from "../../../app/query.ts";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { meterDaysQuery, meterHoursQuery } from "../meter-consumption/meter-rows-query.ts";
import { isOneProperty } from "../meter-consumption/one-property.ts";
import { leakListQuery } from "./leak-list-query.ts";
import { leakTab } from "./leak-tabs.ts";
import { loadMeterConsumption } from "./meter-code.ts";

/** Starts all calls of a screen with the main tabs, of the list that its URL opens, beside the loading of its script. */
export function prefetchLeakTabs(client: QueryClient, search: ReportSearch): void {
  const isMeters = leakTab(search) === "meters";
  const isByHour = search.granularity !== undefined;
  const byAnything = isOneProperty(search, client.getQueryData(propertiesQuery().queryKey));
  prefetch(client, {
    overview: overviewQuery(search),
    biggestLeaks: biggestLeaksQuery(search),
    places: placesQuery(search),
    properties: propertiesQuery(),
    leaks: { ...leakListQuery(search), enabled: !isMeters },
    meterDays: { ...meterDaysQuery(search), enabled: isMeters && !isByHour },
    meterHours: { ...meterHoursQuery(search, byAnything), enabled: isMeters && isByHour },
  });
  // If loading fails, the page shows the error.
  if (isMeters) void loadMeterConsumption().catch(() => undefined);
}
