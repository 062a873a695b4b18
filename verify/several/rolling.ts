import { setTimeout as pause } from "node:timers/promises";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { inFleet } from "../harness/fleet.ts";
import { makeAdmin, signIn } from "../harness/person.ts";
import { startTraffic } from "../release/traffic.ts";
import { openBalancer } from "./balancer.ts";

const METERS = 30;
const SENDERS = 3;

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
      const { cookie } = await signIn(balancer.url, await makeAdmin(connections));
      const traffic = startTraffic(balancer.url, cookie, places);
      let restarts = 0;
      for (const server of servers) {
        while (balancer.ready() < servers.length) await pause(20);
        await (isKilled ? server.kill() : server.stop());
        if (isKilled && traffic.failed.length > 0) break;
        await server.start();
        restarts++;
      }
      const { requests, failed } = await traffic.stop();
      return { requests, lost: failed, restarts };
    } finally {
      await balancer.close();
    }
  });
}
