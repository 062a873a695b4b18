import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { permission } from "../../contract/accounts/session.ts";
import { calls } from "../../contract/calls.ts";
import { openApiDocument } from "../openapi/document.ts";
import { isAllowed, type Policy } from "../query/is-allowed.ts";
import { isForKeys, type Routes } from "./route/route.ts";

const PAGE = join(import.meta.dirname, "../openapi/page");
const VIEWER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** The page that shows the description and sends test requests, with its assets: all served from here. */
const files: Readonly<Record<string, { from: string; type: string }>> = {
  "/api-docs": { from: join(PAGE, "index.html"), type: "text/html; charset=utf-8" },
  "/api-docs/show.js": { from: join(PAGE, "show.js"), type: "text/javascript; charset=utf-8" },
  "/api-docs/page.css": { from: join(PAGE, "page.css"), type: "text/css; charset=utf-8" },
  "/api-docs/swagger-ui.css": { from: join(VIEWER, "swagger-ui.css"), type: "text/css; charset=utf-8" },
  "/api-docs/swagger-ui-bundle.js": {
    from: join(VIEWER, "swagger-ui-bundle.js"),
    type: "text/javascript; charset=utf-8",
  },
};

/**
 * Serves the description of the API without authentication: it describes operations, as the public sources do, and
 * contains nobody's data; who writes a client need not have an account yet.
 * @param cookie name of the session cookie
 */
export function serveOpenApi(routes: Routes, cookie: string): void {
  let document: ReturnType<typeof openApiDocument> | undefined;
  routes.open("GET /v1/openapi.json", async () => {
    document ??= openApiDocument(calls, cookie, opensToKeys);
    return document;
  });
}

function opensToKeys(name: string, access: Policy): boolean {
  return isForKeys(name, access) && isAllowed(access, { isStaff: false, role: null, permissions: permission.options });
}

/** Serves the page that shows it. */
export function serveApiPage(app: FastifyInstance): void {
  const packed = promisify(gzip);
  for (const [path, { from, type }] of Object.entries(files)) {
    let read: Promise<Buffer> | undefined;
    app.get(path, async (request, reply) => {
      read ??= readFile(from).then((bytes) => packed(bytes));
      reply.type(type).header("cache-control", "no-cache").header("vary", "accept-encoding");
      if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return readFile(from);
      return reply.header("content-encoding", "gzip").send(await read);
    });
  }
}
