import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { readPassword } from "../../server/database/cluster-folder.ts";
import { productAt } from "../harness/product.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const run = promisify(execFile);

/** A start that has neither served nor ended by then hangs. */
const MAX_START_SECONDS = 60;
/** What a sentence about a damaged folder says to do. */
const ADVICE = /Restore|chown|chmod|set another password/;

interface Damage {
  name: string;
  /** Whether the server serves all the same, with or without the data of before. */
  serves: "all data" | "an empty database" | false;
  /** @param root the data folder of a server that was stopped */
  make(root: string): Promise<unknown>;
  /** Undoes it, where Postgres runs for a while and so changes its files: all data must be there then. */
  undo?: (root: string) => Promise<unknown>;
}

const inCluster = (root: string, name: string) => join(root, "postgres", name);
const password = (root: string) => join(root, "postgres-password");

const DAMAGES: readonly Damage[] = [
  { name: "PG_VERSION gone", serves: false, make: (root) => rm(inCluster(root, "PG_VERSION")) },
  { name: "PG_VERSION empty", serves: false, make: (root) => writeFile(inCluster(root, "PG_VERSION"), "") },
  { name: "another version", serves: false, make: (root) => writeFile(inCluster(root, "PG_VERSION"), "14\n") },
  { name: "global gone", serves: false, make: (root) => rm(inCluster(root, "global"), { recursive: true }) },
  { name: "pg_wal gone", serves: false, make: (root) => rm(inCluster(root, "pg_wal"), { recursive: true }) },
  {
    name: "stale postmaster.pid",
    serves: "all data",
    make: (root) => writeFile(inCluster(root, "postmaster.pid"), `${process.pid}\n${root}\n1\n5432\n`),
  },
  { name: "password file gone", serves: false, make: (root) => rm(password(root)) },
  { name: "password file empty", serves: false, make: (root) => writeFile(password(root), "") },
  {
    name: "another password",
    serves: false,
    make: (root) =>
      rename(password(root), `${password(root)}.right`).then(() => writeFile(password(root), "another\n")),
    undo: (root) => rename(`${password(root)}.right`, password(root)),
  },
  { name: "another owner", serves: false, make: (root) => run("chown", ["-R", "12345", join(root, "postgres")]) },
  {
    name: "foreign file alone in the folder",
    serves: false,
    make: async (root) => {
      await rm(join(root, "postgres"), { recursive: true });
      await mkdir(join(root, "postgres"));
      await writeFile(inCluster(root, "notes.txt"), "mine");
    },
  },
  {
    name: "a file instead of the folder",
    serves: false,
    make: async (root) => {
      await rm(join(root, "postgres"), { recursive: true });
      await writeFile(join(root, "postgres"), "mine");
    },
  },
  {
    name: "initdb killed half way",
    serves: "an empty database",
    make: async (root) => {
      await mkdir(join(root, "postgres-initdb-killed"));
      await rename(join(root, "postgres"), join(root, "postgres-initdb-killed/postgres"));
      await rm(join(root, "postgres-initdb-killed/postgres/global"), { recursive: true });
    },
  },
  { name: "folder that others may not enter", serves: false, make: (root) => chmod(root, 0o700) },
];

interface Account {
  /** Starts after which a file was gone or held something else. */
  lossy: string[];
  /** Starts that served what they must not, or did not serve what they must. */
  wrongEnds: string[];
  /** Ends without a sentence that names the folder and says what to do. */
  unclear: string[];
  slowestSeconds: number;
}

export const privateDatabase: Check = {
  id: "private-database",
  proves:
    "However the private database is damaged, a start deletes nothing of it, and serves or ends with a sentence that names the folder and says what to do.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    if (process.getuid?.() !== 0) throw new Error("Start it as root: it gives a folder to another user.");
    return await inScratchFolder(async (folder) => {
      await chmod(folder, 0o755);
      const template = join(folder, "template");
      await makeTemplate(template);
      const account = await startAll(folder, DAMAGES, null, say);
      say("control: a server that deletes a database without PG_VERSION");
      for (const what of [...account.lossy, ...account.wrongEnds, ...account.unclear]) say(`WRONG ${what}`);
      const control = await startAll(folder, DAMAGES.slice(0, 1), "delete-damaged-cluster", say);
      return [
        atLeast("ways to damage the private database", DAMAGES.length, 10),
        none("starts that deleted or changed a file", account.lossy.length),
        none("starts that served or ended where they must not", account.wrongEnds.length),
        none("ends without the folder and what to do", account.unclear.length),
        atMost("slowest start", account.slowestSeconds, MAX_START_SECONDS, "s"),
        caught("control: starts that deleted a file", control.lossy.length),
      ];
    });
  },
};

/** The data folder of a server that was stopped, with something to lose in it. */
async function makeTemplate(root: string): Promise<void> {
  const product = await productAt(root, null);
  await product.start();
  await query(root, "create table kept as select 42 as n");
  await product.stop();
}

async function startAll(
  folder: string,
  damages: readonly Damage[],
  sabotage: Sabotage | null,
  say: (line: string) => void,
): Promise<Account> {
  const account: Account = { lossy: [], wrongEnds: [], unclear: [], slowestSeconds: 0 };
  for (const { name, serves, make, undo } of damages) {
    const parent = join(folder, "case");
    const root = join(parent, "data");
    await mkdir(parent);
    await run("cp", ["-a", join(folder, "template"), root]);
    await make(root);
    const before = await contentsOf(root);
    const product = await productAt(root, sabotage);
    const began = performance.now();
    const failure = await product.start().then(
      () => null,
      (error: unknown) => String(error),
    );
    account.slowestSeconds = Math.max(account.slowestSeconds, Math.ceil((performance.now() - began) / 1000));
    if ((failure === null) !== (serves !== false)) account.wrongEnds.push(name);
    if (failure !== null && !(failure.includes(root) && ADVICE.test(failure))) account.unclear.push(name);
    say(`${name}: ${failure?.split("\n")[0] ?? "serves"}`);
    if (undo !== undefined) {
      await undo(root);
      await product.start();
    }
    if (serves === "all data" || undo !== undefined) {
      if ((await query(root, "select n from kept")).length !== 1) account.lossy.push(name);
    } else {
      for (const path of await changedIn(root, before)) account.lossy.push(`${name}: ${path}`);
    }
    if (failure === null || undo !== undefined) await product.stop();
    await rm(parent, { recursive: true });
  }
  return account;
}

/** What each start of Postgres writes. */
const WRITTEN_AT_START = ["postgres.log", "postmaster.opts"];

/** The checksum of every file. */
async function contentsOf(root: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || WRITTEN_AT_START.includes(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    contents.set(
      path,
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex"),
    );
  }
  return contents;
}

/** The files of before that are gone or hold something else. */
async function changedIn(root: string, before: Map<string, string>): Promise<string[]> {
  const after = await contentsOf(root);
  return [...before].filter(([path, checksum]) => after.get(path) !== checksum).map(([path]) => path);
}

/** Asks the private database of a server that runs. */
async function query(root: string, text: string): Promise<unknown[]> {
  const port = (await readFile(inCluster(root, "postmaster.pid"), "utf8")).split("\n")[3];
  const client = new pg.Client({
    connectionString: `postgres://dripline:${await readPassword(root)}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
