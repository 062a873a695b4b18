import { alertList } from "../../alerts/alert-list.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves alerts. */
export function serveAlerts(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  routes.scoped("GET /v1/alerts", async ({ scope, query, request }) => {
    const { count, rows } = await inScope(connections.app, scope, (tx) => alertList(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
}
