import type { FastifyInstance } from "fastify";
import { ProblemError } from "../../problem/problem.ts";
import { addressOf } from "./logged-request.ts";

/**
 * Normalizes the headers by which clients are identified: one host, and the addresses of X-Forwarded-For without the
 * ports that some proxies write, or each port would count as another network.
 */
export function checkHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const { rawHeaders, headers } = request.raw;
    const forwarded = headers["x-forwarded-for"];
    if (typeof forwarded === "string") headers["x-forwarded-for"] = forwarded.split(",").map(withoutPort).join(",");
    // Stored while the connection is open: responses are logged, and attempts counted, after it has closed.
    Object.defineProperty(request, "ip", { value: addressOf(request) });
    if (rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === "host").length > 1) {
      throw new ProblemError("invalid_request", "Send one Host header.");
    }
  });
}

/** `1.2.3.4:5678`, `[2001:db8::1]:443` or `[2001:db8::1]` without brackets and port; anything else as it is. */
function withoutPort(address: string): string {
  const [, bare] = /^\s*(?:\[([^\]]*)\](?::\d*)?)\s*$/.exec(address) ?? /^\s*([\d.]+):\d*\s*$/.exec(address) ?? [];
  return bare ?? address;
}
