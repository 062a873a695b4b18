import { spawn } from "node:child_process";
import { createServer } from "vite";

// The server restarts itself on changes; Vite serves the app with hot reload and hands calls on to it.
const env = { LOG_TO_TERMINAL: "on", ...process.env };
const server = spawn(process.execPath, ["--watch", "server/main.ts"], { stdio: "inherit", env });
const vite = await createServer({ configFile: "vite.config.ts" });
await vite.listen();
vite.printUrls();
process.on("SIGINT", async () => {
  server.kill("SIGTERM");
  await vite.close();
  process.exit(0);
});
