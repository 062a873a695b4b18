import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";

/** Seconds. A report takes some hundredths, a batch of readings some tenths. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Others are counted together: anybody can send any. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Counts and times requests by method, route pattern and status class; never by URL, which may hold secrets and would
 * have unbounded cardinality.
 */
export function countRequests(registry: Registry, app: FastifyInstance): void {
  const seconds = new Histogram({
    name: "dripline_http_request_seconds",
    help: "How long requests took until their answer was sent. Without a route: pages of the app, and what is not there.",
    labelNames: ["method", "route", "status"],
    buckets: BOUNDS,
    registers: [registry],
  });
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    const labels = {
      method: METHODS.has(method) ? method : "other",
      route: routeOptions.url ?? "none",
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
}
