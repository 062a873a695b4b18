import { type Connections, inScope } from "../database/connect.ts";
import { pageOf } from "../query/page.ts";
import { financeCosts } from "../reporting/finances/costs.ts";
import { leakExpenses } from "../reporting/finances/leak-expenses.ts";
import { leakTypeCosts } from "../reporting/finances/leak-type-costs.ts";
import type { Clock } from "../time/clock.ts";
import type { Routes } from "./route.ts";

/** Serves what water and leaks cost. */
export function serveFinances(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { clock } = deps;
  const { app } = deps.connections;
  const finances = "GET /v1/reporting/portfolio-insights/finances";

  routes.scoped(`${finances}/costs`, ({ scope, query }) =>
    inScope(app, scope, (tx) => financeCosts(scope, tx, query, clock)),
  );
  routes.scoped(`${finances}/leak-type-costs`, ({ scope, query }) =>
    inScope(app, scope, (tx) => leakTypeCosts(scope, tx, query, clock)),
  );
  routes.scoped(`${finances}/leak-overview`, async ({ scope, query, request }) => {
    const list = await inScope(app, scope, (tx) => leakExpenses(scope, tx, query, clock));
    const { count, rows, outside_units_count } = list;
    return { ...pageOf(request.url, query, count, rows), outside_units_count };
  });
}
