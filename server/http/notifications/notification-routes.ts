import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { addOverride, removeOverride } from "../../notifications/routes/on-call-overrides.ts";
import { readOnCall, setOnCall } from "../../notifications/routes/on-call-weeks.ts";
import { addRoute, changeRoute, deleteRoute, listRoutes } from "../../notifications/routes/routes.ts";
import { pageOf } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves to whom an organization sends what happens, and who is on call, to its administrators. */
export function serveNotificationRoutes(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const { app } = connections;
  const path = "/v1/admin/organizations/{id}/notification-routes";
  const onCall = "/v1/admin/organizations/{id}/on-call";
  const editorOf = (scope: RequestScope, params: { id: number }, request: { id: string }) => ({
    connections,
    scope,
    who: actorOf(scope, request, clock),
    organizationId: params.id,
  });

  routes.scoped(`GET ${path}`, async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) =>
      listRoutes({ connections, scope, tx, organizationId: params.id }, query),
    );
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${path}`, ({ scope, params, body, request }) =>
    inScope(app, scope, (tx) => addRoute({ ...editorOf(scope, params, request), tx }, body)),
  );
  routes.scoped(`PUT ${path}/{route_id}`, ({ scope, params, body, request }) =>
    inScope(app, scope, (tx) => changeRoute({ ...editorOf(scope, params, request), tx }, params.route_id, body)),
  );
  routes.scoped(`DELETE ${path}/{route_id}`, ({ scope, params, request }) =>
    inScope(app, scope, (tx) => deleteRoute({ ...editorOf(scope, params, request), tx }, params.route_id)),
  );
  routes.scoped(`GET ${onCall}`, ({ scope, params }) =>
    inScope(app, scope, (tx) => readOnCall(connections, scope, tx, params.id, clock())),
  );
  routes.scoped(`PUT ${onCall}`, ({ scope, params, body, request }) =>
    inScope(app, scope, (tx) => setOnCall(connections, scope, tx, actorOf(scope, request, clock), params.id, body)),
  );
  routes.scoped(`POST ${onCall}/overrides`, ({ scope, params, body, request }) =>
    inScope(app, scope, async (tx) => {
      await addOverride({ ...editorOf(scope, params, request), tx }, body);
      return readOnCall(connections, scope, tx, params.id, clock());
    }),
  );
  routes.scoped(`DELETE ${onCall}/overrides/{override_id}`, ({ scope, params, request }) =>
    inScope(app, scope, async (tx) => {
      await removeOverride({ ...editorOf(scope, params, request), tx }, params.override_id);
      return readOnCall(connections, scope, tx, params.id, clock());
    }),
  );
}
