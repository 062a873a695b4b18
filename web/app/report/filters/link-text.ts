import { t } from "@lingui/core/macro";
import { placeKinds } from "../search/report-search.ts";
import type { LinkPart, PlaceKind, ReportSearch } from "../search/report-search-fields.ts";

const names: Readonly<Record<PlaceKind, { one: string; many: string; all: string }>> = {
  organization: {
    one: t`an organization`,
    many: t`organizations`,
    all: t`All organizations are shown instead.`,
  },
  property: { one: t`a property`, many: t`properties`, all: t`All properties are shown instead.` },
  building: { one: t`a building`, many: t`buildings`, all: t`All buildings are shown instead.` },
  unit: { one: t`a unit`, many: t`units`, all: t`All units are shown instead.` },
};

const parts: Readonly<Record<LinkPart, string>> = {
  days: t`the days`,
  page: t`the page`,
  places: t`a place`,
  filters: t`a filter`,
  tab: t`the tab`,
  ordering: t`the order`,
};

/** "a property and a unit", "the days, the page and a filter" */
function listed(items: readonly string[]): string {
  return [items.slice(0, -1).join(", "), ...items.slice(-1)].filter((part) => part !== "").join(t` and `);
}

function idsOf(search: ReportSearch, kind: PlaceKind): readonly number[] | undefined {
  return search[`${kind}_id`];
}

/** What a link named that is not there or not to be seen, and what is shown instead. */
export function missingMessage(missing: readonly PlaceKind[], search: ReportSearch): string {
  const gone = missing.filter((kind) => idsOf(search, kind) === undefined);
  const [only] = gone;
  if (only === undefined) {
    const some = listed(missing.map((kind) => names[kind].many));
    return t`This link names ${some} that are not there or that you may not see. The others are shown.`;
  }
  const verb = gone.length === 1 ? t`is` : t`are`;
  const narrower = placeKinds.some((kind) => idsOf(search, kind) !== undefined);
  const all = gone.length === 1 ? names[only].all : t`All that you may see is shown instead.`;
  const instead = narrower ? t`The rest of the link is shown.` : all;
  return t`This link names ${listed(gone.map((kind) => names[kind].one))} that ${verb} not there or that you may not see. ${instead}`;
}

/** What of a link could not be read. */
export function unreadMessage(unread: readonly LinkPart[]): string {
  return t`Some of this link could not be read and is left out: ${listed(unread.map((part) => parts[part]))}.`;
}
