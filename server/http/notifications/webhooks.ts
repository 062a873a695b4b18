import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { languageOf } from "../../language/request-language.ts";
import { textsIn } from "../../language/texts.ts";
import { dropWaiting } from "../../notifications/webhook-messages.ts";
import type { Post } from "../../outgoing/safe-request.ts";
import type { SmsSettings } from "../../outgoing/sms-settings.ts";
import { notThere } from "../../problem/problem.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { pageOf } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import { addWebhook } from "../../webhooks/add-webhook.ts";
import {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  rotateSecret,
} from "../../webhooks/change-webhook.ts";
import { listWebhooks } from "../../webhooks/list-webhooks.ts";
import { readTarget } from "../../webhooks/send-to-webhook.ts";
import { testWebhook } from "../../webhooks/test-webhook.ts";
import type { Routes } from "../route/route.ts";

/** What it takes to send something to an address that a user typed. */
export interface Outgoing {
  post: Post;
  /** How text messages are sent; null: no provider is set up. */
  sms: SmsSettings | null;
  /** Encrypts what is kept for it. */
  sessionSecret(): Promise<string>;
}

/** Serves the webhooks and chats of an organization to its administrators. */
export function serveWebhooks(
  routes: Routes,
  deps: { connections: Connections; clock: Clock; baseUrl: string; outgoing: Outgoing },
): void {
  const { clock, baseUrl, outgoing } = deps;
  const { app } = deps.connections;
  const webhooks = "/v1/admin/organizations/{id}/webhooks";
  const changeOf = (scope: RequestScope, params: { id: number; webhook_id: number }, request: { id: string }) => ({
    scope,
    who: actorOf(scope, request, clock),
    organizationId: params.id,
    id: params.webhook_id,
  });

  routes.scoped(`GET ${webhooks}`, async ({ scope, params, query, request }) => {
    const { count, rows } = await inScope(app, scope, (tx) => listWebhooks(tx, scope, params.id, query, clock()));
    return pageOf(request.url, query, count, rows);
  });
  routes.scoped(`POST ${webhooks}`, async ({ scope, params, body, request }) => {
    const secret = await outgoing.sessionSecret();
    const who = actorOf(scope, request, clock);
    return inScope(app, scope, (tx) => addWebhook(tx, scope, who, params.id, body, secret));
  });
  routes.scoped(`PATCH ${webhooks}/{webhook_id}`, async ({ scope, params, body, request }) => {
    const secret = await outgoing.sessionSecret();
    return inScope(app, scope, (tx) => changeWebhook(tx, changeOf(scope, params, request), body, secret));
  });
  routes.scoped(`POST ${webhooks}/{webhook_id}/secret`, async ({ scope, params, request }) => {
    const secret = await outgoing.sessionSecret();
    return inScope(app, scope, (tx) => rotateSecret(tx, changeOf(scope, params, request), secret));
  });
  routes.scoped(`POST ${webhooks}/{webhook_id}/test`, async ({ scope, params, request }) => {
    // No transaction is open while the receiver takes its time.
    const target = await inScope(app, scope, async (tx) => {
      checkOrganizationInScope(scope, params.id);
      return readTarget(tx, params.id, params.webhook_id);
    });
    if (target === null) throw notThere("webhook");
    const i18n = textsIn(languageOf(request.headers["accept-language"]));
    return testWebhook(outgoing.post, target, baseUrl, await outgoing.sessionSecret(), i18n, clock());
  });
  routes.scoped(`POST ${webhooks}/{webhook_id}/enable`, async ({ scope, params, request }) => {
    checkOrganizationInScope(scope, params.id);
    const webhook = { organizationId: params.id, webhookId: params.webhook_id };
    // While it is off, because nothing is added then.
    await dropWaiting(deps.connections, webhook, clock());
    return inScope(app, scope, (tx) => enableWebhook(tx, changeOf(scope, params, request)));
  });
  routes.scoped(`POST ${webhooks}/{webhook_id}/disable`, ({ scope, params, request }) =>
    inScope(app, scope, (tx) => disableWebhook(tx, changeOf(scope, params, request))),
  );
  routes.scoped(`DELETE ${webhooks}/{webhook_id}`, ({ scope, params, request }) =>
    inScope(app, scope, (tx) => deleteWebhook(tx, changeOf(scope, params, request))),
  );
}
