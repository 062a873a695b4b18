import { read } from "../../../app/query.ts";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { addDays, today } from "../../../app/report/search/calendar.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { costliestCases } from "../../cases/report/cases-calls.ts";
import { gallonsDynamicsQuery, leakVolumeQuery } from "../report-charts/chart-query.ts";
import { topUnitsParams } from "../top-units/top-units-query.ts";
import { propertyLeaksOrdering, propertyLeaksQuery } from "./property-leaks-query.ts";

/** How many days back a repair is still looked after: as long as what it saves is counted. */
export const REPAIR_DAYS = 30;

/** As many repairs as the panel adds up: the largest page. */
const MOST_REPAIRS = 50;

function topUnitsQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/top-leak-volume/units", { query: { ...topUnitsParams(search), page, page_size } });
}

/** All that the screen shows. */
export function homeQueries(search: ReportSearch) {
  const { organization_id, property_id, building_id, unit_id } = search;
  const places = { organization_id, property_id, building_id };
  return {
    /** The units to send someone to: the first page of the same list as it comes, so that both are one call at first. */
    workList: topUnitsQuery({ ...search, ordering: undefined, page: undefined, page_size: undefined }),
    /** What to do now, whatever the report's days. */
    cases: costliestCases(search),
    overview: overviewQuery(search),
    biggestLeaks: biggestLeaksQuery(search),
    /** How many gateways and meters of the report's places have no data now, and how many meters have no flow. */
    silentDevices: read("GET /v1/reporting/device-health/critical-alerts/overview", { query: places }),
    /** How many devices have a low battery: the count of a page of one. Alerts are not chosen by building. */
    lowBatteries: {
      ...read("GET /v1/alerts", {
        query: {
          organization_id,
          property_id,
          state: "open",
          kind: ["low battery"],
          ordering: "-opened_at",
          page: 1,
          page_size: 1,
        },
      }),
      enabled: building_id === undefined,
    },
    /**
     * The cases of the report's places of which a fix was made today or in the 30 days before at their property, and some of the
     * day before those, last ones first; the report's days do not matter.
     */
    repairs: read("GET /v1/cases", {
      query: {
        ...places,
        unit_id,
        fixed_since: `${addDays(today(), -REPAIR_DAYS - 1)}T00:00:00Z`,
        ordering: "-fixed_at",
        page_size: MOST_REPAIRS,
      },
    }),
    places: placesQuery(search),
    gallonsDynamics: gallonsDynamicsQuery(search),
    leakVolume: leakVolumeQuery(search),
    properties: propertiesQuery(),
    /** The first page of the properties, in the order that they come in. */
    propertyLeaks: propertyLeaksQuery(search, propertyLeaksOrdering, 0),
    /** One page of the units that leaked most in the report's days, of all its properties. */
    topUnits: topUnitsQuery(search),
  };
}
