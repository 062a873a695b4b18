import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** So long a slow sender rests in the middle of its body. */
const REST_MS = 2500;

/** Sends the first half of a body, and the other one a good while later. @returns the status of its answer */
export async function sendSlowly(url: string, token: string, body: string): Promise<number> {
  const sending = request(`${url}/v1/ingest/readings`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    },
  });
  const answered = once(sending, "response");
  answered.catch(() => {});
  const half = Math.floor(body.length / 2);
  sending.write(body.slice(0, half));
  await pause(REST_MS);
  sending.end(body.slice(half));
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

/** A connection on which nothing is ever sent, as browsers open them in advance. */
export async function openSilent(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** When a server first reported that it is not ready, looked at all the time, each time again; null until then. */
export function watchReady(url: string): { firstNotReady(): number | null; end(): Promise<void> } {
  let first: number | null = null;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const status = await statusOf(`${url}/health/ready`);
      if (status === 503) first ??= performance.now();
      await pause(25);
    }
  })();
  return {
    firstNotReady: () => first,
    end: async () => {
      isOver = true;
      await watching;
    },
  };
}

/** The status at an address; null when nobody answers in time. */
export async function statusOf(address: string, timeoutMs = 2000): Promise<number | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), headers: { connection: "close" } });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
