import mqtt from "mqtt";
import { benchProperty } from "../../bench/ingest/bench-property.ts";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { freePort } from "../../bench/run/server.ts";
import { calls } from "../../contract/calls.ts";
import { checksum, type Sums } from "../harness/checksum.ts";
import { ask, type Person, upload, waitForImport } from "../harness/person.ts";
import { takeReadings } from "../harness/readings.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { fileOf, type SentHour } from "./batches.ts";

export const ways = ["HTTP", "MQTT", "file"] as const;
export type Way = (typeof ways)[number];

/** What an installation holds and answers after all. */
export interface Left {
  sums: Sums;
  /** Reports that were answered, by their addresses. */
  reports: Map<string, string>;
  leaks: number;
  /** Answers in which received is not stored, duplicate and rejected together, or rows were rejected. */
  unaccounted: number;
}

/**
 * Makes an installation with one property of so many meters, lets it be sent everything, and looks at it.
 * @param send gets what takes a batch by one of the ways, until it is stored
 * @param days the first and the last of the period that reports are requested for
 */
export async function inInstallation(
  sabotage: Sabotage | null,
  meters: number,
  days: { first: string; last: string },
  send: (take: (way: Way, rows: SentHour[]) => Promise<void>) => Promise<void>,
): Promise<Left> {
  const broker = await freePort();
  const work = async (scene: Scene) => {
    const place = await scene.makePlace(meters);
    const person = await scene.signInAdmin();
    await setPrice(person, scene);
    let unaccounted = 0;
    const account = (answer: { received: number; stored: number; duplicate: number; rejected: number }) => {
      const { received, stored, duplicate, rejected } = answer;
      if (received !== stored + duplicate + rejected || rejected > 0) unaccounted++;
    };
    const serial = benchProperty(place.property, meters).gateways[0].serial;
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker}`, { username: serial, password: place.token });
    const topic = `dripline/${place.propertyId}/${encodeURIComponent(serial)}/readings`;
    await send(async (way, rows) => {
      if (way === "MQTT") await client.publishAsync(topic, JSON.stringify(rows), { qos: 1 });
      else if (way === "HTTP") account(await takeReadings(scene, place, JSON.stringify(rows)));
      else {
        const { id } = await upload(person, place.propertyId, fileOf(rows));
        const { stored, duplicate, rejected } = await waitForImport(person, place.propertyId, id);
        account({ received: rows.length, stored, duplicate: duplicate ?? 0, rejected });
      }
    });
    await client.endAsync();
    const leaks = await scene.beside(async (connections) => {
      await waitForRefresh(connections);
      return Number((await connections.worker.selectFrom("leaks").select("meter_id").execute()).length);
    });
    return { sums: await checksum(scene.folder), reports: await reportsOf(person, place, days), leaks, unaccounted };
  };
  return await withProduct(sabotage, work, { settings: { MQTT_BROKER_PORT: String(broker) } });
}

/** So that there are costs. */
async function setPrice(person: Person, { beside }: Scene) {
  const [organization] = await beside(({ worker }) => worker.selectFrom("organizations").select("id").execute());
  const path = "/v1/reporting/portfolio-insights/finances/organization-gallon-price";
  const answer = await ask(person, ["POST", path, { organization_id: organization?.id, cost: 0.013 }]);
  if (answer.status !== 201) throw new Error(`A price was answered with ${answer.status}: ${answer.text}`);
}

/** Files with the time of their making, devices as they were seen just now, and prices as they were set just now. */
const timeDependent = /\/(export|device-health|organization-gallon-price)\b/;

/** What every report of the contract answers that needs no more than the property and a period. */
async function reportsOf(person: Person, { propertyId }: BenchPlace, days: { first: string; last: string }) {
  const period = `start_date=${days.first}&end_date=${days.last}`;
  const answers = new Map<string, string>();
  for (const name of Object.keys(calls)) {
    if (!name.startsWith("GET /v1/reporting/")) continue;
    const path = name.slice("GET ".length).replace(/properties\/\{(id|property_id)\}/, `properties/${propertyId}`);
    if (path.includes("{") || timeDependent.test(path)) continue;
    for (const query of [period, "", `property_id=${propertyId}&${period}`]) {
      const { status, text } = await ask(person, ["GET", `${path}?${query}`]);
      if (status === 200) answers.set(`${path}?${query}`, text);
    }
  }
  return answers;
}
