import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../database/embedded.ts";
import { migrate } from "../../database/migrate.ts";

/** A private Postgres that stops and starts again at the same address, as one behind a host name does. */
export interface StoppablePostgres {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Cuts all connections; new ones work. */
  cut(): void;
  /** Drops all traffic, as in a network partition, until `cut`. */
  hold(): void;
  close(): Promise<void>;
}

/** @param parent the folder in which it keeps its own */
export async function openStoppablePostgres(parent = tmpdir()): Promise<StoppablePostgres> {
  const folder = await mkdtemp(join(parent, "dripline-stop-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  let postgres: EmbeddedPostgres | null = await startEmbeddedPostgres(folder);
  await migrate(postgres.url);
  const sockets = new Set<Socket>();
  let isHeld = false;
  const proxy = createServer((incoming) => {
    const port = postgres === null ? 1 : Number(new URL(postgres.url).port);
    const outgoing = connectSocket(port, "127.0.0.1");
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (!isHeld) incoming.pipe(outgoing).pipe(incoming);
  });
  const port = await new Promise<number>((give) => {
    proxy.listen(0, "127.0.0.1", () => {
      const address = proxy.address();
      give(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  const url = new URL(postgres.url);
  url.port = String(port);
  /** Ends Postgres at once, without farewell to its clients. */
  const stop = async () => {
    if (postgres === null) return;
    postgres = null;
    const file = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8");
    const pid = Number(file.split("\n")[0]);
    process.kill(pid, "SIGQUIT");
    while (isAlive(pid)) await setImmediate();
  };
  return {
    url: url.href,
    stop,
    start: async () => {
      postgres = await startEmbeddedPostgres(folder);
    },
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: () => {
      isHeld = false;
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      await stop();
      proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
