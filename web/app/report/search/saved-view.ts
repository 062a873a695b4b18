import type { Period } from "../../../components/period/period.ts";
import { completeDays } from "./period-search.ts";
import { reportSearch } from "./report-search.ts";
import type { ReportSearch } from "./report-search-fields.ts";

/** The screens that keep their filters from one visit to the next. */
export type Screen =
  | "properties"
  | "property"
  | "top5-home"
  | "top5"
  | "history"
  | "cockpit"
  | "finance"
  | "owner-report"
  | "compare-periods";

const prefix = "dripline.view.";

/** Yesterday on most screens; on History and where periods are compared the last 7 days, as a range; an owner reads of a month. */
export function defaultPeriod(screen: Screen, today: string): Period {
  if (screen === "history" || screen === "compare-periods") return completeDays(7, today);
  return { period: screen === "owner-report" ? "last-30-days" : "yesterday" };
}

/** Whether a screen would open with this period. */
export function isDefaultPeriod(
  screen: Screen,
  { period, start_date, end_date }: Partial<Period>,
  today: string,
): boolean {
  const own = defaultPeriod(screen, today);
  return period === own.period && start_date === own.start_date && end_date === own.end_date;
}

/** On these screens the comparison is on by default. The choice is saved with the user's preferences. */
export function comparesByDefault(screen: Screen): boolean {
  return screen === "cockpit" || screen === "finance";
}

/** The filters that were last set on a screen of this browser. */
export function savedView(screen: Screen): ReportSearch {
  const stored = localStorage.getItem(prefix + screen);
  try {
    const view: unknown = JSON.parse(stored ?? "{}");
    const { missing: _missing, unread: _unread, ...kept } = reportSearch({ ...(typeof view === "object" ? view : {}) });
    return kept;
  } catch {
    return {};
  }
}

/** What a screen kept, over other days: for the way back to it. */
export function viewOver(screen: Screen, period: Period): ReportSearch {
  return { ...savedView(screen), start_date: undefined, end_date: undefined, ...period };
}

/**
 * Saves the filters of a screen. Not saved: the page, an open dialog, the notice about a link, the places on the page
 * of one property, and a period that is the screen's default: "the last 7 days" of History must not stay the days of
 * last month.
 */
export function saveView(screen: Screen, search: ReportSearch, today: string): void {
  const { page: _page, dialog: _dialog, resolution: _resolution, ...found } = search;
  const noPlaces = { organization_id: undefined, property_id: undefined, building_id: undefined, unit_id: undefined };
  const noComparison = comparesByDefault(screen) ? { comparison: undefined } : {};
  const kept: ReportSearch = { ...found, ...(screen === "property" ? noPlaces : {}), ...noComparison };
  const view = isDefaultPeriod(screen, kept, today)
    ? { ...kept, period: undefined, start_date: undefined, end_date: undefined }
    : kept;
  localStorage.setItem(prefix + screen, JSON.stringify(view));
}

/** Forgets what a screen kept. */
export function forgetView(screen: Screen): void {
  localStorage.removeItem(prefix + screen);
}

/** Forgets what all screens kept: at logout, and when another organization is chosen. */
export function forgetAllViews(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}
