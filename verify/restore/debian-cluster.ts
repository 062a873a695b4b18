import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../bench/run/server.ts";
import { installDebianPackage } from "../../server/testing/debian-package.ts";

const run = promisify(execFile);
const VERSIONS = "/usr/lib/postgresql";

/** A Postgres of the system's, as an operator has it. */
export interface DebianCluster {
  /** Runs one of its programs, connected as the superuser. */
  run(program: "psql" | "pg_dump" | "pg_restore" | "createdb", ...args: string[]): Promise<string>;
  /** The address of a database for its owner, who is no superuser. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Where the programs of the newest Postgres of the system are, installed where they can be; null: there are none. */
export function debianPrograms(): string | null {
  if (find() === null) installDebianPackage("postgresql", "the drill of dump and restore");
  return find();
}

function find(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return (
    folders.map((version) => join(VERSIONS, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null
  );
}

/** Starts a new cluster in a folder, with the role `owner` that may make roles and databases. */
export async function startDebianCluster(programs: string, folder: string): Promise<DebianCluster> {
  await mkdir(folder, { recursive: true });
  const user = unprivileged();
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  const data = join(folder, "data");
  const as = {
    ...user,
    cwd: "/",
    env: { PATH: process.env.PATH, PGHOST: "127.0.0.1", PGPORT: String(port), PGUSER: "super" },
  };
  const own = (program: string, ...args: string[]) => run(join(programs, program), args, as);
  await own("initdb", "-D", data, "-U", "super", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  const options = `-p ${port} -h 127.0.0.1 -k '' -c fsync=off`;
  await own("pg_ctl", "-D", data, "start", "-w", "-l", join(folder, "log"), "-o", options);
  await own("psql", "-c", "create role owner login createrole createdb", "postgres");
  return {
    run: async (program, ...args) => (await own(program, ...args)).stdout,
    url: (database) => `postgres://owner@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await own("pg_ctl", "-D", data, "stop", "-m", "fast", "-w");
    },
  };
}

/** Postgres does not run as root. */
function unprivileged(): { uid?: number; gid?: number } & ({ uid: number; gid: number } | { uid?: undefined }) {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }).trim());
  return { uid: idOf("-u"), gid: idOf("-g") };
}
