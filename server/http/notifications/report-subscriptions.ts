import { personOf } from "../../accounts/sessions/person.ts";
import { actorOf } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import {
  endSubscription,
  ownSubscriptions,
  subscribe,
  subscribeOthers,
  subscriptionsOf,
  unsubscribe,
} from "../../notifications/reports/subscriptions.ts";
import { pageOf } from "../../query/page.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";

/** Serves the reports by mail: a person's own, and those of an organization to its administrators. */
export function serveReportSubscriptions(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  const own = "/v1/me/report-subscriptions";
  const all = "/v1/admin/organizations/{id}/report-subscriptions";

  routes.scoped(`GET ${own}`, async ({ scope, query, request }) => {
    const { count, rows } = await ownSubscriptions(connections, scope.userId, query);
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${own}`, ({ scope, body, request }) =>
    subscribe(connections, scope, personOf(scope, request, clock), body),
  );
  routes.scoped(`DELETE ${own}/{id}`, ({ scope, params, request }) =>
    unsubscribe(connections, personOf(scope, request, clock), params.id),
  );
  routes.scoped(`GET ${all}`, async ({ scope, params, query, request }) => {
    const { count, rows } = await subscriptionsOf(connections, scope, params.id, query);
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${all}`, ({ scope, params, body, request }) =>
    subscribeOthers(connections, scope, actorOf(scope, request, clock), params.id, body),
  );
  routes.scoped(`DELETE ${all}/{subscription_id}`, ({ scope, params, request }) =>
    endSubscription(connections, scope, actorOf(scope, request, clock), params.id, params.subscription_id),
  );
}
