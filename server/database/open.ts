import type { Logins } from "./connect.ts";
import { DataFolderInUse, type EmbeddedPostgres, embeddedPostgresAt, startEmbeddedPostgres } from "./embedded.ts";
import { prepareLogins } from "./logins.ts";
import { migrate } from "./migrate.ts";

/** The location of the database. */
export interface DatabaseSettings {
  /** An external Postgres; left out: a private one in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

export interface OpenDatabase {
  url: string;
  /** What the pools connect to: a login for each role, or the address where there are none. */
  logins: Logins | string;
  /** Leaves the data safe on disk. An external Postgres keeps running. */
  close(): Promise<void>;
}

/**
 * Opens the database for the server, which then owns the private one: DATABASE_URL, or the private one in DATA_DIR,
 * which is restarted if it ends.
 * @param warn gets a line each time that the private one is lost or restored
 */
export async function openForServer(config: DatabaseSettings, warn: (sentence: string) => void): Promise<OpenDatabase> {
  return await openOwn(config, (postgres) => postgres.keep(warn));
}

async function openOwn(
  config: DatabaseSettings,
  onStarted: (postgres: EmbeddedPostgres) => void,
): Promise<OpenDatabase> {
  const { databaseUrl } = config;
  const opened =
    databaseUrl === undefined ? await openPrivate(config, onStarted) : { url: databaseUrl, close: async () => {} };
  try {
    const logins = await prepareLogins(opened.url);
    await migrate(logins?.owner ?? opened.url);
    return { ...opened, logins: logins ?? opened.url };
  } catch (error) {
    // An open handle would keep the process alive, and the folder locked.
    await opened.close();
    throw error;
  }
}

async function openPrivate({ dataDir }: DatabaseSettings, onStarted: (postgres: EmbeddedPostgres) => void) {
  const postgres = await startEmbeddedPostgres(dataDir);
  onStarted(postgres);
  return { url: postgres.url, close: postgres.stop };
}

/**
 * Opens the database for a command, also beside a running server or another command. Whoever ends last stops the
 * private Postgres.
 */
export async function openDatabase(config: DatabaseSettings): Promise<OpenDatabase> {
  try {
    return await openOwn(config, () => {});
  } catch (error) {
    const running = error instanceof DataFolderInUse ? await embeddedPostgresAt(config.dataDir) : null;
    if (running === null) throw error;
    const logins = (await prepareLogins(running)) ?? running;
    return { url: running, logins, close: () => stopIfLeft(config.dataDir) };
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
