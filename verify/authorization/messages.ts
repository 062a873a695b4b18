import { setImmediate } from "node:timers/promises";
import mqtt from "mqtt";
import { isDatabaseDown } from "../../server/database/is-database-down.ts";
import { startBroker } from "../../server/mqtt/broker.ts";
import { homeReading } from "../world/history.ts";
import { NOW, type Site } from "../world/site.ts";
import { touched } from "../world/touched.ts";
import type { World } from "../world/world.ts";

/**
 * Lets the gateway of one property send messages that name another's meters, and on topics of others, and listen to
 * them.
 * @returns how many messages were sent, and what was wrong
 */
export async function tryMessages(site: Site, world: World): Promise<{ sent: number; wrong: string[] }> {
  const { home, unassigned, foreign } = world;
  const wrong: string[] = [];
  const log = { info: () => {}, warn: () => {} };
  const deps = { connections: site.connections, clock: () => NOW, log, isDatabaseDown };
  const broker = await startBroker({ host: "127.0.0.1", port: 0, tls: null }, deps);
  const connect = async (password: string) => {
    const options = { username: "gate", password, reconnectPeriod: 0 };
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, options, false);
    client.on("error", () => {});
    return client;
  };
  const topic = ({ propertyId, names }: typeof home, kind: string) => `dripline/${propertyId}/${names.gateway}/${kind}`;
  let before = new Map<string, string>();
  const own = await touched(site, home);
  let sent = 0;
  const received: string[] = [];
  try {
    for (const place of [unassigned, foreign]) {
      for (const filter of ["#", "dripline/#", topic(place, "readings"), "$SYS/#"]) {
        const listener = await connect(home.gatewayToken);
        listener.on("message", (name) => received.push(name));
        const granted = await listener.subscribeAsync(filter, { qos: 1 }).catch(() => []);
        if (granted.some(({ qos }) => qos < 128)) wrong.push(`The gateway of A may listen to ${filter}.`);
        const theirs = await connect(place.gatewayToken);
        const reading = homeReading({ meter: place.names.meter }, place.canary);
        await theirs.publishAsync(topic(place, "readings"), JSON.stringify([reading]), { qos: 1 });
        await setImmediate();
        await theirs.endAsync(true);
        await listener.endAsync(true);
        sent++;
      }
    }
    before = await touched(site, foreign);
    for (const place of [unassigned, foreign]) {
      const row = homeReading({ meter: place.names.meter }, { volume: 31 });
      const messages = [
        ["readings", JSON.stringify([row, homeReading({ meter: home.names.meter }, home.canary)])],
        ["heartbeat", JSON.stringify({ meters: [{ serial: String(place.names.meter), signal: -1 }] })],
      ] as const;
      for (const [kind, message] of messages) {
        const client = await connect(home.gatewayToken);
        await client.publishAsync(topic(home, kind), message, { qos: 1 });
        await client.endAsync(true);
        const stranger = await connect(home.gatewayToken);
        const ended = new Promise<void>((done) => stranger.once("close", () => done()));
        stranger.publish(topic(place, kind), message, { qos: 1 }, () => {});
        await ended;
        sent += 2;
      }
    }
  } finally {
    await broker.stop();
  }
  for (const name of received) wrong.push(`The gateway of A received ${name}.`);
  for (const [table, sum] of await touched(site, foreign)) {
    if (sum !== before.get(table)) {
      wrong.push(`${table} of ${foreign.canary.marker} has changed by messages of the gateway of A.`);
    }
  }
  if ([...(await touched(site, home))].every(([table, sum]) => own.get(table) === sum)) {
    wrong.push("No message of the gateway of A came through: nothing was tried.");
  }
  return { sent, wrong };
}
