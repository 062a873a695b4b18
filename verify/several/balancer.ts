import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../bench/run/server.ts";
import { codeOf } from "../../server/database/error-code.ts";

/** How long after its answer a server is probed again for being ready, and how long it is waited for. */
const PROBE_MS = 200;
const TIMEOUT_MS = 3000;

/**
 * Hands requests on to the servers that say they are ready, in turn, each on a connection of its own. Where a server takes
 * no connection the next one is tried, as balancers do; what was sent is never sent again.
 */
export interface Balancer {
  url: string;
  /** How many servers are ready as far as it knows. */
  ready(): number;
  close(): Promise<void>;
}

export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: false });
  const ready = new Set<string>();
  let turn = 0;
  const probe = async (url: string) => {
    try {
      const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await answer.arrayBuffer();
      if (answer.ok) ready.add(url);
      else ready.delete(url);
    } catch {
      ready.delete(url);
    }
  };
  await Promise.all(urls.map(probe));
  let isOver = false;
  const probing = urls.map(async (url) => {
    while (!isOver) {
      await pause(PROBE_MS);
      await probe(url);
    }
  });
  const handOn = async (from: IncomingMessage, to: ServerResponse) => {
    const body = await bodyOf(from);
    const reject = (why: Error) => {
      if (!to.headersSent) to.writeHead(502);
      to.end(why.message);
    };
    const tryNext = (left: number) => {
      const open = [...ready];
      const url = open[turn++ % open.length];
      if (url === undefined) return reject(new Error("No server is ready."));
      const { method, headers } = from;
      const sent = request(new URL(from.url ?? "/", url), { method, headers, agent }, (answer) => {
        const { connection: _connection, ...others } = answer.headers;
        to.writeHead(answer.statusCode ?? 502, others);
        answer.pipe(to);
        answer.on("error", reject);
      });
      sent.on("error", (error) => {
        if (left === 0 || codeOf(error) !== "ECONNREFUSED") return reject(error);
        ready.delete(url);
        tryNext(left - 1);
      });
      sent.end(body);
    };
    tryNext(urls.length);
  };
  const server = createServer((from, to) => void handOn(from, to));
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${port}`,
    ready: () => ready.size,
    close: async () => {
      isOver = true;
      await Promise.all(probing);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function bodyOf(from: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of from) pieces.push(piece);
  return Buffer.concat(pieces);
}
