import { isPeriodLost, linkPeriod } from "../../../../app/report/search/period-search.ts";
import type { LinkPart } from "../../../../app/report/search/report-search-fields.ts";
import { findLostParts } from "../../../../app/report/search/unread.ts";
import { idOf, textOf } from "../../../../app/search-text.ts";
import type { LeakPageSearch } from "./leak-search.ts";

const isGiven = (value: unknown) => textOf(value) !== undefined;

/** The parts of a leak page's link that made no sense and were left out, here or before it was led on; undefined: none. */
export function unreadOf(raw: Readonly<Record<string, unknown>>, read: LeakPageSearch): LinkPart[] | undefined {
  const isLost = (...names: (keyof LeakPageSearch)[]) =>
    names.some((name) => isGiven(raw[name]) && read[name] === undefined);
  const isNoPage = (value: unknown) => isGiven(value) && idOf(value) === undefined;
  const lost: Readonly<Record<LinkPart, boolean>> = {
    days: isPeriodLost(raw, linkPeriod(read)),
    page: isNoPage(raw.page) || isNoPage(raw.leaks_page),
    places: isLost("property_id", "organization_id"),
    filters: isLost("leak") || (isLost("include_active_leak") && textOf(raw.include_active_leak) !== "false"),
    tab: isLost("tab") && textOf(raw.tab) !== "day",
    ordering: isLost("ordering", "leaks_ordering"),
  };
  return findLostParts(raw, (part) => lost[part]);
}
