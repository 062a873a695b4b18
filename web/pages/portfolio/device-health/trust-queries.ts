import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import type { CallAnswer } from "../../../app/api.ts";
import { read } from "../../../app/query.ts";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { periodInSentence, rangeUpTo } from "../../../app/report/search/period-search.ts";
import type { Period } from "../../../components/period/period.ts";
import { healthQueries, placed, worstFirst } from "../../property/device-parts/gateway-queries.ts";
import type { GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";

type Row = Pick<DeviceHealthProperty, "health" | "unknown_devices">;

/** Whether too few devices of a property report for its figures to be believed; one without devices is not judged. */
export function isUntrusted({ health, unknown_devices }: Row): boolean {
  return health === "critical" || (health === null && unknown_devices > 0);
}

/** Number of days for which missing readings are shown. */
export const DAYS = 7;

/** The most properties that a call lists. */
const AT_MOST = 50;

/** The days whose figures the screen is about: the last complete ones up to its date. */
export function coveredDays({ date }: GatewaySearch): Period {
  return date === undefined || date === "now" || date >= today() ? { period: "last-7-days" } : rangeUpTo(date, DAYS);
}

/** The label of these days: "last 7 days", "Nov 08 to Nov 14, 2026". */
export function coveredDaysLabel(search: GatewaySearch): string {
  const days = coveredDays(search);
  return periodInSentence(days);
}

/** How many meter days of these days there were, and how many were read. */
function coverageQuery(search: GatewaySearch) {
  const { organization_id, property_id, building_id } = search;
  return overviewQuery({ ...coveredDays(search), organization_id, property_id, building_id });
}

/** The same of some of the properties. */
export function theirCoverageQuery(search: GatewaySearch, ids: readonly number[]) {
  return coverageQuery({ date: search.date, property_id: [...ids] });
}

type Worst = CallAnswer<"GET /v1/reporting/device-health/portfolio-detail/properties">;

/**
 * The properties whose share of the missing readings can be shown. Null: there is none, not all are loaded, or the view
 * is filtered by buildings.
 */
export function idsToSplit(search: GatewaySearch, worst: Worst | undefined): number[] | null {
  if (worst === undefined || search.building_id !== undefined || worst.count > worst.results.length) return null;
  const ids = worst.results.filter(isUntrusted).map(({ property_id }) => property_id);
  return ids.length === 0 ? null : ids;
}

/** All that the screen shows. */
export function trustQueries(search: GatewaySearch) {
  return {
    ...healthQueries(search, "portfolio"),
    coverage: coverageQuery(search),
    /** The properties of which least reports, whatever statuses and types the lists are narrowed to. */
    worst: read("GET /v1/reporting/device-health/portfolio-detail/properties", {
      query: { ...placed(search), ordering: worstFirst, page: 1, page_size: AT_MOST },
    }),
  };
}
