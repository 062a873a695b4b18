import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { unpackCommit } from "../release/unpack-commit.ts";
import { NOW } from "../world/site.ts";

const ROOT = join(import.meta.dirname, "../..");
const SERVE = "verify/answers/serve.ts";

/** A server of a checkout with its clock stopped. */
export interface StoppedClockServer {
  url: string;
  /** Brings the figures and alerts of these properties up to date. */
  settle(propertyIds: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

/** Puts the files of a commit into a folder, ready to be served. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await unpackCommit(commit, folder);
  const script = join(folder, SERVE);
  // A commit from before this check has no script of its own.
  if (existsSync(script)) return;
  await mkdir(dirname(script), { recursive: true });
  await copyFile(join(ROOT, SERVE), script);
}

/**
 * Starts the server of a checkout over a data folder and waits until it is ready.
 * @param demo whether the demo is loaded first
 * @throws Error when it ends before
 */
export async function serve(checkout: string, dataFolder: string, demo: boolean): Promise<StoppedClockServer> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataFolder,
    DEMO: demo ? "on" : "off",
    PORT: "0",
    LOG_LEVEL: "silent",
    NOW: String(NOW),
  };
  const child = fork(join(checkout, SERVE), { cwd: checkout, env, execArgv: [] });
  const url = z.string().parse(await message(child));
  return {
    url,
    settle: async (settle) => {
      child.send({ settle });
      await message(child);
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function message(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(() => {
    throw new Error("The server ended.");
  });
  const [sent] = await Promise.race([once(child, "message"), ended]);
  return sent;
}
