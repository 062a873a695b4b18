import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { databaseAt } from "./database.ts";

/** A migrated, empty database for one test file; drop it with the function beside its address. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await run(`create database ${name} template ${inject("templateDatabase")}`);
  return { url: databaseAt(server, name), drop: () => run(`drop database if exists ${name} with (force)`) };
}
