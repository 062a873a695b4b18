import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../server/config.ts";
import { startServer } from "../server/start-server.ts";

/** An installation without anything, and the link for its first administrator. */
export interface EmptyProduct {
  url: string;
  firstAdmin: string;
  /** Where it writes its mails. */
  mailFolder: string;
  stop(): Promise<void>;
}

/** Starts the product as an operator does who wants no demo, on a database of its own. */
export async function startEmpty(): Promise<EmptyProduct> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-empty-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  let token = "";
  const config = readConfig({ DATA_DIR: folder, PORT: "0", DEMO: "off", LOG_LEVEL: "error" });
  const server = await startServer(config, (line) => {
    token = /first-admin\?token=(\S+)/.exec(line)?.[1] ?? token;
  });
  return {
    url: server.url,
    firstAdmin: `${server.url}/first-admin?token=${token}`,
    mailFolder: join(folder, "mail"),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
