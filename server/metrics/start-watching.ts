import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import type { Standby } from "../database/standby.ts";
import type { MetricsSettings, TraceSettings } from "./settings.ts";

const packageFile = join(import.meta.dirname, "../../package.json");

/** The version of the product, as in CHANGELOG.md. */
const version: string = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, "utf8"))).version;

/** Metrics and traces of the process, for external monitoring. */
export interface Watching {
  /** Hooks called for every request. */
  watchers: { watch(app: FastifyInstance): void }[];
  /** Counts work in the background that failed. */
  failed(): void;
  stop(): Promise<void>;
}

/**
 * Starts metrics and traces where they are configured; else their modules are not loaded.
 * @param release identifies the sources that make the responses
 * @param warn reports that traces do not arrive
 * @throws Error when the port for metrics is taken
 */
export async function startWatching(
  config: { metrics: MetricsSettings | null; traces: TraceSettings | null; trustedProxies: readonly string[] },
  connections: Connections & { standby: Standby | null },
  release: string,
  warn: (sentence: string) => void,
): Promise<Watching> {
  const traces =
    config.traces === null
      ? null
      : (await import("./traces.ts")).openTraces(config.traces, version, config.trustedProxies.length > 0, warn);
  const metrics =
    config.metrics === null
      ? null
      : await (await import("./metrics.ts")).openMetrics(config.metrics, connections, { version, release });
  return {
    watchers: [traces, metrics].filter((one) => one !== null),
    failed: () => metrics?.failed(),
    stop: async () => {
      await metrics?.stop();
      await traces?.stop();
    },
  };
}
