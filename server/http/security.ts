import type { FastifyInstance, FastifyRequest } from "fastify";
import { cookieValue, sessionCookieName } from "../accounts/sessions/session-cookie.ts";
import { ProblemError } from "../problem/problem.ts";

/** No inline script; styles inline because the component kit sets them on elements. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of every answer, errors included. */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    ...(https ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/**
 * Sets these headers on routed responses, and rejects cross-site writes: those sent by another site's page, and those
 * with the session cookie that do not state their origin.
 * @param baseUrl where people reach the product; undefined: where each request is addressed to
 */
export function secureAnswers(app: FastifyInstance, baseUrl: string | undefined): void {
  const https = isHttps(baseUrl);
  const headers = securityHeaders(https);
  const cookieName = sessionCookieName(https);
  const configuredOrigin = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (request.url.startsWith("/v1/")) reply.header("cache-control", "no-store");
    if (request.method === "GET" || request.method === "HEAD" || request.url.startsWith("/v1/ingest/")) return;
    const { "sec-fetch-site": site, origin, cookie = "" } = request.headers;
    const ownOrigin = configuredOrigin ?? addressedOrigin(request);
    // Browsers send Sec-Fetch-Site over https and to localhost only, and Origin with every write.
    const isOwn =
      origin !== "null" &&
      (site !== undefined
        ? site === "same-origin" || site === "none"
        : origin !== undefined
          ? origin === ownOrigin
          : cookieValue(cookie, cookieName) === null);
    if (isOwn) return;
    throw new ProblemError(
      "cross_site",
      `Changes are accepted from Dripline's own pages only. In a browser, open ${ownOrigin ?? "Dripline"}; in a script that sends the session cookie, add "Sec-Fetch-Site: same-origin".`,
    );
  });
}

/** Whether people reach the product over https. */
export function isHttps(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && new URL(baseUrl).protocol === "https:";
}

function addressedOrigin({ protocol, headers }: FastifyRequest): string | undefined {
  return URL.parse(`${protocol}://${headers.host ?? ""}`)?.origin;
}
