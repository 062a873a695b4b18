import { demoAccountList } from "./accounts/demo-accounts.ts";
import { readConfig } from "./config.ts";
import { DataFolderInUse } from "./database/embedded.ts";
import { startServer } from "./start-server.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const server = await startServer(config, say);
  say(`Dripline is ready at ${config.baseUrl ?? `http://localhost:${new URL(server.url).port}`}`);
  if (config.demo) {
    say("Sign in to the demo with one of these accounts:");
    for (const { email, password, description } of demoAccountList) say(`  ${email}  ${password}  (${description})`);
  }
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say("Stopping…");
    await server.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
} catch (error) {
  process.stderr.write(`${error instanceof DataFolderInUse || !(error instanceof Error) ? error : error.message}\n`);
  process.exit(1);
}
