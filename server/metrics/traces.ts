import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { onQuery } from "../database/query-time.ts";
import type { TraceSettings } from "./settings.ts";

/** A server that shuts down waits no longer than this for unsent traces. */
const STOP_MS = 3000;
const LONGEST_TEXT = 2000;

/** What of the product goes to a receiver of OpenTelemetry: requests, and the queries made for them. */
export interface Traces {
  /** Traces the requests of an app that has no routes yet. */
  watch(app: FastifyInstance): void;
  stop(): Promise<void>;
}

/**
 * Traces requests and their queries. The SQL of queries is sent, their values are not; nor are URLs, only route
 * patterns. Loaded only where configured.
 * @param trustsCallers whether a request's trace context is accepted
 * @param warn called when a receiver does not accept them
 */
export function openTraces(
  settings: TraceSettings,
  version: string,
  trustsCallers: boolean,
  warn: (sentence: string) => void,
): Traces {
  const quiet = () => {};
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: STOP_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": settings.serviceName, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("dripline", version);
  const current = new AsyncLocalStorage<Context>();
  const forgetQueries = onQuery((text, milliseconds) => {
    const context = current.getStore();
    if (context === undefined) return;
    const ended = performance.timeOrigin + performance.now();
    const operation = /\w+/.exec(text)?.[0].toLowerCase() ?? "query";
    const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, LONGEST_TEXT) };
    const startTime = ended - milliseconds;
    tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime, attributes }, context).end(ended);
  });
  return {
    watch: (app) => {
      const spans = new WeakMap<FastifyRequest, { span: Span; context: Context }>();
      app.addHook("onRequest", (request, _reply, done) => {
        const { method, routeOptions, id } = request;
        const caller = trustsCallers ? callerOf(request.headers.traceparent) : null;
        const parent = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
        const route = routeOptions.url ?? "none";
        const attributes = { "http.request.method": method, "http.route": route, "dripline.request_id": id };
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
        const context = trace.setSpan(parent, span);
        spans.set(request, { span, context });
        current.run(context, done);
      });
      // What runs after a body was read no longer runs in the first hook's context.
      app.addHook("preValidation", (request, _reply, done) => {
        const context = spans.get(request)?.context;
        if (context === undefined) done();
        else current.run(context, done);
      });
      app.addHook("onRequestAbort", async (request) => {
        spans.get(request)?.span.setStatus({ code: SpanStatusCode.ERROR, message: "The client went away." }).end();
        spans.delete(request);
      });
      app.addHook("onResponse", async (request, { statusCode }) => {
        const span = spans.get(request)?.span.setAttribute("http.response.status_code", statusCode);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },
    stop: async () => {
      forgetQueries();
      const sent = provider.shutdown().catch(() => warn("The last traces could not be sent."));
      await Promise.race([sent, pause(STOP_MS, undefined, { ref: false })]);
      diag.disable();
    },
  };
}

/** The span of another program that a request is part of, as W3C Trace Context writes it; null for none. */
function callerOf(traceparent: unknown): SpanContext | null {
  if (typeof traceparent !== "string") return null;
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : null;
}
