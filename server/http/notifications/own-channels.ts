import { type Person, personOf } from "../../accounts/sessions/person.ts";
import type { Connections } from "../../database/connect.ts";
import { languageOf } from "../../language/request-language.ts";
import { textsIn } from "../../language/texts.ts";
import { addBrowser, readChannels, removeBrowser } from "../../notifications/channels/own-channels.ts";
import { confirmPhone, removePhone, sendPhoneCode } from "../../notifications/channels/phone.ts";
import { sendTest } from "../../notifications/test-message.ts";
import { vapidKeys } from "../../outgoing/web-push.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";
import type { Outgoing } from "./webhooks.ts";

/** Of what a browser calls itself. */
const MAX_USER_AGENT = 500;

/** Serves a person's own phone, the browsers that show notifications, and the test by which they try whether these arrive. */
export function serveOwnChannels(
  routes: Routes,
  deps: { connections: Connections; clock: Clock; baseUrl: string; outgoing: Outgoing },
): void {
  const { connections, clock, baseUrl, outgoing } = deps;
  const { post, sms } = outgoing;
  const pushKey = async () => vapidKeys(await outgoing.sessionSecret(), baseUrl).publicKey;
  const channelsOf = async (who: Person) => readChannels(connections, { sms, pushKey: await pushKey() }, who);
  const phoneDeps = async () => ({ connections, post, sms, secret: await outgoing.sessionSecret() });

  routes.scoped("GET /v1/me/notification-channels", ({ scope, request }) =>
    channelsOf(personOf(scope, request, clock)),
  );
  routes.scoped("POST /v1/me/notifications/test", async ({ scope, query, request }) => ({
    sent_to: await sendTest(connections, personOf(scope, request, clock), query.channel),
  }));
  routes.scoped("PUT /v1/me/phone", async ({ scope, body, request }) => {
    const who = personOf(scope, request, clock);
    const i18n = textsIn(languageOf(request.headers["accept-language"]));
    await sendPhoneCode(await phoneDeps(), who, body.number, i18n);
    return channelsOf(who);
  });
  routes.scoped("POST /v1/me/phone/confirm", async ({ scope, body, request }) => {
    const who = personOf(scope, request, clock);
    await confirmPhone(await phoneDeps(), who, body.code);
    return channelsOf(who);
  });
  routes.scoped("DELETE /v1/me/phone", async ({ scope, request }) => {
    const who = personOf(scope, request, clock);
    await removePhone({ connections }, who);
    return channelsOf(who);
  });
  routes.scoped("POST /v1/me/push-subscriptions", async ({ scope, body, request }) => {
    const who = personOf(scope, request, clock);
    const userAgent = (request.headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT);
    const subscription = { endpoint: body.endpoint, ...body.keys };
    await addBrowser(connections, who, subscription, { userAgent, pushKey: await pushKey() });
    return channelsOf(who);
  });
  routes.scoped("DELETE /v1/me/push-subscriptions/{id}", async ({ scope, params, request }) => {
    const who = personOf(scope, request, clock);
    await removeBrowser(connections, who, params.id);
    return channelsOf(who);
  });
}
