import type { FastifyInstance, FastifyRequest } from "fastify";
import { covered, watchQueries } from "../../database/query-time.ts";

interface Watch {
  began: number;
  spans: (readonly [number, number])[];
}

/** How much the data of responses may lack, in milliseconds, where they were read from the standby. */
const lags = new WeakMap<FastifyRequest, number>();

/** Notes what the data of a request's response may lack, in milliseconds. */
export function noteLag(request: FastifyRequest, lagMs: number): void {
  lags.set(request, lagMs);
}

const REPORT = /^\/v1\/(reporting|leaks|alerts)([/?]|$)/;

/** Whether a request reads a report, the list of leaks or that of alerts. */
export function isOfReport({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return (method === "GET" || method === "HEAD") && REPORT.test(url);
}

/**
 * Adds Server-Timing to every response of a report, errors included: how many milliseconds it took (`total`) and
 * how many of them were spent waiting for the database (`query`), authentication included; and if it was read from a
 * standby, how many milliseconds of changes it may lack at most (`standby`).
 */
export function timeReports(app: FastifyInstance): void {
  const watches = new WeakMap<FastifyRequest, Watch>();
  // With a callback, because only that carries the async context into all that follows.
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isOfReport(request)) return done();
    const watch: Watch = { began: performance.now(), spans: [] };
    watches.set(request, watch);
    watchQueries(watch.spans, done);
  });
  app.addHook("onSend", async (request, reply) => {
    const watch = watches.get(request);
    if (watch === undefined) return;
    const total = performance.now() - watch.began;
    const lag = lags.get(request);
    const standby = lag === undefined ? "" : `, standby;dur=${Math.ceil(lag)}`;
    reply.header(
      "server-timing",
      `query;dur=${covered(watch.spans).toFixed(1)}, total;dur=${total.toFixed(1)}${standby}`,
    );
  });
}
