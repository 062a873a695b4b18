import { performanceClasses } from "../../../components/badges/performance.ts";
import { idOf, textOf } from "../../search-text.ts";
import { isPeriodLost, periodOf } from "./period-search.ts";
import type { LinkPart, ReportSearch } from "./report-search-fields.ts";

/** What of a link can make no sense, as a person would name it. */
const linkParts = ["days", "page", "places", "filters", "tab", "ordering"] as const satisfies readonly LinkPart[];

/** What a screen has beside what every report has, so that a link can name it; left out: anything is taken for known. */
export interface ScreenOptions {
  tabs: readonly string[];
  /** The fields that one of its lists can be ordered by. */
  orderings: readonly string[];
}

type Raw = Readonly<Record<string, unknown>>;
type Rule = (raw: Raw, read: ReportSearch) => boolean;

const isGiven = (value: unknown) => textOf(value) !== undefined;
const isOther = (value: unknown, ...allowed: string[]) => isGiven(value) && !allowed.includes(textOf(value) ?? "");

function hasStrangeIds(value: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).some((one) => isGiven(one) && idOf(one) === undefined);
}

/** For each part of a link, whether it is invalid. */
const isUnread: Readonly<Record<LinkPart, Rule>> = {
  days: (raw, read) => isPeriodLost(raw, periodOf(read.period, read.start_date, read.end_date)),
  page: (raw, read) =>
    (isGiven(raw.page) && idOf(raw.page) === undefined) || (isGiven(raw.page_size) && read.page_size === undefined),
  places: (raw) => [raw.organization_id, raw.property_id, raw.building_id, raw.unit_id].some(hasStrangeIds),
  filters: (raw, read) =>
    isOther(raw.only_active, "true", "false") ||
    isOther(raw.comparison, "previous_period", "none") ||
    isOther(raw.granularity, "hour", "day") ||
    [raw.performance].flat().some((one) => isOther(one, ...performanceClasses)) ||
    (isOther(raw.bedrooms_from, "0") && read.bedrooms_from === undefined) ||
    (isOther(raw.bedrooms_to, "7") && read.bedrooms_to === undefined),
  tab: (raw, read) => isGiven(raw.tab) && read.tab === undefined,
  ordering: (raw, read) => isGiven(raw.ordering) && read.ordering === undefined,
};

/** The invalid parts of a report's link that were dropped, here or before a redirect; undefined: none. */
export function unreadParts(raw: Raw, read: ReportSearch): LinkPart[] | undefined {
  return findLostParts(raw, (part) => isUnread[part](raw, read));
}

/** The parts of a link that are lost, or were lost before a redirect according to the link; undefined: none. */
export function findLostParts(raw: Raw, isLost: (part: LinkPart) => boolean): LinkPart[] | undefined {
  const fromUrl = [raw.unread].flat();
  const found = linkParts.filter((part) => fromUrl.includes(part) || isLost(part));
  return found.length === 0 ? undefined : found;
}
