import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import type { MetricsSettings } from "./settings.ts";

/**
 * Serves metrics at /metrics, apart from the product: they are for whoever runs it, not for those who reach it.
 * @throws Error when the port is taken
 */
export async function serveRegistry(
  { host, port }: MetricsSettings,
  registry: Registry,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain" }).end("Metrics are at /metrics.\n");
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
