import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Connections } from "../../database/connect.ts";
import { acknowledgeByLink, readMailLink, unsubscribeByLink } from "../../notifications/mail-links.ts";
import type { Clock } from "../../time/clock.ts";
import { readBody } from "../body/packed-body.ts";
import { wrongMediaType } from "../body/wrong-media-type.ts";
import type { Routes } from "../route/route.ts";

export interface MailLinkDeps {
  connections: Connections;
  clock: Clock;
  /** With which links in mails are signed. */
  secret: string;
}

/** Takes the form that mail programs send to end mails. What it says is known. */
export function acceptUnsubscribeForms(app: FastifyInstance): void {
  const types = ["application/x-www-form-urlencoded", "multipart/form-data"];
  app.addContentTypeParser(types, async (request: FastifyRequest, body: NodeJS.ReadableStream) => {
    const { url } = request.routeOptions;
    if (url !== "/v1/unsubscribe") throw wrongMediaType(url);
    await readBody(request, body);
    return undefined;
  });
}

/** Serves the links in mails. */
export function serveMailLinks(routes: Routes, deps: MailLinkDeps): void {
  routes.open("POST /v1/mail-link", ({ body }) => readMailLink(deps, body.token));
  routes.open("POST /v1/mail-link/acknowledge", ({ body, request }) => acknowledgeByLink(deps, body.token, request.id));
  routes.open("POST /v1/unsubscribe", async ({ query, request }) => {
    await unsubscribeByLink(deps, query.token, request.id);
    return { unsubscribed: true };
  });
}
