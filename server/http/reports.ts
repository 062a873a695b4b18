import { type Connections, inScope } from "../database/connect.ts";
import { pageOf } from "../query/page.ts";
import { daysKeptFrom } from "../reporting/days-kept-from.ts";
import { heatMap } from "../reporting/heat-map.ts";
import { consumptionByDay } from "../reporting/leak-details/consumption-day.ts";
import { consumptionByHour } from "../reporting/leak-details/consumption-hour.ts";
import { flowByDay } from "../reporting/leak-details/flow-day.ts";
import { flowByHour } from "../reporting/leak-details/flow-hour.ts";
import { leakDetailOverview } from "../reporting/leak-details/overview.ts";
import { leakListFilters } from "../reporting/leak-list-filters.ts";
import { leakOverview } from "../reporting/leak-overview.ts";
import { myProperties } from "../reporting/my-properties.ts";
import { overview } from "../reporting/overview.ts";
import { propertyMeters } from "../reporting/property-meters.ts";
import { propertyOverview } from "../reporting/property-overview.ts";
import { propertyPerformance } from "../reporting/property-performance.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves the reports; each runs in one transaction in which the database shows the caller's rows only. */
export function serveReports(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  const details = "GET /v1/reporting/leak-report/leak-details/meters/{meter}";

  routes.scoped("GET /v1/reporting/overview", ({ scope, query }) =>
    inScope(app, scope, (tx) => overview(scope, tx, query, clock)),
  );
  routes.scoped("GET /v1/reporting/my-properties/", ({ scope, query }) =>
    inScope(app, scope, (tx) => myProperties(scope, tx, query)),
  );
  routes.scoped("GET /v1/reporting/leak-report/leak-overview/filters", ({ scope, query }) =>
    inScope(app, scope, (tx) => leakListFilters(scope, tx, query)),
  );
  routes.scoped("GET /v1/reporting/leak-report/properties/{id}/overview", ({ scope, params }) =>
    inScope(app, scope, (tx) => propertyOverview(scope, tx, params.id, clock)),
  );
  routes.scoped("GET /v1/reporting/leak-report/properties/{id}/heat-map", ({ scope, params, query }) =>
    inScope(app, scope, (tx) => heatMap(scope, tx, params.id, query, clock)),
  );
  routes.scoped("GET /v1/reporting/leak-report/properties/{id}/meters", async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => propertyMeters(scope, tx, params.id, query));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("GET /v1/reporting/portfolio-insights/properties/performance", async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => propertyPerformance(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("GET /v1/reporting/leak-report/leak-overview", async ({ scope, query, request }) => {
    const list = await inScope(app, scope, async (tx) => ({
      ...(await leakOverview(scope, tx, query, clock)),
      keptFrom: await daysKeptFrom(scope, tx),
    }));
    const { count, rows, outside_units_count, keptFrom } = list;
    return { ...pageOf(request.url, query, count, rows), outside_units_count, days_kept_from: keptFrom };
  });
  routes.scoped(`${details}/overview`, ({ scope, params, query }) =>
    inScope(app, scope, (tx) => leakDetailOverview(scope, tx, params.meter, query, clock)),
  );
  routes.scoped(`${details}/flow/day`, async ({ scope, params, query, request }) => {
    const flow = await inScope(app, scope, async (tx) => ({
      ...(await flowByDay(scope, tx, params.meter, query, clock)),
      keptFrom: await daysKeptFrom(scope, tx),
    }));
    return { ...pageOf(request.url, query, flow.count, flow.rows), days_kept_from: flow.keptFrom };
  });
  routes.scoped(`${details}/flow/hour`, async ({ scope, params, query, request }) => {
    const flow = await inScope(app, scope, (tx) => flowByHour(scope, tx, params.meter, query, clock));
    return { ...pageOf(request.url, query, flow.count, flow.rows), hours_kept_from: flow.keptFrom };
  });
  routes.scoped(`${details}/consumption/day`, ({ scope, params, query }) =>
    inScope(app, scope, (tx) => consumptionByDay(scope, tx, params.meter, query, clock)),
  );
  routes.scoped(`${details}/consumption/hour`, ({ scope, params, query }) =>
    inScope(app, scope, (tx) => consumptionByHour(scope, tx, params.meter, query, clock)),
  );
}
