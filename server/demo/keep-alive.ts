import { sql } from "kysely";
import { type Arrival, arrivalsBetween } from "../../simulator/received.ts";
import type { Connections } from "../database/connect.ts";
import { MOST_ROWS } from "../ingest/batch/parse-readings.ts";
import { createGatewayToken } from "../ingest/tokens/gateway-token.ts";
import type { Clock } from "../time/clock.ts";
import { HOUR_MS } from "../time/durations.ts";
import type { DemoProperty } from "./places.ts";
import { keepDemoProgress, readDemoProgress } from "./progress.ts";

/** How often the simulated gateways look whether they have something to send. */
const TICK_MS = 5 * 60_000;
/** The longest stretch sent in one go, when the server was off for a while. */
const STRETCH_MS = 24 * HOUR_MS;

/**
 * Keeps the demo's gateways sending, late and faulty data included, through the ingest call like any gateway.
 * @param baseUrl where the server listens
 * @param onError receives errors until they are stopped; a failure is retried at the next interval
 * @returns a function that stops them
 */
export function keepDemoAlive(
  connections: Connections,
  properties: DemoProperty[],
  baseUrl: string,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  let tokens: Map<string, string> | null = null;
  let stopped = false;
  let busy = false;
  const tick = async () => {
    if (busy || stopped) return;
    busy = true;
    try {
      tokens ??= await freshTokens(connections, properties);
      await sendWaiting(connections, properties, tokens, baseUrl, clock, () => stopped);
    } catch (error) {
      if (!stopped) onError(error);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(tick, TICK_MS);
  void tick();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

async function sendWaiting(
  connections: Connections,
  properties: DemoProperty[],
  tokens: Map<string, string>,
  baseUrl: string,
  clock: Clock,
  isStopped: () => boolean,
) {
  const progress = await readDemoProgress(connections);
  if (progress === null || progress.until === null) return;
  const now = clock();
  for (let after = progress.until; after < now && !isStopped(); ) {
    const until = Math.min(after + STRETCH_MS, now);
    for (const property of properties) {
      const byGateway = Map.groupBy(
        arrivalsBetween(property.simulated, after, until),
        (arrival) => `${property.propertyId} ${arrival.gatewaySerial}`,
      );
      for (const [gateway, arrivals] of byGateway) {
        const token = tokens.get(gateway);
        if (token !== undefined) await send(baseUrl, token, arrivals);
      }
    }
    await keepDemoProgress(connections, { ...progress, until });
    after = until;
  }
}

/** What a gateway may not send, because its token was revoked or its property archived, is lost. */
async function send(baseUrl: string, token: string, arrivals: Arrival[]) {
  for (let from = 0; from < arrivals.length; from += MOST_ROWS) {
    const readings = arrivals.slice(from, from + MOST_ROWS).map((arrival) => ({
      serial: arrival.serialNumber,
      // The call names the last hour that a reading covers.
      hour: new Date(arrival.at + (arrival.hours - 1) * HOUR_MS).toISOString(),
      gallons: arrival.gallons / 1000,
      flow_time: arrival.flowTime,
      events: arrival.events,
      hours: arrival.hours,
      sequence: arrival.sequence,
    }));
    const response = await fetch(`${baseUrl}/v1/ingest/readings`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(readings),
    });
    if (response.status === 401 || response.status === 404) return;
    if (!response.ok) throw new Error(`A simulated gateway got ${response.status}: ${await response.text()}`);
  }
}

/**
 * New tokens for all gateways of the demo, by property and serial number; those of the last start end. A simulated
 * gateway whose serial number was changed finds none, and sends nothing.
 */
async function freshTokens(connections: Connections, properties: DemoProperty[]): Promise<Map<string, string>> {
  const progress = await readDemoProgress(connections);
  const old = progress?.tokenIds ?? [];
  await sql`update gateway_tokens set revoked_at = now() where id = any(${old}::bigint[])`.execute(connections.worker);
  const tokens = new Map<string, string>();
  const tokenIds: number[] = [];
  for (const { propertyId, gatewayIds } of properties) {
    for (const [serial, gatewayId] of gatewayIds) {
      const { id, token } = await createGatewayToken(connections.worker, propertyId, gatewayId);
      tokens.set(`${propertyId} ${serial}`, token);
      tokenIds.push(id);
    }
  }
  if (progress !== null) await keepDemoProgress(connections, { ...progress, tokenIds });
  return tokens;
}
