import { type CallName, calls } from "../../../contract/calls.ts";
import type { Answer } from "../answers/answer.ts";
import { gallonsDynamics, leakVolumePercentage } from "../answers/charts.ts";
import {
  criticalMeters,
  criticalOverview,
  criticalStations,
  deviceHealthOverview,
  deviceHealthProperties,
  noConsumption,
  propertyDevices,
  propertyDevicesSilent,
} from "../answers/device-health.ts";
import { financeCosts, leakTypeCosts } from "../answers/finances.ts";
import { organizationPrices, unitPrices } from "../answers/gallon-prices.ts";
import { heatMap } from "../answers/heat-map.ts";
import { caseTimes } from "../answers/leaks/case-times.ts";
import { consumptionByDay, consumptionByHour } from "../answers/leaks/leak-consumption.ts";
import { leakDetailOverview } from "../answers/leaks/leak-detail-overview.ts";
import { flowByDay, flowByHour } from "../answers/leaks/leak-flow.ts";
import { leakExpenses, leakList } from "../answers/leaks/leak-list.ts";
import { savings, savingsLedger } from "../answers/leaks/savings.ts";
import { topProperties, topUnits, topUnitsOfProperty } from "../answers/leaks/top-leaks.ts";
import { meterDays, meterHours, topMeters } from "../answers/leaks/top-meters.ts";
import { overview } from "../answers/overview.ts";
import { leakListFilters, myProperties, propertyOverview } from "../answers/places.ts";
import {
  performanceFilters,
  portfolioCosts,
  portfolioOverview,
  portfolioPerformance,
  propertiesOverview,
  waterUse,
} from "../answers/portfolio.ts";
import { toplist, watchlist } from "../answers/portfolio-ranking.ts";
import { propertyMeters } from "../answers/property-information.ts";
import { propertyMap } from "../answers/property-map.ts";
import { propertyPerformance } from "../answers/property-performance.ts";

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
  [`${insights}/savings/cases`]: savingsLedger,
  [`${reporting}/case-times`]: caseTimes,
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
