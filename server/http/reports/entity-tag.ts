import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { isOfReport } from "../logging/server-timing.ts";

/** The caller may cache the response and must revalidate it each time; shared caches may not store it. */
const KEPT = {
  "cache-control": "private, no-cache",
  vary: "Cookie, Authorization, X-CURRENT-ORGANIZATION-ID",
};

/** Headers of a response that its caller may cache under a tag. */
export function keptUnder(tag: string): Record<string, string> {
  return { ...KEPT, etag: tag };
}

/** A tag for all responses of equal meaning, from everything that they depend on. */
export function weakTag(...parts: readonly unknown[]): string {
  return `W/"${digest(JSON.stringify(parts))}"`;
}

/** Whether the caller has the response with this tag already. @param condition the header If-None-Match */
export function hasTag(condition: string | undefined, tag: string): boolean {
  const plain = (text: string) => text.trim().replace(/^W\//, "");
  return condition?.split(",").some((one) => plain(one) === plain(tag)) ?? false;
}

/**
 * Gives every report without a tag of its own a hash of its text as tag, and responds with 304 to a caller who has it.
 * The report has run then, but is not sent.
 */
export function tagReports(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (!isOfReport(request) || reply.statusCode !== 200 || typeof payload !== "string") return payload;
    if (reply.hasHeader("etag")) return payload;
    const tag = `"${digest(payload)}"`;
    reply.headers(keptUnder(tag));
    if (!hasTag(request.headers["if-none-match"], tag)) return payload;
    reply.code(304).removeHeader("content-type");
    return null;
  });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}
