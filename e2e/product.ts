import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { freePort } from "../bench/run/server.ts";
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
    project.provide("products", [{ baseUrl: given, mailFolder: null, textsFile: null, readyFile: null }]);
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "dripline-e2e-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const readyFile = join(folder, "ready");
  const textsFile = join(folder, "texts");
  const places: Place[] = [];
  for (let i = 1; i <= project.globalConfig.maxWorkers; i++) {
    places.push({ database: `product_${i}`, port: await freePort() });
  }
  const products: RunningProduct[] = places.map(({ database, port }) => ({
    baseUrl: `http://127.0.0.1:${port}`,
    mailFolder: join(folder, database, "mail"),
    textsFile,
    readyFile,
  }));
  project.provide("products", products);
  // Other tests run meanwhile; those in the browser wait for the file, which says what went wrong, if anything did.
  const opened: (() => Promise<unknown>)[] = [];
  const starting = startAll(folder, textsFile, places, opened).then(
    () => writeReady(readyFile, ""),
    (error: unknown) => writeReady(readyFile, error instanceof Error ? `${error.stack}` : String(error)),
  );
  return async () => {
    await starting;
    for (const close of opened.toReversed()) await close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Written whole before it is there: tests look for it all the time. */
async function writeReady(readyFile: string, reason: string): Promise<void> {
  await writeFile(`${readyFile}.part`, reason);
  await rename(`${readyFile}.part`, readyFile);
}

interface Place {
  database: string;
  port: number;
}

/** Loads the demo and starts the products. @param opened gets what ends each thing that was started */
async function startAll(folder: string, textsFile: string, places: Place[], opened: (() => Promise<unknown>)[]) {
  const loaded = process.env.DEMO_DATA;
  // Postgres' files keep their owner.
  if (loaded !== undefined) execFileSync("cp", ["-a", `${loaded}/.`, folder]);
  const postgres = await startEmbeddedPostgres(folder, testSettings);
  opened.push(postgres.stop);
  const provider = await openReceiver((_, response) => {
    appendFileSync(textsFile, `${provider.received.at(-1)?.body}\n`);
    response.writeHead(201).end("{}");
  });
  opened.push(provider.close);
  const secret = randomBytes(32).toString("hex");
  const start = (database: string, demo: "on" | "off", port: number) =>
    startServer(
      readConfig({
        DATABASE_URL: databaseAt(postgres.url, database),
        DATA_DIR: join(folder, database),
        SESSION_SECRET: secret,
        HOST: "127.0.0.1",
        PORT: String(port),
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
    const loading = await start(TEMPLATE, "on", 0);
    await loading.stop();
  }
  // A database is copied while nobody else is connected to it, as the private Postgres' owner is.
  if (loaded !== undefined)
    await query(
      postgres.url,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = '${OWN}' and pid <> pg_backend_pid()`,
    );
  for (const { database } of places)
    await query(postgres.url, `create database ${database} template ${loaded === undefined ? TEMPLATE : OWN}`);
  for (const { database, port } of places) {
    const server = await start(database, "off", port);
    opened.push(() => server.stop());
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
