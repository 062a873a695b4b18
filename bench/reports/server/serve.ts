import { readConfig } from "../../../server/config.ts";
import { startServer } from "../../../server/start-server.ts";
import { NOW } from "../data/now.ts";

/** The product as it is, but for its clock, which stands still. */
const server = await startServer(
  readConfig(process.env),
  () => {},
  () => NOW,
);
process.on("SIGTERM", async () => {
  await server.stop();
  process.exit(0);
});
