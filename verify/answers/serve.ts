import { z } from "zod";
import { updateAlerts } from "../../server/alerts/update-alerts.ts";
import { readConfig } from "../../server/config.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { startServer } from "../../server/start-server.ts";

// The server of this checkout with its clock stopped. It sends its URL; on `{"settle": [property ids]}` it brings all
// figures and the alerts of these properties up to date and replies with "settled".
const now = Number(process.env.NOW);
const clock = () => now;
const server = await startServer(readConfig(process.env), () => {}, clock);

const request = z.object({ settle: z.array(z.number()) });
process.on("message", async (message) => {
  const { settle } = request.parse(message);
  await refreshAll(server.connections, clock);
  for (const property of settle) await updateAlerts(server.connections, property, clock);
  process.send?.("settled");
});
const stop = async () => {
  await server.stop();
  process.exit(0);
};
process.on("SIGTERM", stop);
process.on("disconnect", stop);
process.send?.(server.url);
