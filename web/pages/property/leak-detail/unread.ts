import { type LinkPart, partsSaid } from "../../../app/report/unread.ts";
import { idOf, textOf } from "../../../app/search-text.ts";
import type { LeakPageSearch } from "./url-view.ts";

const isGiven = (value: unknown) => textOf(value) !== undefined;

/** The parts of a leak page's link that made no sense and were left out, here or before it was led on; undefined: none. */
export function unreadOf(raw: Readonly<Record<string, unknown>>, read: LeakPageSearch): LinkPart[] | undefined {
  const isLost = (...names: (keyof LeakPageSearch)[]) =>
    names.some((name) => isGiven(raw[name]) && read[name] === undefined);
  const isNoPage = (value: unknown) => isGiven(value) && idOf(value) === undefined;
  const ranged = isGiven(raw.start_date) || isGiven(raw.end_date);
  const isNoRange =
    ranged && !(read.start_date !== undefined && read.end_date !== undefined && read.start_date <= read.end_date);
  const isNoCustom = read.dateRangeLabel === "custom-date-range" && !ranged;
  const lost: Readonly<Record<LinkPart, boolean>> = {
    days: isLost("dateRangeLabel", "days_ago") || isNoRange || isNoCustom,
    page: isNoPage(raw.page) || isNoPage(raw.leaks_page),
    places: isLost("property_id", "organization_id"),
    filters: isLost("leak") || (isLost("include_active_leak") && textOf(raw.include_active_leak) !== "false"),
    tab: isLost("tab") && textOf(raw.tab) !== "day",
    ordering: isLost("ordering", "leaks_ordering"),
  };
  return partsSaid(raw, (part) => lost[part]);
}
