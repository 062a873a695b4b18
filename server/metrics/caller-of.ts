import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";

/** The span of another program that a request is part of, as W3C Trace Context writes it; null for none. */
export function callerOf(traceparent: unknown): SpanContext | null {
  if (typeof traceparent !== "string") return null;
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : null;
}
