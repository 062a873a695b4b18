import { setTimeout as pause } from "node:timers/promises";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { makeAdmin, signIn } from "../harness/admin.ts";
import { openBalancer } from "./balancer.ts";
import { bodyOf } from "./files.ts";
import { inFleet } from "./fleet.ts";

const METERS = 30;
const SENDERS = 3;
const READERS = 3;
const REPORTS = ["/v1/me", "/v1/reporting/my-properties/", "/v1/reporting/overview?days_ago=30"];

export interface Rolled {
  requests: number;
  lost: string[];
  restarts: number;
}

/**
 * Restarts each server, one after another, as a rolling update does, while readings and queries come by a balancer.
 * @param isKilled whether they are killed rather than stopped, until a request is lost
 */
export function rollOver(cluster: EmbeddedPostgres, isKilled: boolean): Promise<Rolled> {
  const plan = { sabotage: null, isShared: false };
  return inFleet(cluster, ["one", "two", "three"], plan, async ({ servers, connections }) => {
    await Promise.all(servers.map((server) => server.start()));
    const places = await makePlaces(connections, SENDERS, METERS);
    const balancer = await openBalancer(servers.map(({ url }) => url));
    try {
      const cookie = await signIn(balancer.url, await makeAdmin(connections));
      const rolled: Rolled = { requests: 0, lost: [], restarts: 0 };
      let isOver = false;
      const ask = async (path: string, options: RequestInit) => {
        rolled.requests++;
        try {
          const answer = await fetch(balancer.url + path, options);
          const text = await answer.text();
          if (answer.status !== 200) rolled.lost.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
        } catch (error) {
          rolled.lost.push(`${path}: ${error instanceof Error ? (error.cause ?? error) : error}`);
        }
      };
      const send = async (place: BenchPlace) => {
        const headers = { authorization: `Bearer ${place.token}`, "content-type": "application/json" };
        for (let hour = Math.floor(Date.now() / HOUR_MS) - 4000; !isOver; hour++) {
          await ask("/v1/ingest/readings", { method: "POST", headers, body: bodyOf(place, METERS, hour, 1) });
          await pause(20);
        }
      };
      const read = async (first: number) => {
        for (let n = first; !isOver; n++) {
          await ask(REPORTS[n % REPORTS.length] ?? "", { headers: { cookie } });
          await pause(20);
        }
      };
      const load = [...places.map(send), ...Array.from({ length: READERS }, (_, n) => read(n))];
      for (const server of servers) {
        while (balancer.ready() < servers.length) await pause(20);
        await (isKilled ? server.kill() : server.stop());
        if (isKilled && rolled.lost.length > 0) break;
        await server.start();
        rolled.restarts++;
      }
      isOver = true;
      await Promise.all(load);
      return rolled;
    } finally {
      await balancer.close();
    }
  });
}
