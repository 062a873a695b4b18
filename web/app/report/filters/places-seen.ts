import type { QueryClient } from "@tanstack/react-query";
import { preferencesQuery } from "../../preferences.ts";
import { placesQuery, propertiesQuery } from "../report-queries.ts";
import { completeSearch } from "../search/entry.ts";
import { placeKinds } from "../search/report-search.ts";
import type { PlaceKind, ReportSearch } from "../search/report-search-fields.ts";
import { comparesByDefault, type Screen } from "../search/saved-view.ts";
import { offeredOf, organizationOptions, propertyOptions } from "./filter-options.ts";

/**
 * The whole view of a URL (see `completeSearch`), without places that this user may not see (any more): calls reject
 * them. Those named in the URL itself are returned as `missing` and shown on the screen; those from the saved view are
 * dropped silently. Null: the URL is complete and needs no change. On the screens of one property, buildings and units
 * are checked against that property.
 */
export async function entrySearch(
  client: QueryClient,
  screen: Screen,
  search: ReportSearch,
  property?: number,
): Promise<ReportSearch | null> {
  const complete = await compared(client, screen, completeSearch(screen, search), search);
  const whole = complete ?? search;
  // If the check fails, the places are requested unchecked; the screen shows the error.
  const seen = await placesSeen(client, whole, property).catch(() => whole);
  return seen === whole ? complete : { ...seen, missing: missingOf(search, seen) ?? search.missing };
}

/** On screens that compare by default, the user's last choice if the URL has none. */
async function compared(client: QueryClient, screen: Screen, complete: ReportSearch | null, search: ReportSearch) {
  const whole = complete ?? search;
  if (!comparesByDefault(screen) || whole.comparison !== undefined) return complete;
  const kept = await client.ensureQueryData(preferencesQuery).catch(() => null);
  return { ...whole, comparison: kept?.comparison ?? ("previous_period" as const) };
}

/** Of what kinds a URL names places that are not among those seen; undefined: of none. */
export function missingOf(named: ReportSearch, seen: ReportSearch): PlaceKind[] | undefined {
  const kinds = placeKinds.filter((kind) => {
    const ids = named[`${kind}_id`];
    return ids !== undefined && ids !== seen[`${kind}_id`];
  });
  return kinds.length === 0 ? undefined : kinds;
}

/** The same search where all its places are seen, else one without those that are not. */
export async function placesSeen(client: QueryClient, search: ReportSearch, property?: number): Promise<ReportSearch> {
  const seen = property === undefined ? await propertiesSeen(client, search) : search;
  const { building_id, unit_id } = seen;
  if (!building_id && !unit_id) return seen;
  const of = property === undefined ? seen : { property_id: [property] };
  const places = await client.ensureQueryData(placesQuery(of));
  const buildings = kept(building_id, places.buildings);
  const isOfBuildings = (unit: { building_id: number }) => !buildings || buildings.includes(unit.building_id);
  const units = kept(unit_id, places.units.filter(isOfBuildings));
  return buildings === building_id && units === unit_id ? seen : { ...seen, building_id: buildings, unit_id: units };
}

async function propertiesSeen(client: QueryClient, search: ReportSearch): Promise<ReportSearch> {
  const { organization_id, property_id } = search;
  if (!organization_id && !property_id) return search;
  const all = await client.ensureQueryData(propertiesQuery());
  const numbered = (options: readonly { value: string }[]) => options.map(({ value }) => ({ id: Number(value) }));
  const organizations = kept(organization_id, numbered(organizationOptions(all)));
  const properties = kept(property_id, numbered(propertyOptions(all, organizations)));
  if (organizations === organization_id && properties === property_id) return search;
  return { ...search, organization_id: organizations, property_id: properties };
}

/** Of chosen ids those that are offered: the same list where all are, undefined where none is. */
function kept(chosen: number[] | undefined, offered: readonly { id: number }[]): number[] | undefined {
  if (chosen === undefined) return undefined;
  const left = offeredOf(
    chosen,
    offered.map(({ id }) => id),
  );
  return left?.length === chosen.length ? chosen : left && [...left];
}
