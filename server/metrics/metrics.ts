import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Connections } from "../database/connect.ts";
import type { Standby } from "../database/standby.ts";
import { countReadings } from "./count-readings.ts";
import { countRequests } from "./count-requests.ts";
import { gaugeDatabase } from "./gauge-database.ts";
import { gaugeStandby } from "./gauge-standby.ts";
import { gaugeStored } from "./gauge-stored.ts";
import { serveRegistry } from "./serve-registry.ts";
import type { MetricsSettings } from "./settings.ts";

/** What of the product is counted for Prometheus. */
export interface Metrics {
  /** Counts the requests of an app that has no routes yet. */
  watch(app: FastifyInstance): void;
  /** Counts work in the background that failed. */
  failed(): void;
  stop(): Promise<void>;
}

/**
 * Counts, and serves the counts on a port of their own. Loaded only where they are wanted.
 * @throws Error when the port is taken
 */
export async function openMetrics(
  settings: MetricsSettings,
  connections: Connections & { standby: Standby | null },
  about: { version: string; release: string },
): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: "dripline_build_info",
    help: "1; which version runs, and a hash of the sources that make its answers.",
    labelNames: ["version", "release", "node"],
    registers: [registry],
  });
  build.set({ ...about, node: process.version }, 1);
  const failures = new Counter({
    name: "dripline_background_failures_total",
    help: "Work in the background that failed and is tried again.",
    registers: [registry],
  });
  const { standby, pools } = connections;
  gaugeDatabase(registry, standby === null ? pools : [...pools, { role: "standby", pool: standby.pool }]);
  if (standby !== null) gaugeStandby(registry, standby);
  gaugeStored(registry, connections);
  const stopCounting = countReadings(registry);
  const served = await serveRegistry(settings, registry);
  return {
    watch: (app) => countRequests(registry, app),
    failed: () => failures.inc(),
    stop: async () => {
      stopCounting();
      await served.stop();
    },
  };
}
