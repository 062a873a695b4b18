import { today } from "./calendar.ts";
import type { ReportSearch } from "./report-search-fields.ts";
import { defaultPeriod, type Screen, savedView } from "./saved-view.ts";

/**
 * The whole view of a URL that names no period (a link in the menu, `/history?unit_id=7`): what it does not name comes
 * from what the screen kept, then from the screen's defaults. Places are taken from one or the other, never mixed: a
 * unit of the link under a property that was kept would show nothing. Null: the URL says all already.
 */
export function completeSearch(screen: Screen, search: ReportSearch, now: string = today()): ReportSearch | null {
  if (search.period !== undefined) return null;
  const { organization_id, property_id, building_id, unit_id, ...kept } = savedView(screen);
  const namesPlace = search.organization_id ?? search.property_id ?? search.building_id ?? search.unit_id;
  const places = namesPlace ? {} : { organization_id, property_id, building_id, unit_id };
  const named = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  const period = kept.period === undefined ? defaultPeriod(screen, now) : {};
  return { ...kept, ...places, ...period, ...named };
}
