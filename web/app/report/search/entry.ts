import { today } from "./calendar.ts";
import type { ReportSearch } from "./report-search-fields.ts";
import { defaultPeriod, type Screen, savedView } from "./saved-view.ts";

/**
 * The whole view of a URL without a period (a link in the menu, `/history?unit_id=7`): missing parts are filled from
 * the screen's saved view, then from its defaults. Places come from one source, never mixed: a unit of the link under
 * a saved property would show nothing. Null: the URL is complete.
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
