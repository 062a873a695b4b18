import { type CallName, calls } from "../../../contract/calls.ts";
import type { Answer } from "./answer.ts";
import { gallonsDynamics, leakVolumePercentage } from "./charts.ts";
import {
  criticalMeters,
  criticalOverview,
  criticalStations,
  deviceHealthOverview,
  deviceHealthProperties,
  noConsumption,
  propertyDevices,
  propertyDevicesSilent,
} from "./device-health.ts";
import { financeCosts, leakTypeCosts } from "./finances.ts";
import { organizationPrices, unitPrices } from "./gallon-prices.ts";
import { heatMap } from "./heat-map.ts";
import { consumptionByDay, consumptionByHour } from "./leaks/leak-consumption.ts";
import { leakDetailOverview } from "./leaks/leak-detail-overview.ts";
import { flowByDay, flowByHour } from "./leaks/leak-flow.ts";
import { leakExpenses, leakList } from "./leaks/leak-list.ts";
import { savings } from "./leaks/savings.ts";
import { topProperties, topUnits, topUnitsOfProperty } from "./leaks/top-leaks.ts";
import { meterDays, meterHours, topMeters } from "./leaks/top-meters.ts";
import { overview } from "./overview.ts";
import { leakListFilters, myProperties, propertyOverview } from "./places.ts";
import {
  performanceFilters,
  portfolioCosts,
  portfolioOverview,
  portfolioPerformance,
  propertiesOverview,
  waterUse,
} from "./portfolio.ts";
import { toplist, watchlist } from "./portfolio-ranking.ts";
import { propertyMeters } from "./property-information.ts";
import { propertyMap } from "./property-map.ts";
import { propertyPerformance } from "./property-performance.ts";

const reporting = "GET /v1/reporting";
const details = `${reporting}/leak-report/leak-details/meters/{meter}` as const;

const insights = `${reporting}/portfolio-insights` as const;
const health = `${reporting}/device-health` as const;

/** How each report call is answered by the independent computation. */
export const answers: Readonly<Partial<Record<CallName, Answer>>> = {
  [`${reporting}/overview`]: overview,
  [`${reporting}/my-properties/`]: myProperties,
  [`${reporting}/leak-report/leak-overview`]: leakList,
  [`${reporting}/leak-report/leak-overview/filters`]: leakListFilters,
  [`${reporting}/leak-report/properties/{id}/overview`]: propertyOverview,
  [`${reporting}/portfolio-insights/properties/performance`]: propertyPerformance,
  [`${insights}/overview`]: portfolioOverview,
  [`${insights}/costs`]: portfolioCosts,
  [`${insights}/water-usage-efficiency`]: waterUse,
  [`${insights}/portfolio-performance`]: portfolioPerformance,
  [`${insights}/performance-ranking/watchlist`]: watchlist,
  [`${insights}/performance-ranking/toplist`]: toplist,
  [`${insights}/properties/overview`]: propertiesOverview,
  [`${insights}/properties/map`]: propertyMap,
  [`${insights}/savings`]: savings,
  [`${reporting}/leak-report/properties/{id}/heat-map`]: heatMap,
  [`${insights}/properties/performance/filters`]: performanceFilters,
  [`${insights}/finances/costs`]: financeCosts,
  [`${insights}/finances/leak-type-costs`]: leakTypeCosts,
  [`${insights}/finances/leak-overview`]: leakExpenses,
  [`${insights}/finances/unit-gallon-price`]: unitPrices,
  [`${insights}/finances/organization-gallon-price`]: organizationPrices,
  [`${reporting}/leak-report/properties/{id}/meters`]: propertyMeters,
  [`${reporting}/leak-report/gallons-dynamics`]: gallonsDynamics,
  [`${reporting}/leak-report/leak-volume-percentage`]: leakVolumePercentage,
  [`${reporting}/top-leak-volume/properties`]: topProperties,
  [`${reporting}/top-leak-volume/units`]: topUnits,
  [`${reporting}/top-leak-volume/properties/{id}/units`]: topUnitsOfProperty,
  [`${reporting}/top-leak-volume/meters/day`]: meterDays,
  [`${reporting}/top-leak-volume/meters/hour`]: meterHours,
  [`${reporting}/top-meters`]: topMeters,
  [`${details}/overview`]: leakDetailOverview,
  [`${details}/flow/day`]: flowByDay,
  [`${details}/flow/hour`]: flowByHour,
  [`${details}/consumption/day`]: consumptionByDay,
  [`${details}/consumption/hour`]: consumptionByHour,
  [`${health}/overview`]: deviceHealthOverview,
  [`${health}/portfolio-insights/overview`]: deviceHealthOverview,
  [`${health}/portfolio-detail/properties`]: deviceHealthProperties,
  [`${health}/portfolio-detail/properties/{id}/meters`]: propertyDevices,
  [`${health}/portfolio-insights/properties/{id}/meters`]: propertyDevicesSilent,
  [`${health}/critical-alerts/overview`]: criticalOverview,
  [`${health}/critical-alerts/gateways-routers`]: criticalStations,
  [`${health}/critical-alerts/meters`]: criticalMeters,
  [`${health}/critical-alerts/no-consumption`]: noConsumption,
};

/** The calls of the contract that read reports. */
export const reportCalls: readonly CallName[] = Object.keys(calls).filter(isReportCall);

function isReportCall(name: string): name is CallName {
  // An export is its list once more, as a file.
  return name in calls && name.startsWith(`${reporting}/`) && !name.endsWith("/export");
}
