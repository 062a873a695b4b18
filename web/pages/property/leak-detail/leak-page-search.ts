import type { DetailSearch } from "../../../app/report/detail-search.ts";
import type { LinkPart } from "../../../app/report/report-search-fields.ts";
import type { LeakSearch } from "./leak-search.ts";

/** What the URL of a leak's page says: which meter and days, and which of its leaks is explained. */
export interface LeakPageSearch extends DetailSearch, LeakSearch {
  /** Parts of the link that made no sense; they are gone from the next address. */
  unread?: LinkPart[];
}
