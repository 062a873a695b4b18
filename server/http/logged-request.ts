import type { FastifyRequest } from "fastify";

/** Addresses that are opened with a secret in their query: a one-time token, or a code of the provider. */
const withSecret: ReadonlySet<string> = new Set(["/first-admin", "/v1/single-sign-on/callback"]);

/** What the log says of a request: where a secret stands in the address, nothing of its query. */
function loggedRequest({ method, url, host, ip }: Pick<FastifyRequest, "method" | "url" | "host" | "ip">) {
  const [path = ""] = url.split("?");
  return { method, url: withSecret.has(path) ? path : url, host, remoteAddress: ip };
}

/** How a server writes its log from a level on. */
export function loggerOf(level: string) {
  return level === "silent" ? (false as const) : { level, serializers: { req: loggedRequest } };
}
