import { sql } from "kysely";
import { type Connections, connect } from "../../server/database/connect.ts";
import { embeddedPostgresAt, startEmbeddedPostgres } from "../../server/database/embedded.ts";

/**
 * Works beside a running server on the private database of its data folder, or on the folder's alone.
 * @param given address of another database that the server works on
 */
export async function besideServer<T>(
  folder: string,
  work: (connections: Connections, url: string) => Promise<T>,
  given?: string,
): Promise<T> {
  if (given !== undefined) return on(given, work);
  const running = await embeddedPostgresAt(folder);
  const own = running === null ? await startEmbeddedPostgres(folder) : null;
  try {
    return await on(running ?? own?.url ?? "", work);
  } finally {
    await own?.stop();
  }
}

async function on<T>(url: string, work: (connections: Connections, url: string) => Promise<T>): Promise<T> {
  const connections = connect(url);
  try {
    return await work(connections, url);
  } finally {
    await connections.close();
  }
}

/** Such as `18.4`. */
export async function postgresVersion(connections: Connections): Promise<string> {
  const rows = await sql<{ server_version: string }>`show server_version`.execute(connections.worker);
  return rows.rows[0]?.server_version.split(" ")[0] ?? "unknown";
}
