import type { DetailSearch } from "../../../../app/report/search/detail-search.ts";
import type { LinkPart } from "../../../../app/report/search/report-search-fields.ts";
import type { LeakSearch } from "./leak-search.ts";

/** The search params of a leak's page: the meter, the days, and which of its leaks is explained. */
export interface LeakPageSearch extends DetailSearch, LeakSearch {
  /** Parts of the link that made no sense; they are gone from the next address. */
  unread?: LinkPart[];
}
