import type { Connections } from "../../server/database/connect.ts";
import { waitForRefresh } from "../ingest/queue-watch.ts";
import type { Copy } from "./copies.ts";
import type { History } from "./history.ts";

/** Gateways that send at the same time. */
const AT_ONCE = 4;

export interface Arrived {
  /** Seconds from the first request until everything was answered, and until nothing waited any more. */
  answered: number;
  current: number;
}

/** Posts the next hour of every property, each gateway its own, and waits until all that follows from it is there. */
export async function arrive(
  connections: Connections,
  url: string,
  copies: Copy[],
  { next }: History,
): Promise<Arrived> {
  const body = JSON.stringify(next);
  const began = performance.now();
  const waiting = copies.values();
  const send = async () => {
    for (const { token } of waiting) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await fetch(`${url}/v1/ingest/readings`, { method: "POST", headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`Ingest answered ${answer.status}: ${text.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const answered = (performance.now() - began) / 1000;
  await waitForRefresh(connections);
  return { answered, current: (performance.now() - began) / 1000 };
}
