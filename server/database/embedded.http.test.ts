import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { startServer } from "../start-server.ts";
import { DataFolderInUse, type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { openDatabase } from "./open.ts";

const HOLDER = join(import.meta.dirname, "../testing/hold-database.ts");

let folder = "";
const children: ChildProcess[] = [];
let mine: EmbeddedPostgres | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dripline-embedded-"));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await mine?.stop();
  mine = null;
  await rm(folder, { recursive: true, force: true });
});

/** Another process that owns the folder. */
function holder(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [HOLDER, folder], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return new Promise((done, fail) => {
    child.stdout?.once("data", (chunk) => done({ child, url: String(chunk).trim() }));
    child.once("exit", () => fail(new Error("The other process ended before it was up.")));
  });
}

const killed = (child: ChildProcess) =>
  new Promise<void>((done) => {
    child.once("exit", () => done());
    child.kill("SIGKILL");
  });

const postmaster = () => Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("takes over the running Postgres of a killed server with its data", async () => {
  const { child, url } = await holder();
  await query(url, "create table kept as select 42 as n");
  const before = postmaster();
  await killed(child);
  mine = await startEmbeddedPostgres(folder);
  expect(postmaster()).toBe(before);
  expect(await query(mine.url, "select n from kept")).toEqual([{ n: 42 }]);
});

test("opens the data folder after server and Postgres were killed together", async () => {
  const { child, url } = await holder();
  await query(url, "create table kept as select 42 as n");
  process.kill(postmaster(), "SIGKILL");
  await killed(child);
  mine = await startEmbeddedPostgres(folder);
  expect(await query(mine.url, "select n from kept")).toEqual([{ n: 42 }]);
});

test("stops a second server on the same folder with a message; the first continues", async () => {
  const { url } = await holder();
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(DataFolderInUse);
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/Another Dripline server is using the data folder/);
  expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
});

/** Keeps a Postgres running, and waits for a given line of its warnings. */
function kept(postgres: EmbeddedPostgres): (beginning: string) => Promise<void> {
  const warnings: string[] = [];
  let notify = () => {};
  postgres.keep((sentence) => {
    warnings.push(sentence);
    notify();
  });
  return async (beginning) => {
    while (!warnings.some((sentence) => sentence.startsWith(beginning))) {
      await new Promise<void>((done) => {
        notify = done;
      });
    }
    warnings.length = 0;
  };
}

test("restarts a Postgres that ends while its server runs, at the same address, with its data and owner", async () => {
  mine = await startEmbeddedPostgres(folder);
  const waitForWarning = kept(mine);
  await query(mine.url, "create table kept as select 42 as n");
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    process.kill(postmaster(), signal);
    await waitForWarning("The private Postgres is back");
    expect(await query(mine.url, "select n from kept")).toEqual([{ n: 42 }]);
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(DataFolderInUse);
  }
});

test("a server whose owning connection was cut owns its Postgres again", async () => {
  mine = await startEmbeddedPostgres(folder);
  const waitForWarning = kept(mine);
  const before = postmaster();
  await query(
    mine.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dripline owner'",
  );
  await waitForWarning("The private Postgres is back");
  expect(postmaster()).toBe(before);
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(DataFolderInUse);
});

