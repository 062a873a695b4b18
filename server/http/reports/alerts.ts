import { alertList } from "../../alerts/alert-list.ts";
import { decideAlert } from "../../alerts/decide-alert.ts";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves alerts, and what people decide about them. */
export function serveAlerts(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  routes.scoped("GET /v1/alerts", async ({ scope, query, request }) => {
    const { count, rows } = await inScope(connections.app, scope, (tx) => alertList(scope, tx, query, clock));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped("PUT /v1/alerts/{id}/decision", ({ scope, params, query, body, request }) => {
    const who = actorOf(scope, request, clock);
    return inScope(connections.app, scope, (tx) => decideAlert(scope, tx, who, params.id, body, query, clock));
  });
}
