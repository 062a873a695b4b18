import { z } from "zod";

/** Where metrics are served. */
export interface MetricsSettings {
  host: string;
  port: number;
}

/** Where traces are sent. */
export interface TraceSettings {
  /** Base address of a receiver of OTLP over HTTP. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of requests that are traced, 0 to 1. */
  share: number;
}

/** The settings as environment variables; those of OpenTelemetry have its standard names. */
export const watchingShape = {
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe("Port of the metrics for Prometheus, at /metrics. Default: off."),
  METRICS_HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .describe("Address on which to serve metrics, without authentication. Default: 127.0.0.1."),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: "OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector.example.com:4318.",
    })
    .optional()
    .describe(
      "A collector of OpenTelemetry traces (OTLP over HTTP), such as http://collector.example.com:4318. Default: none.",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text) => text.split(",").map((pair) => pair.trim()))
    .refine((pairs) => pairs.every((pair) => /^[\w-]+=[^\s]*$/.test(pair) && isDecodable(pair)), {
      error: "OTEL_EXPORTER_OTLP_HEADERS must be name=value separated by commas, values as in an address (%20).",
    })
    .optional()
    .describe("Headers for the collector, such as authorization=Bearer%20…, separated by commas. Default: none."),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .default("dripline")
    .describe("Name of this service in traces. Default: dripline."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of requests that are traced, 0 to 1. Default: 1."),
};

const read = z.object(watchingShape);

/** @returns null where no port is set */
export function metricsOf({ METRICS_PORT: port, METRICS_HOST: host }: z.output<typeof read>): MetricsSettings | null {
  return port === undefined ? null : { host, port };
}

/** @returns null where no receiver is set */
export function tracesOf(value: z.output<typeof read>): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: pairs = [] } = value;
  if (endpoint === undefined) return null;
  const headers = pairs.map((pair): [string, string] => {
    const end = pair.indexOf("=");
    return [pair.slice(0, end), decodeURIComponent(pair.slice(end + 1))];
  });
  return {
    endpoint,
    headers: Object.fromEntries(headers),
    serviceName: value.OTEL_SERVICE_NAME,
    share: value.OTEL_TRACES_SAMPLER_ARG,
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
