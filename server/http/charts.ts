import { type Connections, inScope } from "../database/connect.ts";
import { gallonsDynamics } from "../reporting/charts/gallons-dynamics.ts";
import { leakVolumePercentage } from "../reporting/charts/leak-volume-percentage.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves the series of charts over a portfolio, a property or some of its units. */
export function serveCharts(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  routes.scoped("GET /v1/reporting/leak-report/gallons-dynamics", ({ scope, query }) =>
    inScope(app, scope, (tx) => gallonsDynamics(scope, tx, query, clock)),
  );
  routes.scoped("GET /v1/reporting/leak-report/leak-volume-percentage", ({ scope, query }) =>
    inScope(app, scope, (tx) => leakVolumePercentage(scope, tx, query, clock)),
  );
}
