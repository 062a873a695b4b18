import { propertySetupReport } from "../inventory/property-setup.ts";
import { leaksReport } from "../leaks-api/list-leaks.ts";
import { savingsReport } from "../leaks-api/savings.ts";
import { whyLeakReport } from "../leaks-api/why.ts";
import type { Report } from "../query/report.ts";
import { gallonsDynamicsReport } from "../reporting/charts/gallons-dynamics.ts";
import { leakVolumePercentageReport } from "../reporting/charts/leak-volume-percentage.ts";
import {
  criticalMetersReport,
  criticalOverviewReport,
  criticalStationsReport,
} from "../reporting/device-health/critical.ts";
import { dryMetersReport } from "../reporting/device-health/dry-meters.ts";
import { deviceHealthReport, portfolioDeviceHealthReport } from "../reporting/device-health/overview.ts";
import { devicesNotOnlineReport, propertyDevicesReport } from "../reporting/device-health/property-devices.ts";
import { propertyHealthReport } from "../reporting/device-health/property-health.ts";
import { financeCostsReport } from "../reporting/finances/costs.ts";
import { leakTypeCostsReport } from "../reporting/finances/leak-type-costs.ts";
import { heatMapReport } from "../reporting/heat-map.ts";
import { leakReports } from "../reporting/leak-reports.ts";
import { myPropertiesReport } from "../reporting/my-properties.ts";
import { overviewReport } from "../reporting/overview.ts";
import { costsReport } from "../reporting/portfolio/costs.ts";
import { portfolioOverviewReport } from "../reporting/portfolio/overview.ts";
import { performanceFiltersReport } from "../reporting/portfolio/performance-filters.ts";
import { portfolioPerformanceReport } from "../reporting/portfolio/portfolio-performance.ts";
import { propertiesOverviewReport } from "../reporting/portfolio/properties-overview.ts";
import { propertyMapReport } from "../reporting/portfolio/property-map.ts";
import { toplistReport, watchlistReport } from "../reporting/portfolio/ranking.ts";
import { waterUsageEfficiencyReport } from "../reporting/portfolio/water-usage-efficiency.ts";
import { propertyMetersReport } from "../reporting/property-meters.ts";
import { propertyOverviewReport } from "../reporting/property-overview.ts";
import { propertyPerformanceReport } from "../reporting/property-performance.ts";
import { searchReport } from "../search/search.ts";

/** Every report. A new one is served once it is listed here. */
export const reports: readonly Report[] = [
  ...leakReports,
  overviewReport,
  myPropertiesReport,
  propertyOverviewReport,
  heatMapReport,
  propertyMetersReport,
  propertyPerformanceReport,
  gallonsDynamicsReport,
  leakVolumePercentageReport,
  financeCostsReport,
  leakTypeCostsReport,
  portfolioOverviewReport,
  costsReport,
  waterUsageEfficiencyReport,
  portfolioPerformanceReport,
  propertiesOverviewReport,
  propertyMapReport,
  performanceFiltersReport,
  deviceHealthReport,
  portfolioDeviceHealthReport,
  propertyHealthReport,
  propertyDevicesReport,
  devicesNotOnlineReport,
  criticalOverviewReport,
  criticalStationsReport,
  criticalMetersReport,
  dryMetersReport,
  watchlistReport,
  toplistReport,
  savingsReport,
  leaksReport,
  whyLeakReport,
  searchReport,
  propertySetupReport,
];
