import type { Config } from "../config.ts";
import { embeddedPostgresAt, startEmbeddedPostgres } from "./embedded.ts";
import { migrate } from "./migrate.ts";

export interface OpenDatabase {
  url: string;
  /** Leaves the data safe on disk. A Postgres of one's own goes on running. */
  close(): Promise<void>;
}

/** Opens the database for the server, which then owns the private one: DATABASE_URL, or the private one in DATA_DIR. */
export async function openForServer(config: Config): Promise<OpenDatabase> {
  const { databaseUrl } = config;
  const opened =
    databaseUrl === undefined
      ? await startEmbeddedPostgres(config.dataDir).then(({ url, stop }) => ({ url, close: stop }))
      : { url: databaseUrl, close: async () => {} };
  await migrate(opened.url);
  return opened;
}

/** Opens the database for a command, also beside a running server. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) {
    const running = await embeddedPostgresAt(config.dataDir);
    if (running !== null) return { url: running, close: async () => {} };
  }
  return openForServer(config);
}
