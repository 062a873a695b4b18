import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { type CallName, calls } from "../../contract/calls.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { acceptUnsubscribeForms } from "./accounts/mail-links.ts";
import { acceptJson } from "./body/json-body.ts";
import { rejectSlowBodies } from "./body/slow-bodies.ts";
import { answerErrors } from "./errors.ts";
import { type LogStream, loggerOf } from "./logging/logged-request.ts";
import { checkHeaders } from "./logging/request-headers.ts";
import { RequestLog } from "./logging/request-log.ts";
import { timeReports } from "./logging/server-timing.ts";
import { serveApiPage } from "./openapi.ts";
import { acceptFiles } from "./readings/imports.ts";
import { acceptLines, READINGS_PATH } from "./readings/ingest.ts";
import { acceptPhotos } from "./reports/case-photos.ts";
import { tagReports } from "./reports/entity-tag.ts";
import { type Authenticate, type Routes, routesOn } from "./route/route.ts";
import { isHttps, secureAnswers } from "./security.ts";
import { createDrain, type Drain } from "./serving/drain.ts";
import { limitPipelining } from "./serving/pipelining.ts";
import { partWithAnswers } from "./serving/stop-serving.ts";
import type { OnRejected } from "./throttle/rejected-writes.ts";
import { answerBroken, answerUnrouted, MAX_HEADERS_KB } from "./unrouted.ts";
import { serveWeb } from "./web.ts";

export interface AppOptions {
  logLevel: string;
  /** Where the log goes; left out: standard output. */
  logTo?: LogStream | undefined;
  clock?: Clock;
  authenticate: Authenticate;
  onRejected: OnRejected;
  /** Serves every call of the contract. */
  routes: (routes: Routes) => void;
  /** The public URL of the installation; left out: over http, by the address of each request. */
  baseUrl?: string | undefined;
  /** Each registers hooks that observe every request. */
  watchers?: readonly { watch(app: FastifyInstance): void }[];
  /** Addresses whose X-Forwarded-For is trusted; left out: none. */
  trustedProxies?: readonly string[];
  /** Tracks work in progress for a graceful shutdown; left out: none is tracked. */
  drain?: Drain;
}

/**
 * The HTTP side of the product, not yet listening.
 * @throws Error when a call of the contract is not served.
 */
export function buildApp(options: AppOptions): FastifyInstance {
  const { trustedProxies = [], drain = createDrain(), clock = systemClock } = options;
  const https = isHttps(options.baseUrl);
  const requestLog = new RequestLog(clock);
  const app = fastify({
    logger: loggerOf(options.logLevel, options.logTo),
    logController: requestLog,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    requestTimeout: 60_000,
    connectionTimeout: 75_000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // Room for about a thousand ids in a URL, so that too many are rejected with the name of the field.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000, maxHeaderSize: MAX_HEADERS_KB * 1024 },
    // A name of 200 characters, each encoded in up to nine: longer ones are rejected by their schema.
    routerOptions: { maxParamLength: 1800, querystringParser: parseQuery },
    frameworkErrors: answerUnrouted(https),
    clientErrorHandler: answerBroken(https),
  });
  requestLog.watch(app);
  limitPipelining(app);
  app.removeContentTypeParser("text/plain");
  for (const watcher of options.watchers ?? []) watcher.watch(app);
  answerErrors(app, (request, problem) => drain.track(options.onRejected(request, problem)));
  partWithAnswers(app, drain);
  checkHeaders(app);
  rejectSlowBodies(app, answerBroken(https));
  timeReports(app);
  secureAnswers(app, options.baseUrl);
  tagReports(app);
  acceptJson(app, READINGS_PATH);
  acceptLines(app);
  acceptFiles(app);
  acceptPhotos(app);
  acceptUnsubscribeForms(app);
  serveWeb(app);
  serveApiPage(app);
  const routes = routesOn(app, options.authenticate, drain);
  options.routes(routes);
  const missing = Object.keys(calls).filter((name) => !isServed(routes.served, name));
  if (missing.length > 0) throw new Error(`These calls of the contract are not served: ${missing.join(", ")}`);
  return app;
}

function isServed(served: Set<CallName>, name: string): boolean {
  for (const call of served) if (call === name) return true;
  return false;
}

/** Repeated keys become lists; nothing else is converted. */
function parseQuery(text: string): Record<string, string | string[]> {
  // Without a prototype, so that no name is lost, not even `__proto__`.
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key];
    if (before === undefined) query[key] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[key] = [before, value];
  }
  return query;
}
