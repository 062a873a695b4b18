import type { DetailSearch } from "../../../../app/report/search/detail-search.ts";
import { orderingOf } from "../../../../app/report/search/report-search.ts";
import type { LinkPart } from "../../../../app/report/search/report-search-fields.ts";
import { choiceOf, idOf, textOf } from "../../../../app/search-text.ts";

/** What the list of all leaks of a meter can be ordered by. */
export const leaksFields = ["started_at", "ended_at", "total_gallons_leaked"] as const;

/** The search params of a leak detail page for the leak that it explains. */
export interface LeakSearch {
  /** When the leak began, as an instant; left out: the newest of the period, else of the meter. */
  leak?: string;
  /** The sign whose evidence is drawn; left out: the one that found the leak. */
  rule?: string;
  /** "property-information". */
  dialog?: string;
  leaks_ordering?: string;
  /** Page of the list of the meter's leaks, as people count; the first is left out. */
  leaks_page?: number;
}

/** Reads it from a URL; what makes no sense in it is left out. */
export function leakSearch(raw: Record<string, unknown>): LeakSearch {
  const page = idOf(raw.leaks_page);
  return {
    leak: instantIn(raw.leak),
    rule: textOf(raw.rule),
    dialog: choiceOf(raw.dialog, ["property-information"]),
    leaks_ordering: orderingOf(textOf(raw.leaks_ordering), leaksFields),
    leaks_page: page === 1 ? undefined : page,
  };
}

function instantIn(value: unknown): string | undefined {
  const text = textOf(value) ?? "";
  const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  return written && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;
}

/** The search params of a leak's page: the meter, the days, and which of its leaks is explained. */
export interface LeakPageSearch extends DetailSearch, LeakSearch {
  /** Parts of the link that made no sense; they are gone from the next address. */
  unread?: LinkPart[];
}
