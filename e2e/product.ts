import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { readConfig } from "../server/config.ts";
import { startEmbeddedPostgres } from "../server/database/embedded.ts";
import { openReceiver } from "../server/outgoing/testing/receiver.ts";
import { startServer } from "../server/start-server.ts";
import { databaseAt, testSettings } from "../server/testing/database.ts";
import type { RunningProduct } from "./setup.ts";

const TEMPLATE = "demo";
/** The database of a data folder. */
const OWN = "postgres";

/**
 * Starts the product with its demo for the browser tests, one for each worker, or takes the one that PRODUCT_URL names.
 * The demo is loaded once, into a database that each product has a copy of: what one worker's tests change is seen by no
 * other. DEMO_DATA names a data folder in which the demo was loaded before; it is copied. Its gateways send nothing: what
 * comes in between a screen and the request that a test compares it with would change the figures.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.PRODUCT_URL;
  if (given !== undefined) {
    project.provide("products", [{ baseUrl: given, mailFolder: null, textsFile: null }]);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "dripline-e2e-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const loaded = process.env.DEMO_DATA;
  // Postgres' files keep their owner.
  if (loaded !== undefined) execFileSync("cp", ["-a", `${loaded}/.`, folder]);
  const postgres = await startEmbeddedPostgres(folder, testSettings);
  const textsFile = join(folder, "texts");
  const provider = await openReceiver((_, response) => {
    appendFileSync(textsFile, `${provider.received.at(-1)?.body}\n`);
    response.writeHead(201).end("{}");
  });
  const secret = randomBytes(32).toString("hex");
  const start = (database: string, demo: "on" | "off") =>
    startServer(
      readConfig({
        DATABASE_URL: databaseAt(postgres.url, database),
        DATA_DIR: join(folder, database),
        SESSION_SECRET: secret,
        PORT: "0",
        DEMO: demo,
        LOG_LEVEL: "error",
        // Receivers of webhooks in tests.
        OUTGOING_ALLOW: "127.0.0.1",
        SMS_URL: provider.url,
        SMS_BODY: "To={to}&Body={text}",
      }),
      () => {},
    );
  if (loaded === undefined) {
    await query(postgres.url, `create database ${TEMPLATE}`);
    const loading = await start(TEMPLATE, "on");
    await loading.stop();
  }
  const names = Array.from({ length: project.globalConfig.maxWorkers }, (_, i) => `product_${i + 1}`);
  // A database is copied while nobody else is connected to it, as the private Postgres' owner is.
  if (loaded !== undefined)
    await query(
      postgres.url,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = '${OWN}' and pid <> pg_backend_pid()`,
    );
  for (const name of names)
    await query(postgres.url, `create database ${name} template ${loaded === undefined ? TEMPLATE : OWN}`);
  const servers = await Promise.all(names.map((name) => start(name, "off")));
  const products: RunningProduct[] = names.map((name, i) => ({
    baseUrl: servers[i]?.url ?? "",
    mailFolder: join(folder, name, "mail"),
    textsFile,
  }));
  project.provide("products", products);
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
