import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../mqtt/testing/mosquitto.ts";

const BIN = "/usr/lib/postgresql/15/bin";

/** Whether there is Debian's Postgres 15, the oldest that DATABASE_URL may name; its own user runs it. */
export const hasSystemPostgres = existsSync(join(BIN, "initdb")) && process.getuid?.() === 0;

/** A server of the system's Postgres, which trusts everybody. */
export interface SystemPostgres {
  urlOf(login: string): string;
  start(): void;
  /** As if it was killed. */
  stop(): void;
  /** As if it vanished from the network: connections stay, and nothing responds. */
  freeze(): void;
  thaw(): void;
}

/** Clusters of the system's Postgres in a folder of their own. */
export interface SystemClusters {
  /** A new one with the superuser `postgres`, running. */
  add(name: string): Promise<SystemPostgres>;
  /** A streaming standby of another one, running. */
  addStandby(name: string, of: SystemPostgres): Promise<SystemPostgres>;
  /** Stops and deletes all. */
  close(): void;
}

export function openSystemClusters(): SystemClusters {
  const folder = mkdtempSync(join(tmpdir(), "dripline-own-"));
  chmodSync(folder, 0o755);
  const number = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const running = new Set<string>();
  const add = async (name: string, fill: (cluster: string) => void): Promise<SystemPostgres> => {
    const cluster = join(folder, name);
    mkdirSync(cluster, { mode: 0o700 });
    chownSync(cluster, number("-u"), number("-g"));
    fill(cluster);
    const port = await freePort();
    const options = `-p ${port} -h 127.0.0.1 -k ''`;
    const start = () => {
      asPostgres("pg_ctl", "-D", cluster, "-w", "-l", join(cluster, "log"), "-o", options, "start");
      running.add(cluster);
    };
    start();
    return {
      urlOf: (login) => `postgres://${login}@127.0.0.1:${port}/postgres`,
      start,
      stop: () => stop(cluster),
      freeze: () => signal(cluster, "SIGSTOP"),
      thaw: () => signal(cluster, "SIGCONT"),
    };
  };
  const stop = (cluster: string) => {
    asPostgres("pg_ctl", "-D", cluster, "-m", "immediate", "stop");
    running.delete(cluster);
  };
  return {
    add: (name) =>
      add(name, (cluster) =>
        asPostgres("initdb", "-D", cluster, "-U", "postgres", "-E", "UTF8", "--auth=trust", "--no-sync"),
      ),
    addStandby: (name, of) =>
      add(name, (cluster) =>
        asPostgres(
          "pg_basebackup",
          "-D",
          cluster,
          "-R",
          "-X",
          "stream",
          "-c",
          "fast",
          "-N",
          "-d",
          of.urlOf("postgres"),
        ),
      ),
    close: () => {
      for (const cluster of [...running].reverse()) stop(cluster);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to all processes of a cluster. */
function signal(cluster: string, name: "SIGSTOP" | "SIGCONT") {
  const [main = ""] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", main], { encoding: "utf8" });
  for (const pid of [main, ...children.trim().split(/\s+/)]) process.kill(Number(pid), name);
}

function asPostgres(program: string, ...args: string[]) {
  execFileSync("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", join(BIN, program), ...args], {
    cwd: "/",
    stdio: "ignore",
  });
}
