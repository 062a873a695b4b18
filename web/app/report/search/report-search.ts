import { performanceClasses } from "../../../components/badges/performance.ts";
import type { Period } from "../../../components/period/period.ts";
import { pageSizes } from "../../list-page.ts";
import { choiceOf, choicesOf, idOf, idsOf, textOf, textsOf } from "../../search-text.ts";
import { linkPeriod, periodOf } from "./period-search.ts";
import type { PlaceKind, ReportSearch } from "./report-search-fields.ts";
import { type ScreenOptions, unreadParts } from "./unread.ts";

/** From the whole to the part. */
export const placeKinds = ["organization", "property", "building", "unit"] as const satisfies readonly PlaceKind[];

/** Seven or more. */
const MOST_BEDROOMS = 7;

/** Parses the search params of a report; invalid ones are dropped and listed in `unread`. */
export function reportSearch(raw: Record<string, unknown>, known?: ScreenOptions): ReportSearch {
  const read = readSearch(raw, known);
  const gone = [raw.missing].flat();
  const missing = placeKinds.filter((kind) => gone.includes(kind));
  return { ...read, missing: missing.length === 0 ? undefined : missing, unread: unreadParts(raw, read) };
}

function readSearch(raw: Record<string, unknown>, known: ScreenOptions | undefined): ReportSearch {
  const period = linkPeriod(raw);
  const page = idOf(raw.page);
  const size = idOf(raw.page_size);
  // Each key is named, also where it is undefined: the router takes what is not from the text of the URL.
  return {
    period: period?.period,
    dateRangeLabel: undefined,
    days_ago: undefined,
    start_date: period?.start_date,
    end_date: period?.end_date,
    organization_id: idsOf(raw.organization_id),
    property_id: idsOf(raw.property_id),
    building_id: idsOf(raw.building_id),
    unit_id: idsOf(raw.unit_id),
    only_active: choiceOf(raw.only_active, ["true"]) && true,
    performance: choicesOf(raw.performance, performanceClasses),
    state: textsOf(raw.state),
    comparison: choiceOf(raw.comparison, ["previous_period", "none"]),
    ...bedroomsOf(raw.bedrooms_from, raw.bedrooms_to),
    ordering: known ? orderingOf(textOf(raw.ordering), known.orderings) : textOf(raw.ordering),
    page: page === 1 ? undefined : page,
    page_size: pageSizes.find((known) => known === size),
    tab: known ? choiceOf(raw.tab, known.tabs) : textOf(raw.tab),
    granularity: choiceOf(raw.granularity, ["hour"]),
    dialog: textOf(raw.dialog),
    resolution: choiceOf(raw.resolution, ["week", "month"]),
  };
}

/** Bedrooms as a URL names them, without what leaves nothing out; both are left out where they are not in order. */
function bedroomsOf(rawFrom: unknown, rawTo: unknown): Pick<ReportSearch, "bedrooms_from" | "bedrooms_to"> {
  const from = idOf(rawFrom) ?? 0;
  const to = textOf(rawTo) === "0" ? 0 : (idOf(rawTo) ?? MOST_BEDROOMS);
  if (from > MOST_BEDROOMS - 1 || to > MOST_BEDROOMS || from > to) {
    return { bedrooms_from: undefined, bedrooms_to: undefined };
  }
  return { bedrooms_from: from === 0 ? undefined : from, bedrooms_to: to === MOST_BEDROOMS ? undefined : to };
}

/** The period of a report's URL, yesterday where it names none. */
export function searchPeriod(search: ReportSearch): Period {
  return periodOf(search.period, search.start_date, search.end_date) ?? { period: "yesterday" };
}

/** Whether a report's figures are compared with the previous period. */
export function comparesDays({ comparison }: ReportSearch): boolean {
  return comparison === "previous_period";
}

/** The ordering of a URL if the table knows its field; undefined: the table's own. */
export function orderingOf<const F extends string>(
  ordering: string | undefined,
  fields: readonly F[],
): F | `-${F}` | undefined {
  for (const field of fields) {
    if (ordering === field) return field;
    if (ordering === `-${field}`) return `-${field}`;
  }
  return undefined;
}

/** Days, places, bedrooms and comparison of a report, without what belongs to one screen: for a link to another one. */
export function carriedSearch(search: ReportSearch): ReportSearch {
  const { period, start_date, end_date, organization_id, property_id, comparison, bedrooms_from, bedrooms_to } = search;
  return { period, start_date, end_date, organization_id, property_id, comparison, bedrooms_from, bedrooms_to };
}
