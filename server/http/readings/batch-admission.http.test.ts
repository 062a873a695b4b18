import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "../../ingest/testing/ingest-site.ts";

const meters: TestMeter[] = [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null }];
const BODY = JSON.stringify([{ serial: "M1", hour: "2026-05-01T01:00:00Z", gallons: 1 }]);
const PATIENT = { timeout: 15_000 };
let site: IngestSite;
let address: string;
let gateways: TestGateway[];

beforeAll(async () => {
  site = await openIngestSite();
  gateways = [
    await site.addProperty("America/Chicago", meters),
    await site.addProperty("America/Chicago", meters),
    await site.addProperty("America/Chicago", meters),
  ];
  address = await site.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => site?.close());

/** Announces a body's length, and sends nothing of it. */
function announce(gateway: number, bytes: number): ClientRequest {
  const headers = {
    authorization: `Bearer ${gateways[gateway]?.token}`,
    "content-type": "application/json",
    "content-length": bytes,
    expect: "100-continue",
  };
  const sending = request(`${address}/v1/ingest/readings`, { method: "POST", headers });
  sending.on("error", () => {});
  sending.flushHeaders();
  return sending;
}

/** Reserves memory as a batch whose body never arrives; retries when rejected because of another one. */
function holdRoom(gateway: number, bytes: number): { release: () => void } {
  let isOver = false;
  const ask = (): ClientRequest => {
    const sending = announce(gateway, bytes);
    sending.once("response", () => {
      sending.destroy();
      if (!isOver) holding = ask();
    });
    return sending;
  };
  let holding = ask();
  return {
    release: () => {
      isOver = true;
      holding.destroy();
    },
  };
}

async function post(gateway: number) {
  const answer = await fetch(`${address}/v1/ingest/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateways[gateway]?.token}`, "content-type": "application/json" },
    body: BODY,
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
}

test("admits batches while there is room, and answers others with Retry-After", async () => {
  const MiB = 1024 * 1024;
  const large = holdRoom(0, 8 * MiB);
  // Once the first one is admitted, a second of its gateway would exceed the limit.
  await expect.poll(() => post(0), PATIENT).toEqual({ status: 429, retryAfter: "1" });
  const second = holdRoom(1, 4 * MiB);
  await expect.poll(() => post(2), PATIENT).toEqual({ status: 503, retryAfter: "5" });
  second.release();
  await expect.poll(() => post(2), PATIENT).toEqual({ status: 200, retryAfter: null });
  large.release();
  await expect.poll(() => post(0), PATIENT).toEqual({ status: 200, retryAfter: null });
});

test("releases the room of an answered batch", async () => {
  // Together more than ten times the limit of a gateway.
  const padding = " ".repeat(1024 * 1024);
  for (let i = 0; i < 40; i++) {
    const sending = announce(1, BODY.length + padding.length);
    sending.end(BODY + padding);
    const [answer] = await once(sending, "response");
    answer.resume();
    expect(answer.statusCode).toBe(200);
  }
});
