import { propertySetupReport } from "../../inventory/property-setup.ts";
import { caseNoticeReport } from "../../leaks-api/cases/case-notice.ts";
import { caseTimesReport } from "../../leaks-api/cases/case-times.ts";
import { casesReport } from "../../leaks-api/cases/list-cases.ts";
import { caseReport } from "../../leaks-api/cases/read-case.ts";
import { savingsReport } from "../../leaks-api/cases/savings.ts";
import { savingsLedgerReport } from "../../leaks-api/cases/savings-ledger.ts";
import { leaksReport } from "../../leaks-api/list-leaks.ts";
import { whyLeakReport } from "../../leaks-api/why.ts";
import type { Report } from "../../query/report.ts";
import { gallonsDynamics } from "../../reporting/charts/gallons-dynamics.ts";
import { leakVolumePercentage } from "../../reporting/charts/leak-volume-percentage.ts";
import {
  allPropertyDevices,
  criticalMeters,
  criticalStations,
  propertyDevicesNotOnline,
} from "../../reporting/device-health/device-list.ts";
import { criticalDevices, dryMeters } from "../../reporting/device-health/dry-meters.ts";
import { deviceHealthReport, portfolioDeviceHealthReport } from "../../reporting/device-health/overview.ts";
import { propertyHealth } from "../../reporting/device-health/property-health.ts";
import { financeCosts } from "../../reporting/finances/costs.ts";
import { leakExpensesReport } from "../../reporting/finances/leak-expenses.ts";
import { leakTypeCosts } from "../../reporting/finances/leak-type-costs.ts";
import { heatMap } from "../../reporting/heat-map.ts";
import { consumptionByDayReport, consumptionByHourReport } from "../../reporting/leak-details/consumption.ts";
import { flowByDayReport, flowByHourReport } from "../../reporting/leak-details/flow.ts";
import { leakDetailOverviewReport } from "../../reporting/leak-details/overview.ts";
import { leakListFiltersReport } from "../../reporting/leak-list-filters.ts";
import { leakOverview } from "../../reporting/leak-overview.ts";
import { myProperties } from "../../reporting/my-properties.ts";
import { overviewReport } from "../../reporting/overview.ts";
import { costs } from "../../reporting/portfolio/costs.ts";
import { portfolioOverview } from "../../reporting/portfolio/overview.ts";
import { performanceFilters } from "../../reporting/portfolio/performance-filters.ts";
import { portfolioPerformance } from "../../reporting/portfolio/portfolio-performance.ts";
import { propertiesOverviewReport } from "../../reporting/portfolio/properties-overview.ts";
import { propertyMap } from "../../reporting/portfolio/property-map.ts";
import { toplistReport, watchlistReport } from "../../reporting/portfolio/ranking.ts";
import { waterUsageEfficiency } from "../../reporting/portfolio/water-usage-efficiency.ts";
import { propertyMeters } from "../../reporting/property-meters.ts";
import { propertyOverview } from "../../reporting/property-overview.ts";
import { propertyPerformance } from "../../reporting/property-performance.ts";
import { meterDayListReport } from "../../reporting/top-leaks/meter-day-list.ts";
import { meterHourListReport } from "../../reporting/top-leaks/meter-hour-list.ts";
import { topMetersReport } from "../../reporting/top-leaks/top-meters.ts";
import { topPropertiesReport } from "../../reporting/top-leaks/top-properties.ts";
import { topUnitsOfPropertyReport, topUnitsReport } from "../../reporting/top-leaks/top-units.ts";
import { searchReport } from "../../search/search.ts";

/** Every report. A new one is served once it is listed here. */
export const reports: readonly Report[] = [
  leakListFiltersReport,
  leakOverview,
  leakDetailOverviewReport,
  flowByDayReport,
  flowByHourReport,
  consumptionByDayReport,
  consumptionByHourReport,
  topPropertiesReport,
  topUnitsReport,
  topUnitsOfPropertyReport,
  topMetersReport,
  meterDayListReport,
  meterHourListReport,
  leakExpensesReport,
  overviewReport,
  myProperties,
  propertyOverview,
  heatMap,
  propertyMeters,
  propertyPerformance,
  gallonsDynamics,
  leakVolumePercentage,
  financeCosts,
  leakTypeCosts,
  portfolioOverview,
  costs,
  waterUsageEfficiency,
  portfolioPerformance,
  propertiesOverviewReport,
  propertyMap,
  performanceFilters,
  deviceHealthReport,
  portfolioDeviceHealthReport,
  propertyHealth,
  allPropertyDevices,
  propertyDevicesNotOnline,
  criticalDevices,
  criticalStations,
  criticalMeters,
  dryMeters,
  watchlistReport,
  toplistReport,
  savingsReport,
  savingsLedgerReport,
  leaksReport,
  casesReport,
  caseTimesReport,
  caseReport,
  caseNoticeReport,
  whyLeakReport,
  searchReport,
  propertySetupReport,
];
