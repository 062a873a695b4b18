import { type ReportSearch, reportSearch } from "../../../app/report/report-search.ts";
import { textOf, wordOf } from "../../../app/search-text.ts";

/** The URL of Top 5 Leaks Details: that of a report, and the one meter whose leak is open, where one is. */
export interface Top5Search extends ReportSearch {
  /** The meter's serial number; its property is then the one in `property_id`. */
  meter?: string;
  /** Of the meter's page; Day is left out. */
  tab?: "hour";
}

/** Reads the URL; what makes no sense in it is left out. */
export function top5Search(raw: Record<string, unknown>): Top5Search {
  const meter = textOf(raw.meter);
  return { ...reportSearch(raw), meter, tab: meter === undefined ? undefined : wordOf(raw.tab, ["hour"]) };
}