test("retries a failing start of Postgres until it succeeds, and logs each failure", async () => {
  mine = await startEmbeddedPostgres(folder);
  const waitForWarning = kept(mine);
  const settings = join(folder, "postgres/postgresql.conf");
  const fine = readFileSync(settings, "utf8");
  writeFileSync(settings, `${fine}\nno_such_setting = 1\n`);
  process.kill(postmaster(), "SIGKILL");
  await waitForWarning("The private Postgres is not back; it is tried again in");
  await waitForWarning("The private Postgres is not back; it is tried again in");
  writeFileSync(settings, fine);
  await waitForWarning("The private Postgres is back");
  expect(await query(mine.url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("does not restart a Postgres that is stopped with its server", async () => {
  const stopped = await startEmbeddedPostgres(folder);
  const waitForWarning = kept(stopped);
  process.kill(postmaster(), "SIGKILL");
  await waitForWarning("The private Postgres, or the connection that owns it, ended");
  await stopped.stop();
  await expect(query(stopped.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("becomes ready again by itself after its private Postgres was killed", async () => {
  const config = readConfig({ DATA_DIR: folder, PORT: "0", DEMO: "off", LOG_LEVEL: "silent" });
  const server = await startServer(config, () => {});
  try {
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status;
    expect(await ready()).toBe(200);
    process.kill(postmaster(), "SIGKILL");
    await vi.waitUntil(async () => (await ready()) === 503, { timeout: 30_000 });
    await vi.waitUntil(async () => (await ready()) === 200, { timeout: 30_000 });
  } finally {
    await server.stop();
  }
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
}, 240_000);

test("accepts only its password", async () => {
  mine = await startEmbeddedPostgres(folder);
  const wrong = new URL(mine.url);
  wrong.password = "guess";
  await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
});

test("stops at a database without PG_VERSION, and deletes nothing", async () => {
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres/notes.txt"), "mine");
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/postgres cannot be used\. .*PG_VERSION.* Restore/);
  expect(readdirSync(folder)).toEqual(["postgres"]);
  expect(readFileSync(join(folder, "postgres/notes.txt"), "utf8")).toBe("mine");
});

test("creates the database in an empty folder, whatever a killed start left next to it", async () => {
  mkdirSync(join(folder, "postgres"));
  mkdirSync(join(folder, "postgres-initdb-killed/postgres"), { recursive: true });
  mine = await startEmbeddedPostgres(folder);
  expect(await query(mine.url, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(readdirSync(folder).sort()).toEqual(["postgres", "postgres-initdb-killed", "postgres-password"]);
});

test("creates one database for two servers that start at the same time", async () => {
  const starts = await Promise.allSettled([startEmbeddedPostgres(folder), startEmbeddedPostgres(folder)]);
  const started = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  mine = started[0] ?? null;
  expect(started).toHaveLength(1);
  const errors = starts.flatMap((start) => (start.status === "rejected" ? [start.reason] : []));
  expect(errors).toEqual([expect.any(DataFolderInUse)]);
  expect(readdirSync(folder).sort()).toEqual(["postgres", "postgres-password"]);
});

test.each([
  ["missing", (file: string) => rmSync(file), /postgres-password\. It is missing\. .* Restore/],
  ["empty", (file: string) => writeFileSync(file, "\n"), /postgres-password\. It is empty\. .* Restore/],
  ["unreadable", (file: string) => [rmSync(file), mkdirSync(file)], /postgres-password\. EISDIR.* Restore/],
  ["another", (file: string) => writeFileSync(file, "another"), /is not the one of its private database\. .* Restore/],
])("stops with advice where the password file is %s, and leaves Postgres stopped", async (_, damage, sentence) => {
  await (await startEmbeddedPostgres(folder)).stop();
  damage(join(folder, "postgres-password"));
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(sentence);
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
});

test.runIf(process.getuid?.() === 0)("stops with advice where Postgres may not enter the data folder", async () => {
  await chmod(folder, 0o700);
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/may not use the data folder .*chmod o\+x/);
  expect(readdirSync(folder)).toEqual([]);
});

test("a command keeps Postgres running until it ends", async () => {
  const config = readConfig({ DATA_DIR: folder });
  const first = await openDatabase(config);
  const second = await openDatabase(config);
  const client = new pg.Client({ connectionString: second.url });
  await client.connect();
  await first.close();
  expect((await client.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await client.end();
  await second.close();
  await expect(query(second.url, "select 1")).rejects.toThrow("ECONNREFUSED");
});

test("a failed migration ends the command and releases the folder", async () => {
  const config = readConfig({ DATA_DIR: folder });
  const first = await openDatabase(config);
  await query(first.url, "update migrations set checksum = 'another'");
  await first.close();
  await expect(openDatabase(config)).rejects.toThrow(/was changed after it had been applied/);
  // No process holds it any more, and its Postgres is stopped.
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
  mine = await startEmbeddedPostgres(folder);
});

test("a server that cannot listen exits and leaves no Postgres running", async () => {
  const taken = createServer();
  const port = await new Promise<number>((done) => {
    taken.listen(0, "127.0.0.1", () => {
      const address = taken.address();
      done(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  const config = readConfig({ DATA_DIR: folder, PORT: String(port), DEMO: "off", LOG_LEVEL: "silent" });
  await expect(startServer(config, () => {})).rejects.toThrow(/EADDRINUSE/);
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
  taken.close();
});
