import type { FastifyInstance } from "fastify";
import { ProblemError } from "../problem.ts";

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

/** Puts these headers on what is routed, with the rule that writes with a cookie come from our own pages. */
export function secureAnswers(app: FastifyInstance, https: boolean): void {
  const headers = securityHeaders(https);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (request.url.startsWith("/v1/")) reply.header("cache-control", "no-store");
    if (request.method === "GET" || request.method === "HEAD" || request.url.startsWith("/v1/ingest/")) return;
    const site = request.headers["sec-fetch-site"];
    const origin = request.headers.origin;
    const foreign =
      site === undefined
        ? origin !== undefined && origin !== "null" && URL.parse(origin)?.host !== request.headers.host
        : site !== "same-origin" && site !== "none";
    if (foreign || origin === "null") {
      throw new ProblemError("cross_site", "Changes are only taken from Dripline's own pages.");
    }
  });
}
