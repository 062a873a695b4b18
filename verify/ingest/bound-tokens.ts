import { setTimeout as pause } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import { benchProperty } from "../../bench/ingest/bench-property.ts";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { freePort } from "../../bench/run/server.ts";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import { ask } from "../harness/person.ts";
import { postReadings, serialsOf } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const METERS = 10;
const HOUR = "2026-05-01T01:00:00Z";
/** A connection that is still there so long after its token ended is taken for one that stays. */
const STAYS_MS = 5000;

interface Outcome {
  /** Readings of another property's meters that were not rejected one by one, or that are stored there. */
  foreignMeters: number;
  /** Foreign topics on which a message was acknowledged, and filters to which a subscription was granted. */
  published: number;
  subscribed: number;
  tried: number;
  /** Milliseconds until the connection of a token that a person ended was over, the longest. */
  connectedMs: number;
  /** Posts with an ended token that were taken. */
  taken: number;
  /** Own messages that were acknowledged, before. */
  own: number;
}

export const boundTokens: Check = {
  id: "E17",
  proves:
    "A gateway's token is good for its own meters and its own topic and nothing else, over HTTP and MQTT, and for nothing any more within a second of being ended.",
  runsIn: "fast",
  waitsMostly: true,
  run: async (say) => {
    const outcome = await tryTokens(null);
    say("control: a broker that lets everybody publish and subscribe, and looks at no token twice");
    const open = await tryTokens("open-broker");
    return [
      atLeast("own messages acknowledged", outcome.own, 2),
      atLeast("foreign topics and filters tried", outcome.tried, 14),
      none("readings of another property's meters taken", outcome.foreignMeters),
      none("messages on foreign topics acknowledged", outcome.published),
      none("subscriptions granted", outcome.subscribed),
      none("posts with an ended token taken", outcome.taken),
      atMost("connection of an ended token over within", outcome.connectedMs, 1000, "ms"),
      caught("control: messages on foreign topics", open.published),
      caught("control: subscriptions", open.subscribed),
      caught("control: connection of an ended token", open.connectedMs, STAYS_MS, "ms"),
    ];
  },
};

async function tryTokens(sabotage: Sabotage | null): Promise<Outcome> {
  const port = await freePort();
  return withProduct(
    sabotage,
    async (scene) => {
      const [mine, other] = await scene.makePlaces(2, METERS);
      if (mine === undefined || other === undefined) throw new Error("No properties were made.");
      const person = await scene.signInAdmin();
      const outcome: Outcome = {
        foreignMeters: 0,
        published: 0,
        subscribed: 0,
        tried: 0,
        connectedMs: 0,
        taken: 0,
        own: 0,
      };
      const connect = () =>
        mqtt.connectAsync(
          `mqtt://127.0.0.1:${port}`,
          { username: "G", password: mine.token, reconnectPeriod: 0 },
          false,
        );

      const answer = await postReadings(scene, mine, bodyOf(other));
      outcome.foreignMeters += METERS - ingestAnswer.parse(JSON.parse(answer.text)).rejected;
      const client = await connect();
      for (const _ of [1, 2]) {
        await client.publishAsync(topicOf(mine), bodyOf(mine), { qos: 1 });
        outcome.own++;
      }
      await client.publishAsync(topicOf(mine), bodyOf(other), { qos: 1 });
      await client.endAsync();
      for (const topic of foreignTopics(mine, other)) {
        outcome.tried++;
        if (await isAcknowledged(await connect(), topic, bodyOf(other))) outcome.published++;
      }
      const subscriber = await connect();
      for (const filter of [
        "#",
        "dripline/#",
        "+/+/+/readings",
        "$SYS/#",
        topicOf(other),
        topicOf(mine),
        "$share/a/dripline/#",
      ]) {
        outcome.tried++;
        const granted = await subscriber.subscribeAsync(filter, { qos: 1 }).catch(() => []);
        outcome.subscribed += granted.filter(({ qos }) => qos < 128).length;
      }
      outcome.foreignMeters += await scene.beside(async ({ worker }) => {
        const row = await queryRow(
          worker,
          CountRow,
        )`select count(*) from meter_days where property_id = ${other.propertyId}`;
        return row?.count ?? 0;
      });

      const closed = closeOf(subscriber);
      const began = performance.now();
      const ended = await ask(person, [
        "DELETE",
        `/v1/admin/properties/${mine.propertyId}/gateway-tokens/${/^dlg_(\d+)_/.exec(mine.token)?.[1]}`,
      ]);
      if (ended.status !== 200) throw new Error(`A token was not ended: ${ended.status} ${ended.text}`);
      if ((await postReadings(scene, mine, bodyOf(mine))).status !== 401) outcome.taken++;
      await Promise.race([closed, pause(STAYS_MS + 100)]);
      outcome.connectedMs = performance.now() - began;
      await subscriber.endAsync(true);
      return outcome;
    },
    { settings: { MQTT_BROKER_PORT: String(port) } },
  );
}

const gatewayOf = ({ property }: BenchPlace) => encodeURIComponent(benchProperty(property, METERS).gateways[0].serial);

function topicOf(place: BenchPlace): string {
  return `dripline/${place.propertyId}/${gatewayOf(place)}/readings`;
}

function foreignTopics(mine: BenchPlace, other: BenchPlace): string[] {
  return [
    topicOf(other),
    `dripline/${other.propertyId}/${gatewayOf(mine)}/readings`,
    `dripline/${mine.propertyId}/${gatewayOf(other)}/readings`,
    `dripline/${mine.propertyId}/${gatewayOf(other)}/heartbeat`,
    `${topicOf(mine)}/more`,
    "some/where",
    "$SYS/broker/readings",
  ];
}

function bodyOf(place: BenchPlace): string {
  return JSON.stringify(serialsOf(place, METERS).map((serial) => ({ serial, hour: HOUR, gallons: 1 })));
}

function closeOf(client: MqttClient): Promise<void> {
  return new Promise((done) => client.once("close", () => done()));
}

/** Whether the broker acknowledges a message, rather than ending the connection over it. */
async function isAcknowledged(client: MqttClient, topic: string, body: string): Promise<boolean> {
  client.on("error", () => {});
  const closed = closeOf(client).then(() => false);
  const published = client.publishAsync(topic, body, { qos: 1 }).then(
    () => true,
    () => false,
  );
  const acknowledged = await Promise.race([published, closed]);
  await client.endAsync(true);
  return acknowledged;
}
