import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "../database/migrate.ts";
import { databaseAt } from "./database.ts";
import { dropOnNodes, makeOnNodes, nodes } from "./nodes.ts";

/** A migrated, empty database for one test file; drop it with the function returned with its URL. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  if (nodes.length > 0) {
    // What lies on several nodes cannot be copied.
    await makeOnNodes(server, name);
    await migrate(databaseAt(server, name));
    return { url: databaseAt(server, name), drop: () => dropOnNodes(server, name) };
  }
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await run(`create database ${name} template ${inject("templateDatabase")}`);
  return { url: databaseAt(server, name), drop: () => run(`drop database if exists ${name} with (force)`) };
}
