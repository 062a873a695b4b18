import { type Config, readConfig } from "../../config.ts";
import { type Connections, connect } from "../../database/connect.ts";
import { openDatabase } from "../../database/open.ts";
import { UsageError } from "../../imports/usage-error.ts";

/** Runs a command's work on the database that the server of this folder and environment uses, running or not. */
export async function withDatabase<T>(work: (connections: Connections, config: Config) => Promise<T>): Promise<T> {
  const config = settings();
  const database = await openDatabase(config);
  const connections = connect(database.logins);
  try {
    return await work(connections, config);
  } finally {
    await connections.close();
    await database.close();
  }
}

function settings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
