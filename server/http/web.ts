import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const DIST = join(import.meta.dirname, "../../web/dist");

/** Serves the built app: files with a hash in their name, cached for a year; for every other path the page itself. */
export function serveWeb(app: FastifyInstance): void {
  if (!existsSync(join(DIST, "index.html"))) return;
  app.register(fastifyStatic, {
    root: DIST,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get("/", (_request, reply) => reply.sendFile("index.html"));
}

/** Whether an address without a route is one of the app's own pages. */
export function isPage(method: string, url: string): boolean {
  const path = url.split("?")[0] ?? "";
  const isCall = path.startsWith("/v1/") || path.startsWith("/health/") || path.startsWith("/assets/");
  return (method === "GET" || method === "HEAD") && !isCall && existsSync(join(DIST, "index.html"));
}
