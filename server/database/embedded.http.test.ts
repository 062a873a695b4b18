import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
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

test("a killed server's Postgres, still running, is taken over with its data", async () => {
  const { child, url } = await holder();
  await query(url, "create table kept as select 42 as n");
  const before = postmaster();
  await killed(child);
  mine = await startEmbeddedPostgres(folder);
  expect(postmaster()).toBe(before);
  expect(await query(mine.url, "select n from kept")).toEqual([{ n: 42 }]);
});

test("a server and its Postgres killed together leave a folder that opens without help", async () => {
  const { child, url } = await holder();
  await query(url, "create table kept as select 42 as n");
  process.kill(postmaster(), "SIGKILL");
  await killed(child);
  mine = await startEmbeddedPostgres(folder);
  expect(await query(mine.url, "select n from kept")).toEqual([{ n: 42 }]);
});

test("a second server on the folder says so and stops; the first goes on", async () => {
  const { url } = await holder();
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(DataFolderInUse);
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/Another Dripline server is using the data folder/);
  expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("its password and nothing else opens it", async () => {
  mine = await startEmbeddedPostgres(folder);
  const wrong = new URL(mine.url);
  wrong.password = "guess";
  await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
});

test("a command beside another one keeps Postgres up until it ends, too", async () => {
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

test("a schema that cannot be brought up to date ends the command and leaves the folder free", async () => {
  const config = readConfig({ DATA_DIR: folder });
  const first = await openDatabase(config);
  await query(first.url, "update migrations set checksum = 'another'");
  await first.close();
  await expect(openDatabase(config)).rejects.toThrow(/was changed after it had been applied/);
  // Nobody holds it any more, and its Postgres is stopped.
  expect(existsSync(join(folder, "postgres/postmaster.pid"))).toBe(false);
  mine = await startEmbeddedPostgres(folder);
});

test("a server that cannot listen ends and leaves no Postgres behind", async () => {
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
