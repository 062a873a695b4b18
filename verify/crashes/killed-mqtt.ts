import { setTimeout as pause } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import { benchProperty } from "../../bench/ingest/bench-property.ts";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { freePort } from "../../bench/run/server.ts";
import type { Connections } from "../../server/database/connect.ts";
import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import { findMosquitto, installMosquitto, openMosquitto } from "../../server/mqtt/testing/mosquitto.ts";
import { filters } from "../../server/mqtt/topics.ts";
import { killNowAndThen } from "../harness/product.ts";
import { bodyOf, range } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { addDifferences, compareStored } from "../harness/stored-hours.ts";
import { atLeast, type Check, caught, type Finding, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

/** A run goes on until so many are acknowledged. */
const LEAST_READINGS = 10_000;
const GATEWAYS = 4;
const METERS = 50;
const KILLS = 20;
const CONTROL_KILLS = 5;
/** Messages that a gateway has open at the same time. */
const OPEN = 10;
const FIRST_HOUR = Date.UTC(2020, 0, 1);
/** Each message open waits so long after its answer; another broker answers at once and would be filled for hours. */
const PAUSE_MS = 250;
const GIVE_UP_MS = 60_000;
/** The same for a control, in which some never comes. */
const CONTROL_GIVE_UP_MS = 10_000;
const SESSION = "dripline";

/** What became of a run: counts of single readings. */
interface Account {
  kills: number;
  acknowledged: number;
  lost: number;
  wrong: number;
}

type Way = "own broker" | "Mosquitto";

export const killedMqtt: Check = {
  id: "E2",
  proves:
    "A server killed while gateways publish at QoS 1 loses no message that was acknowledged and counts none twice, at its own broker and at another.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const findings: Finding[] = [];
    installMosquitto();
    const ways: Way[] = findMosquitto() === null ? ["own broker"] : ["own broker", "Mosquitto"];
    for (const way of ways) {
      const account = await runKilled(way, null, KILLS);
      say(`${way}: ${account.acknowledged.toLocaleString("en-US")} readings acknowledged`);
      say(`${way}, control: a server that acknowledges before it has stored, killed ${CONTROL_KILLS} times`);
      const early = await runKilled(way, "acknowledge-early", CONTROL_KILLS);
      findings.push(
        atLeast(`${way}: kills`, account.kills, KILLS),
        atLeast(`${way}: readings acknowledged`, account.acknowledged, LEAST_READINGS),
        none(`${way}: acknowledged readings lost`, account.lost),
        none(`${way}: readings with another value`, account.wrong),
        caught(`${way}, control: readings lost`, early.lost),
      );
    }
    return findings;
  },
};

async function runKilled(way: Way, sabotage: Sabotage | null, kills: number): Promise<Account> {
  const mosquitto = way === "own broker" ? null : await openMosquitto(findMosquitto() ?? "");
  const port = await freePort();
  const url = mosquitto?.url ?? `mqtt://127.0.0.1:${port}`;
  if (mosquitto !== null) await openSession(url);
  const settings: Record<string, string> =
    mosquitto === null ? { MQTT_BROKER_PORT: String(port) } : { MQTT_URL: url, MQTT_CLIENT_ID: SESSION };
  const work = withProduct(
    sabotage,
    async (scene) => {
      const places = await scene.makePlaces(GATEWAYS, METERS);
      const account: Account = { kills: 0, acknowledged: 0, lost: 0, wrong: 0 };
      const least = sabotage === null ? LEAST_READINGS : 0;
      const isOver = () => account.kills >= kills && account.acknowledged >= least;
      const acknowledge = () => {
        account.acknowledged += METERS;
      };
      const onKilled = () => {
        account.kills++;
      };
      const [sent] = await Promise.all([
        Promise.all(places.map((place) => publishHours(url, place, isOver, acknowledge))),
        killNowAndThen(scene, kills, 300, onKilled),
      ]);
      const { lost, wrong } = await scene.beside(async (connections) => {
        await waitForAll(connections, account.acknowledged, sabotage === null ? GIVE_UP_MS : CONTROL_GIVE_UP_MS);
        const compared = places.map((place, i) =>
          compareStored(connections, place, METERS, FIRST_HOUR, range(0, sent[i] ?? 0)),
        );
        return addDifferences(await Promise.all(compared));
      });
      return { ...account, lost, wrong };
    },
    { settings },
  );
  return await work.finally(() => mosquitto?.close());
}

/** What is published is kept for a session that exists, so there is one before anybody publishes. */
async function openSession(url: string) {
  const client = await mqtt.connectAsync(url, { clientId: SESSION, clean: false });
  await client.subscribeAsync([...filters], { qos: 1 });
  await client.endAsync();
}

/** Publishes hour after hour, each again until it is acknowledged. @returns how many were */
async function publishHours(
  url: string,
  place: BenchPlace,
  isOver: () => boolean,
  acknowledged: () => void,
): Promise<number> {
  const gateway = benchProperty(place.property, METERS).gateways[0].serial;
  const topic = `dripline/${place.propertyId}/${encodeURIComponent(gateway)}/readings`;
  const options = { username: gateway, password: place.token, clientId: `gateway ${place.propertyId}`, clean: false };
  const client = mqtt.connect(url, { ...options, reconnectPeriod: 50, reconnectOnConnackError: true });
  client.on("error", () => {});
  let next = 0;
  const publishing = Array.from({ length: OPEN }, async () => {
    while (!isOver()) {
      const hour = next++;
      await publishUntilAcknowledged(client, topic, bodyOf(place, METERS, FIRST_HOUR, [hour]));
      acknowledged();
      await pause(PAUSE_MS);
    }
  });
  await Promise.all(publishing);
  await client.endAsync(true);
  return next;
}

/** The client sends again by itself what was open when its connection ended, but for what it had not sent yet. */
async function publishUntilAcknowledged(client: MqttClient, topic: string, body: string) {
  for (;;) {
    try {
      await client.publishAsync(topic, body, { qos: 1 });
      return;
    } catch {
      await pause(20);
    }
  }
}

/**
 * A broker goes on delivering what it kept: waits until all is there, or nothing came for a minute (refresh holds
 * readings up for seconds).
 */
async function waitForAll(connections: Connections, acknowledged: number, giveUpMs: number) {
  let newest = performance.now();
  for (let before = 0; before < acknowledged && performance.now() - newest < giveUpMs; await pause(250)) {
    const now = await countStored(connections);
    if (now > before) newest = performance.now();
    before = now;
  }
}

async function countStored({ worker }: Connections): Promise<number> {
  const row = await queryRow(worker, CountRow)`
    select coalesce(sum(array_length(array_remove(gallons, null), 1)), 0)::int as count from meter_days`;
  return row?.count ?? 0;
}
