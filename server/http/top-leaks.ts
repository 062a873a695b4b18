import { type Connections, inScope } from "../database/connect.ts";
import { pageOf } from "../query/page.ts";
import { daysKeptFrom } from "../reporting/days-kept-from.ts";
import { meterDayList } from "../reporting/top-leaks/meter-day-list.ts";
import { meterHourList } from "../reporting/top-leaks/meter-hour-list.ts";
import { topMeters } from "../reporting/top-leaks/top-meters.ts";
import { topProperties } from "../reporting/top-leaks/top-properties.ts";
import { topUnits, topUnitsOfProperty } from "../reporting/top-leaks/top-units.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves the largest leaks by property, unit and meter. */
export function serveTopLeaks(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  const volumes = "GET /v1/reporting/top-leak-volume";

  routes.scoped(`${volumes}/properties`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => topProperties(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${volumes}/units`, async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => topUnits(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${volumes}/properties/{id}/units`, async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => topUnitsOfProperty(scope, tx, params.id, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("GET /v1/reporting/top-meters", async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => topMeters(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`${volumes}/meters/day`, async ({ scope, query, request }) => {
    const list = await inScope(app, scope, async (tx) => ({
      ...(await meterDayList(scope, tx, query, clock)),
      keptFrom: await daysKeptFrom(scope, tx),
    }));
    return { ...pageOf(request.url, query, list.count, list.rows), days_kept_from: list.keptFrom };
  });
  routes.scoped(`${volumes}/meters/hour`, async ({ scope, query, request }) => {
    const { count, rows, keptFrom } = await inScope(app, scope, (tx) => meterHourList(scope, tx, query, clock));
    return { ...pageOf(request.url, query, count, rows), hours_kept_from: keptFrom };
  });
}
