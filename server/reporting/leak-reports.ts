import { propertyInScope } from "../query/property-in-scope.ts";
import { report } from "../query/report.ts";
import { daysKeptFrom } from "./days-kept-from.ts";
import { leakExpenses } from "./finances/leak-expenses.ts";
import { consumptionByDay, consumptionByHour } from "./leak-details/consumption.ts";
import { flowByDay, flowByHour } from "./leak-details/flow.ts";
import { leakDetailOverview } from "./leak-details/overview.ts";
import { leakListFilters } from "./leak-list-filters.ts";
import { leakOverview } from "./leak-overview.ts";
import { meterDayList } from "./top-leaks/meter-day-list.ts";
import { meterHourList } from "./top-leaks/meter-hour-list.ts";
import { topMeters } from "./top-leaks/top-meters.ts";
import { topProperties } from "./top-leaks/top-properties.ts";
import { topUnits } from "./top-leaks/top-units.ts";

const details = "GET /v1/reporting/leak-report/leak-details/meters/{meter}";
const volumes = "GET /v1/reporting/top-leak-volume";

export const leakReports = [
  report("GET /v1/reporting/leak-report/leak-overview/filters", { cache: "rolled-up" }, async ({ scope, tx, query }) =>
    leakListFilters(scope, tx, query),
  ),
  report(
    "GET /v1/reporting/leak-report/leak-overview",
    { cache: "rolled-up" },
    async ({ scope, tx, query, clock, page }) => ({
      ...page(query, await leakOverview(scope, tx, query, clock)),
      days_kept_from: await daysKeptFrom(scope, tx),
    }),
  ),
  report(`${details}/overview`, { cache: "rolled-up" }, async ({ scope, tx, params, query, clock }) =>
    leakDetailOverview(scope, tx, params.meter, query, clock),
  ),
  report(`${details}/flow/day`, { cache: "rolled-up" }, async ({ scope, tx, params, query, clock, page }) => ({
    ...page(query, await flowByDay(scope, tx, params.meter, query, clock)),
    days_kept_from: await daysKeptFrom(scope, tx),
  })),
  report(`${details}/flow/hour`, { cache: "text" }, async ({ scope, tx, params, query, clock, page }) => {
    const { keptFrom, ...hours } = await flowByHour(scope, tx, params.meter, query, clock);
    return { ...page(query, hours), hours_kept_from: keptFrom };
  }),
  report(`${details}/consumption/day`, { cache: "rolled-up" }, async ({ scope, tx, params, query, clock }) =>
    consumptionByDay(scope, tx, params.meter, query, clock),
  ),
  report(`${details}/consumption/hour`, { cache: "text" }, async ({ scope, tx, params, query, clock }) =>
    consumptionByHour(scope, tx, params.meter, query, clock),
  ),
  report(`${volumes}/properties`, { cache: "rolled-up" }, async ({ scope, tx, query, clock, page }) =>
    page(query, await topProperties(scope, tx, query, clock)),
  ),
  report(`${volumes}/units`, { cache: "rolled-up" }, async ({ scope, tx, query, clock, page }) =>
    page(query, await topUnits(scope, tx, query, clock)),
  ),
  report(
    `${volumes}/properties/{id}/units`,
    { cache: "rolled-up" },
    async ({ scope, tx, params, query, clock, page }) => {
      const property = await propertyInScope(scope, tx, params.id);
      return page(query, await topUnits(scope, tx, { ...query, property_id: [property.id] }, clock));
    },
  ),
  report("GET /v1/reporting/top-meters", { cache: "rolled-up" }, async ({ scope, tx, query, clock, page }) =>
    page(query, await topMeters(scope, tx, query, clock)),
  ),
  report(`${volumes}/meters/day`, { cache: "rolled-up" }, async ({ scope, tx, query, clock, page }) => ({
    ...page(query, await meterDayList(scope, tx, query, clock)),
    days_kept_from: await daysKeptFrom(scope, tx),
  })),
  report(`${volumes}/meters/hour`, { cache: "text" }, async ({ scope, tx, query, clock, page }) => {
    const { keptFrom, ...hours } = await meterHourList(scope, tx, query, clock);
    return { ...page(query, hours), hours_kept_from: keptFrom };
  }),
  report(
    "GET /v1/reporting/portfolio-insights/finances/leak-overview",
    { cache: "rolled-up" },
    async ({ scope, tx, query, clock, page }) => page(query, await leakExpenses(scope, tx, query, clock)),
  ),
];
