import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../database/embedded.ts";
import { migrate } from "../database/migrate.ts";

/** Each statement is planned twice where tables are spread, by the coordinator and by a node. */
const SLOWER_SPREAD = 6;

/** Each worker may run several servers at once, and nothing has to outlive the machine. */
export const testSettings = ["max_connections=200", "fsync=off", "full_page_writes=off"];

declare module "vitest" {
  interface ProvidedContext {
    /** The maintenance database of the Postgres that the tests use. */
    postgresUrl: string;
    /** Name of a migrated database that each test file copies. */
    templateDatabase: string;
  }
}

/**
 * Starts a Postgres for the test run (or takes the one of TEST_DATABASE_URL) and migrates a template in it, from which
 * every test file makes its own database. Where the database of TEST_DATABASE_URL has the Citus extension, so have they.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given === undefined ? await mkdtemp(join(tmpdir(), "dripline-test-")) : null;
  // Started by root, Postgres runs as another user, who must be able to enter.
  if (folder !== null) await chmod(folder, 0o755);
  const embedded = folder === null ? null : await startEmbeddedPostgres(folder, testSettings);
  const url = embedded?.url ?? given ?? "";
  const template = `template_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${template}`);
  const citus = await client.query("select from pg_extension where extname = 'citus'");
  if (citus.rowCount === 1) {
    await query(databaseAt(url, template), "create extension citus");
    project.config.testTimeout *= SLOWER_SPREAD;
    project.config.hookTimeout *= SLOWER_SPREAD;
  }
  await migrate(databaseAt(url, template));
  // A template must have no connections, and Citus keeps a background worker in each of its databases.
  await client.query("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1", [template]);
  await client.end();
  project.provide("postgresUrl", url);
  project.provide("templateDatabase", template);
  return async () => {
    if (embedded !== null) await embedded.stop();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** The address of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
