import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Program, startProgram } from "./program.ts";

/** How often an address is tried until it answers, and for how long. */
const TRY_MS = 20;
const GIVE_UP_MS = 300_000;

/** A server of the product in a process of its own. */
export interface RunningServer {
  url: string;
  program: Program;
  /** Seconds from its start until these first answered well. */
  secondsUntil: Map<string, number>;
}

/**
 * Starts the product and waits until every path answers.
 * @param script `server/main.ts`, or `scripts/start.ts` as `npm start` does
 * @throws Error with the end of its output when it does not get there
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  paths: readonly string[],
): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const program = startProgram(script, [], { PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "warn", ...settings });
  let isOver = false;
  program.ended.then(() => {
    isOver = true;
  });
  const until = async (path: string): Promise<[string, number]> => {
    while (!(await answers(url + path))) {
      if (isOver || performance.now() - began > GIVE_UP_MS) {
        const { out, errors } = program.output();
        throw new Error(`The server did not answer ${path}. It wrote:\n${(out + errors).slice(-2000)}`);
      }
      await pause(TRY_MS);
    }
    return [path, (performance.now() - began) / 1000];
  };
  try {
    return { url, program, secondsUntil: new Map(await Promise.all(paths.map(until))) };
  } catch (error) {
    await program.stop();
    throw error;
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { headers: { accept: "text/html,application/json" } });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Below those that systems give to outgoing connections: of these one could be taken while a server is restarted. */
const PORTS = { first: 10_240, last: 32_767 };

/** A port that nobody listens on, and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last + 1);
    if (await isFree(port)) return port;
  }
}

/** @throws Error where nothing may be listened on at all */
function isFree(port: number): Promise<boolean> {
  return new Promise((give, fail) => {
    const probe = createServer();
    probe.on("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? give(false) : fail(error)));
    probe.listen(port, "127.0.0.1", () => probe.close(() => give(true)));
  });
}
