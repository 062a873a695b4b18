import { reportSearch } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import type { ScreenOptions } from "../../../app/report/search/unread.ts";
import { textOf } from "../../../app/search-text.ts";
import { dayFields, hourFields } from "../leak-detail/view/detail-queries.ts";
import { type LeakSearch, leakSearch } from "../leak-detail/view/leak-search.ts";
import { leakScreenOptions } from "../leak-list/leak-text.ts";

/** Those of the list and of a leak in it: what was kept of the one may stand in the URL of the other. */
const screenOptions: ScreenOptions = {
  tabs: [...leakScreenOptions.tabs, "day", "hour"],
  orderings: [...leakScreenOptions.orderings, ...dayFields, ...hourFields],
};

/** The URL of Top 5 Leaks Details: that of a report, and the one meter whose leak is open, where one is. */
export interface Top5Search extends ReportSearch, LeakSearch {
  /** The meter's serial number; its property is then the one in `property_id`. */
  meter?: string;
}

/** Reads the URL; what makes no sense in it is left out. */
export function top5Search(raw: Record<string, unknown>): Top5Search {
  const meter = textOf(raw.meter);
  return { ...reportSearch(raw, screenOptions), ...(meter === undefined ? {} : leakSearch(raw)), meter };
}
