import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import mqtt, { type MqttClient } from "mqtt";
import { benchProperty } from "../../bench/ingest/bench-property.ts";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { freePort } from "../../bench/run/server.ts";
import type { Connections } from "../../server/database/connect.ts";
import { findMosquitto, installMosquitto, openMosquitto } from "../../server/mqtt/testing/mosquitto.ts";
import { filters } from "../../server/mqtt/topics.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { type Product, productAt } from "../harness/product.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";
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
  return await inScratchFolder(async (folder) => {
    const mosquitto = way === "own broker" ? null : await openMosquitto(findMosquitto() ?? "");
    const port = await freePort();
    const url = mosquitto?.url ?? `mqtt://127.0.0.1:${port}`;
    if (mosquitto !== null) await openSession(url);
    const settings: Record<string, string> =
      mosquitto === null ? { MQTT_BROKER_PORT: String(port) } : { MQTT_URL: url, MQTT_CLIENT_ID: SESSION };
    const product = await productAt(folder, sabotage, settings);
    try {
      await product.start();
      const places = await besideServer(folder, (connections) => makePlaces(connections, GATEWAYS, METERS));
      const account: Account = { kills: 0, acknowledged: 0, lost: 0, wrong: 0 };
      const least = sabotage === null ? LEAST_READINGS : 0;
      const isOver = () => account.kills >= kills && account.acknowledged >= least;
      const acknowledge = () => {
        account.acknowledged += METERS;
      };
      const [sent] = await Promise.all([
        Promise.all(places.map((place) => publishHours(url, place, isOver, acknowledge))),
        killNowAndThen(product, kills, account),
      ]);
      await besideServer(folder, async (connections) => {
        await waitForAll(connections, account.acknowledged, sabotage === null ? GIVE_UP_MS : CONTROL_GIVE_UP_MS);
        for (const [i, place] of places.entries()) await compare(connections, place, sent[i] ?? 0, account);
      });
      return account;
    } finally {
      await product.stop();
      await mosquitto?.close();
    }
  });
}

/** What is published is kept for a session that exists, so there is one before anybody publishes. */
async function openSession(url: string) {
  const client = await mqtt.connectAsync(url, { clientId: SESSION, clean: false });
  await client.subscribeAsync([...filters], { qos: 1 });
  await client.endAsync();
}

async function killNowAndThen(product: Product, kills: number, account: Account) {
  while (account.kills < kills) {
    // Without rhythm, so that every moment of a message is hit.
    await pause(300 + Math.random() * 700);
    await product.kill();
    account.kills++;
    await product.start();
  }
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
  const serials = serialsOf(place, METERS);
  const options = { username: gateway, password: place.token, clientId: `gateway ${place.propertyId}`, clean: false };
  const client = mqtt.connect(url, { ...options, reconnectPeriod: 50, reconnectOnConnackError: true });
  client.on("error", () => {});
  let next = 0;
  const publishing = Array.from({ length: OPEN }, async () => {
    while (!isOver()) {
      const hour = next++;
      await publishUntilAcknowledged(client, topic, bodyOf(serials, hour));
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

function bodyOf(serials: string[], hour: number): string {
  const time = new Date(FIRST_HOUR + hour * HOUR_MS).toISOString();
  return JSON.stringify(
    serials.map((serial, meter) => ({ serial, hour: time, gallons: thousandthsOf(meter, hour) / 1000 })),
  );
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
  const found = await sql<{ n: number }>`
    select coalesce(sum(array_length(array_remove(gallons, null), 1)), 0)::int as n from meter_days`.execute(worker);
  return found.rows[0]?.n ?? 0;
}

/** Holds what is stored of a property against what was acknowledged. */
async function compare({ worker }: Connections, place: BenchPlace, hours: number, account: Account) {
  const serials = serialsOf(place, METERS);
  const rows = await sql<{ serial: string; at: number; gallons: number }>`
    select m.serial_number as serial, h.gallons,
      extract(epoch from (d.day::timestamp at time zone ${place.timeZone}))::bigint * 1000 + (h.n - 1) * 3600000 as at
    from meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id
    cross join lateral unnest(d.gallons) with ordinality as h (gallons, n)
    where d.property_id = ${place.propertyId} and h.gallons is not null`.execute(worker);
  const stored = new Map(rows.rows.map((row) => [`${row.serial} ${row.at}`, row.gallons]));
  for (let hour = 0; hour < hours; hour++) {
    for (const [meter, serial] of serials.entries()) {
      const value = stored.get(`${serial} ${FIRST_HOUR + hour * HOUR_MS}`);
      if (value === undefined) account.lost++;
      else if (value !== thousandthsOf(meter, hour)) account.wrong++;
    }
  }
}
