import { updateAlerts } from "../../server/alerts/update-alerts.ts";
import { readConfig } from "../../server/config.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { startServer } from "../../server/start-server.ts";

// The server of this checkout with its clock stopped. It sends its address; `{"settle": [property ids]}` brings all
// figures of these properties up to date, which it answers with "settled".
const now = Number(process.env.NOW);
const clock = () => now;
const server = await startServer(readConfig(process.env), () => {}, clock);

process.on("message", async ({ settle }: { settle: number[] }) => {
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
