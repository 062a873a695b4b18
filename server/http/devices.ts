import { type Connections, inScope } from "../database/connect.ts";
import { thresholdsFor } from "../devices/own-thresholds.ts";
import { pageOf } from "../query/page.ts";
import { criticalMeters, criticalOverview, criticalStations } from "../reporting/device-health/critical.ts";
import { dryMeters } from "../reporting/device-health/dry-meters.ts";
import { deviceHealthOverview } from "../reporting/device-health/overview.ts";
import { notOnline, propertyDevices } from "../reporting/device-health/property-devices.ts";
import { propertyHealth } from "../reporting/device-health/property-health.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves the state of gateways, routers and meters. */
export function serveDevices(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  const health = "GET /v1/reporting/device-health";

  routes.scoped(`${health}/overview`, async ({ scope, query }) => {
    const filters = { ...query, ...(await thresholdsFor(deps.connections, scope, query)) };
    return inScope(app, scope, (tx) => deviceHealthOverview(scope, tx, filters, clock));
  });
  routes.scoped(`${health}/portfolio-insights/overview`, async ({ scope, query }) => {
    const filters = { ...query, ...(await thresholdsFor(deps.connections, scope, query)) };
    return inScope(app, scope, (tx) => deviceHealthOverview(scope, tx, filters, clock));
  });
  routes.scoped(`${health}/portfolio-detail/properties`, async ({ scope, query, request }) => {
    const filters = { ...query, ...(await thresholdsFor(deps.connections, scope, query)) };
    const { count, rows } = await inScope(app, scope, (tx) => propertyHealth(scope, tx, filters, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${health}/portfolio-detail/properties/{id}/meters`, async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => propertyDevices(scope, tx, params.id, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${health}/portfolio-insights/properties/{id}/meters`, async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) =>
      propertyDevices(scope, tx, params.id, query, clock, notOnline),
    );
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${health}/critical-alerts/overview`, ({ scope, query }) =>
    inScope(app, scope, (tx) => criticalOverview(scope, tx, query, clock)),
  );
  routes.scoped(`${health}/critical-alerts/gateways-routers`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => criticalStations(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${health}/critical-alerts/meters`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => criticalMeters(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${health}/critical-alerts/no-consumption`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => dryMeters(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
}
