import { setTimeout as pause } from "node:timers/promises";
import { type Program, startProgram } from "../../bench/run/program.ts";
import { freePort } from "../../bench/run/server.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";

/** A server that can be killed and comes back at the same address. */
export interface Product {
  url: string;
  /** Starts it and waits until it is ready. */
  start(): Promise<void>;
  /** Ends it as a fallen machine does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The process of the last start. */
  program(): Program;
}

/**
 * The product over a data folder, without the demo, not yet started.
 * @param settings further ones of the server
 * @param outputTo file descriptor that it writes to instead of being read
 */
export async function productAt(
  folder: string,
  sabotage: Sabotage | null,
  settings: Record<string, string> = {},
  outputTo?: number,
): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let program: Program | null = null;
  return {
    url,
    start: async () => {
      const environment = {
        ...sabotaged(sabotage),
        DATA_DIR: folder,
        DEMO: "off",
        HOST: "127.0.0.1",
        PORT: String(port),
        LOG_LEVEL: "silent",
        ...settings,
      };
      const started = startProgram("server/main.ts", [], environment, [], outputTo);
      program = started;
      let isOver = false;
      started.ended.then(() => {
        isOver = true;
      });
      while (!(await isReady(url))) {
        if (isOver) throw new Error(`The server ended: ${started.output().errors.slice(-2000)}`);
        await pause(10);
      }
    },
    kill: async () => {
      await program?.kill();
    },
    stop: async () => {
      await program?.stop();
    },
    program: () => {
      if (program === null) throw new Error("The server was never started.");
      return program;
    },
  };
}

/**
 * Kills a server that is at work and starts it again, without rhythm, so that every moment of its work is hit.
 * @param leastMs the least time between two kills; the longest is 700 ms more
 */
export async function killNowAndThen(
  product: Product,
  kills: number,
  leastMs: number,
  onKilled: () => void,
): Promise<void> {
  for (let killed = 0; killed < kills; killed++) {
    await pause(leastMs + Math.random() * 700);
    await product.kill();
    onKilled();
    await product.start();
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
