import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../../mqtt/testing/mosquitto.ts";

const BIN = "/usr/lib/postgresql/15/bin";

/** Whether there is what a standby is made of: Debian's Postgres 15, which runs as its own user. */
export const hasStandbys = existsSync(join(BIN, "pg_basebackup")) && process.getuid?.() === 0;

/** A Postgres and its streaming standby. */
export interface StandbyPair {
  primaryUrl: string;
  standbyUrl: string;
  /** The standby receives, but replays nothing from now on. */
  pause(): Promise<void>;
  /** It replays again, and all that there is. */
  resume(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an empty Postgres with a password, and its standby. */
export async function openStandbyPair(): Promise<StandbyPair> {
  const folder = mkdtempSync(join(tmpdir(), "dripline-standby-"));
  chmodSync(folder, 0o755);
  const number = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const clusterOf = (name: string) => {
    const cluster = join(folder, name);
    mkdirSync(cluster, { mode: 0o700 });
    chownSync(cluster, number("-u"), number("-g"));
    return cluster;
  };
  const [primary, standby] = [clusterOf("primary"), clusterOf("standby")];
  const [port, standbyPort] = [await freePort(), await freePort()];
  const urlAt = (at: number) => `postgres://postgres:anything@127.0.0.1:${at}/postgres`;
  const start = (cluster: string, at: number) => {
    const options = `-p ${at} -h 127.0.0.1 -k '' -c fsync=off -c max_connections=100`;
    asPostgres("pg_ctl", "-D", cluster, "-w", "-l", join(cluster, "log"), "-o", options, "start");
  };
  const stop = (cluster: string) => asPostgres("pg_ctl", "-D", cluster, "-m", "immediate", "-w", "stop");
  const onStandby = async (text: string) => {
    const client = new pg.Client({ connectionString: urlAt(standbyPort) });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  asPostgres("initdb", "-D", primary, "-U", "postgres", "-E", "UTF8", "--auth=trust");
  start(primary, port);
  asPostgres("pg_basebackup", "-D", standby, "-R", "-X", "stream", "-c", "fast", "-d", urlAt(port));
  start(standby, standbyPort);
  let isRunning = true;
  return {
    primaryUrl: urlAt(port),
    standbyUrl: urlAt(standbyPort),
    pause: async () => {
      await onStandby("select pg_wal_replay_pause()");
      // It is only requested by then.
      for (let state = ""; state !== "paused"; ) {
        const [row] = await onStandby("select pg_get_wal_replay_pause_state() as state");
        state = row?.state ?? "";
      }
    },
    resume: async () => {
      await onStandby("select pg_wal_replay_resume()");
    },
    stopStandby: async () => {
      stop(standby);
      isRunning = false;
    },
    startStandby: async () => {
      start(standby, standbyPort);
      isRunning = true;
    },
    close: async () => {
      if (isRunning) stop(standby);
      stop(primary);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function asPostgres(program: string, ...args: string[]) {
  execFileSync("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", join(BIN, program), ...args], {
    cwd: "/",
    stdio: "ignore",
  });
}
