import type { LeakList } from "../../../app/report/leak-target.ts";
import type { Period } from "../../../components/period/period.ts";

export type Tab = "day" | "hour";

/** What a leak detail page shows, whichever of its addresses it stands at. */
export interface DetailView {
  from: LeakList;
  meter: string;
  /** Where two properties have meters of this serial number, the one that is meant. */
  propertyId: number | undefined;
  period: Period;
  tab: Tab;
  ordering: string | undefined;
  /** Counted from 0. */
  page: number;
  setPeriod(period: Period): void;
  setTab(tab: Tab): void;
  setOrdering(ordering: string): void;
  /** @param replace in place of the page before, which is not there any more */
  setPage(page: number, replace?: boolean): void;
}

/** A changed page number as a URL keeps it: the first is left out. */
export function pageInUrl(page: number): number | undefined {
  return page === 0 ? undefined : page + 1;
}
