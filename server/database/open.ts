import type { Config } from "../config.ts";
import { DataFolderInUse, embeddedPostgresAt, startEmbeddedPostgres } from "./embedded.ts";
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
  try {
    await migrate(opened.url);
  } catch (error) {
    // Held open it would keep the process alive, and the folder from everybody else.
    await opened.close();
    throw error;
  }
  return opened;
}

/**
 * Opens the database for a command, also beside a running server or another command. Whoever ends last stops the private
 * Postgres.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  try {
    return await openForServer(config);
  } catch (error) {
    const running = error instanceof DataFolderInUse ? await embeddedPostgresAt(config.dataDir) : null;
    if (running === null) throw error;
    return { url: running, close: () => stopIfLeft(config.dataDir) };
  }
}

/** Stops a private Postgres that its owner left running for us; does nothing while somebody owns it. */
async function stopIfLeft(dataDir: string): Promise<void> {
  try {
    await (await startEmbeddedPostgres(dataDir)).stop();
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
  }
}
