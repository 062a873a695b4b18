import { type Connections, inScope } from "../database/connect.ts";
import { pageOf } from "../query/page.ts";
import { costs } from "../reporting/portfolio/costs.ts";
import { portfolioOverview } from "../reporting/portfolio/overview.ts";
import { performanceFilters } from "../reporting/portfolio/performance-filters.ts";
import { portfolioPerformance } from "../reporting/portfolio/portfolio-performance.ts";
import { propertiesOverview } from "../reporting/portfolio/properties-overview.ts";
import { propertyMap } from "../reporting/portfolio/property-map.ts";
import { rankedProperties } from "../reporting/portfolio/ranking.ts";
import { toplist } from "../reporting/portfolio/toplist.ts";
import { watchlist } from "../reporting/portfolio/watchlist.ts";
import { waterUsageEfficiency } from "../reporting/portfolio/water-usage-efficiency.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves the reports of whole portfolios. They read roll-ups only: cost grows with properties and days, not meters. */
export function servePortfolio(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  const insights = "GET /v1/reporting/portfolio-insights";

  routes.scoped(`${insights}/overview`, ({ scope, query }) =>
    inScope(app, scope, (tx) => portfolioOverview(scope, tx, query, clock)),
  );
  routes.scoped(`${insights}/costs`, ({ scope, query }) => inScope(app, scope, (tx) => costs(scope, tx, query, clock)));
  routes.scoped(`${insights}/water-usage-efficiency`, ({ scope, query }) =>
    inScope(app, scope, (tx) => waterUsageEfficiency(scope, tx, query, clock)),
  );
  routes.scoped(`${insights}/portfolio-performance`, ({ scope, query }) =>
    inScope(app, scope, (tx) => portfolioPerformance(scope, tx, query, clock)),
  );
  routes.scoped(`${insights}/performance-ranking/watchlist`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => rankedProperties(scope, tx, query, clock, watchlist));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${insights}/performance-ranking/toplist`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => rankedProperties(scope, tx, query, clock, toplist));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${insights}/properties/overview`, ({ scope, query }) =>
    inScope(app, scope, (tx) => propertiesOverview(scope, tx, query, clock)),
  );
  routes.scoped(`${insights}/properties/map`, ({ scope, query }) =>
    inScope(app, scope, (tx) => propertyMap(scope, tx, query, clock)),
  );
  routes.scoped(`${insights}/properties/performance/filters`, ({ scope }) =>
    inScope(app, scope, (tx) => performanceFilters(scope, tx)),
  );
}
