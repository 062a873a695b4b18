import type { FastifyRequest } from "fastify";

/** Paths with a secret in their query: the token of a link, or a code of the provider. */
const withSecret: ReadonlySet<string> = new Set(["/first-admin", "/v1/single-sign-on/callback", "/v1/unsubscribe"]);

/** What the log contains of a request: where the URL carries a secret, nothing of its query. */
function loggedRequest(request: Pick<FastifyRequest, "method" | "url" | "host" | "ip" | "raw">) {
  const { method, url, host } = request;
  const [path = ""] = url.split("?");
  return { method, url: withSecret.has(path) ? path : url, host, remoteAddress: addressOf(request) };
}

/**
 * The address a request comes from; empty where it was not read while the connection was open: Node drops it with the
 * connection, and detaches the socket from a request whose body was aborted.
 */
export function addressOf(request: Pick<FastifyRequest, "ip" | "raw">): string {
  return Object.hasOwn(request, "ip") || request.raw.socket !== null ? (request.ip ?? "") : "";
}

/** A destination of log lines. */
export interface LogStream {
  write(lines: string): void;
}

/**
 * The logger of a server, from a level on.
 * @param stream left out: standard output
 */
export function loggerOf(level: string, stream?: LogStream) {
  if (level === "silent") return false as const;
  return { level, serializers: { req: loggedRequest }, ...(stream === undefined ? {} : { stream }) };
}
