import { actorOf } from "../audit/audit.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { listLeaks } from "../leaks-api/list-leaks.ts";
import { sayRepaired } from "../leaks-api/mark-repaired.ts";
import { savings } from "../leaks-api/savings.ts";
import { takeBackRepaired } from "../leaks-api/take-back-repaired.ts";
import { whyLeak } from "../leaks-api/why.ts";
import { signalRefreshed } from "../metering/signal.ts";
import { pageOf } from "../query/page.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";
import { serveRuleSettings } from "./rule-settings.ts";

/** Serves data of single leaks beyond the reports: their evidence, start and repairs. */
export function serveLeakCalls(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  routes.scoped("GET /v1/leaks", async ({ scope, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => listLeaks(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("GET /v1/reporting/portfolio-insights/savings", ({ scope, query }) =>
    inScope(app, scope, (tx) => savings(scope, tx, query, clock)),
  );
  routes.scoped("GET /v1/leaks/why", ({ scope, query }) =>
    inScope(app, scope, (tx) => whyLeak(scope, tx, query, clock)),
  );
  routes.scoped("POST /v1/leaks/repaired", async ({ scope, body, request }) => {
    const who = actorOf(scope, request, clock);
    const repair = await inScope(app, scope, (tx) => sayRepaired(scope, tx, who, body, clock));
    signalRefreshed(repair.leak.property_id);
    return repair;
  });
  routes.scoped("DELETE /v1/leaks/repaired/{id}", async ({ scope, params, request }) => {
    const who = actorOf(scope, request, clock);
    const repair = await inScope(app, scope, (tx) => takeBackRepaired(scope, tx, who, params.id, clock));
    if (repair.leak !== null) signalRefreshed(repair.leak.property_id);
    return repair;
  });
  serveRuleSettings(routes, deps);
}
