import { sql } from "kysely";
import pg from "pg";
import { type Connections, connect } from "../../server/database/connect.ts";
import { type EmbeddedPostgres, embeddedPostgresAt, startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { databaseAt } from "../../server/testing/database.ts";
import { inScratchFolder } from "./scratch.ts";

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

/** Works with a Postgres of its own in a new folder. */
export function withPostgres<T>(work: (postgres: EmbeddedPostgres, folder: string) => Promise<T>): Promise<T> {
  return inScratchFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres(folder);
    return await work(postgres, folder).finally(postgres.stop);
  });
}

/** Runs a statement as the owner of a Postgres. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A further database in a Postgres, a copy of the template. @returns its address */
export async function createDatabase(url: string, name: string, template = "template0"): Promise<string> {
  await runStatement(url, `create database ${name} template ${template}`);
  return databaseAt(url, name);
}

/** The same where nothing waits for disks: for what is tried they do not matter. */
export async function createHastyDatabase(url: string, name: string, template?: string): Promise<string> {
  const address = await createDatabase(url, name, template);
  await runStatement(url, `alter database ${name} set synchronous_commit = off`);
  return address;
}

/** Such as `18.4`. */
export async function postgresVersion(connections: Connections): Promise<string> {
  const rows = await sql<{ server_version: string }>`show server_version`.execute(connections.worker);
  return rows.rows[0]?.server_version.split(" ")[0] ?? "unknown";
}
