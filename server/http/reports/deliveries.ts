import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { languageOf } from "../../language/request-language.ts";
import { textsIn } from "../../language/texts.ts";
import { propertyOfCase } from "../../leaks-api/photos/case-photos.ts";
import { listDeliveries, messagesOfCase, readDelivery, retryDelivery } from "../../notifications/deliveries.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves the messages that went out: to administrators, and those of a case to whoever sees it. */
export function serveDeliveries(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const i18nOf = ({ headers }: { headers: { "accept-language"?: string } }) =>
    textsIn(languageOf(headers["accept-language"]));
  const path = "/v1/admin/organizations/{id}/deliveries";
  routes.scoped(`GET ${path}`, async ({ scope, params, query, request }) => {
    const { count, rows } = await listDeliveries(connections, scope, i18nOf(request), params.id, query);
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`GET ${path}/{message_id}`, ({ scope, params, request }) =>
    readDelivery(connections, scope, i18nOf(request), params.id, params.message_id),
  );
  routes.scoped(`POST ${path}/{message_id}/retry`, ({ scope, params, request }) =>
    retryDelivery(connections, scope, i18nOf(request), actorOf(scope, request, clock), params.id, params.message_id),
  );
  routes.scoped("GET /v1/cases/{id}/messages", async ({ scope, params }) => {
    const propertyId = await inScope(connections.app, scope, (tx) => propertyOfCase(scope, tx, params.id));
    return messagesOfCase(connections, { propertyId, caseId: params.id });
  });
}
