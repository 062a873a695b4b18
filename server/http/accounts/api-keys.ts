import { createApiKey, listApiKeys, revokeApiKey } from "../../accounts/api-keys/api-keys.ts";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves the API keys of an organization to its administrators. */
export function serveApiKeys(routes: Routes, { connections, clock }: { connections: Connections; clock: Clock }): void {
  const { app } = connections;
  const keys = "/v1/admin/organizations/{id}/api-keys";

  routes.scoped(`GET ${keys}`, async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => listApiKeys(tx, scope, params.id, query, clock()));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${keys}`, ({ scope, params, body, request }) =>
    inScope(app, scope, (tx) => createApiKey(tx, scope, actorOf(scope, request, clock), params.id, body)),
  );
  routes.scoped(`DELETE ${keys}/{key_id}`, ({ scope, params, request }) =>
    inScope(app, scope, (tx) => revokeApiKey(tx, scope, actorOf(scope, request, clock), params.id, params.key_id)),
  );
}
