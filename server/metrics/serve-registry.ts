import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import type { MetricsSettings } from "./settings.ts";

/**
 * Serves metrics at /metrics on a port of their own: they are for operators, not for users.
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
