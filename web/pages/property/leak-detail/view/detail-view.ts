import type { LeakList } from "../../../../app/report/leak-target.ts";
import type { LinkPart } from "../../../../app/report/search/report-search-fields.ts";
import type { Period } from "../../../../components/period/period.ts";
import type { LeakSearch } from "./leak-search.ts";

export type Tab = "day" | "hour";

/** What a leak detail page shows, whichever of its addresses it stands at. */
export interface DetailView {
  from: LeakList;
  meter: string;
  /** Where two properties have meters of this serial number, the one that is meant. */
  propertyId: number | undefined;
  /** Only meters of this organization. */
  organizationId: number | undefined;
  period: Period;
  tab: Tab;
  ordering: string | undefined;
  /** Counted from 0. */
  page: number;
  /** When the leak to explain began; undefined: the newest. */
  leak: string | undefined;
  /** The rule to draw; undefined: the first. */
  rule: string | undefined;
  dialog: string | undefined;
  /** Parts of the link that led here that made no sense; undefined: none. */
  unread: LinkPart[] | undefined;
  leaksOrdering: string | undefined;
  /** Page of the list of all leaks, counted from 0. */
  leaksPage: number;
  setPeriod(period: Period): void;
  setTab(tab: Tab): void;
  setOrdering(ordering: string): void;
  /** @param replace in place of the page before, which is not there any more */
  setPage(page: number, replace?: boolean): void;
  dismissNotice(): void;
  /** Changes which leak is explained, and how. @param replace Back does not lead here again */
  setLeak(patch: LeakSearch, replace?: boolean): void;
}

/** A changed page number as a URL keeps it: the first is left out. */
export function pageInUrl(page: number): number | undefined {
  return page === 0 ? undefined : page + 1;
}

/** The leak's search params in the view. */
export function leakOf(
  search: LeakSearch,
): Pick<DetailView, "leak" | "rule" | "dialog" | "leaksOrdering" | "leaksPage"> {
  const { leak, rule, dialog, leaks_ordering, leaks_page = 1 } = search;
  return { leak, rule, dialog, leaksOrdering: leaks_ordering, leaksPage: leaks_page - 1 };
}
