import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway } from "../../ingest/testing/ingest-site.ts";

let site: IngestSite;
let gateway: TestGateway;

beforeAll(async () => {
  site = await openIngestSite();
  gateway = await site.addProperty("America/Chicago", [
    { serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
});
afterAll(() => site?.close());

/** Over a socket, where the body comes in pieces of its own. */
async function postOver(url: string, payload: Buffer) {
  const headers = { authorization: `Bearer ${gateway.token}`, "content-type": "application/json", ...gzip };
  const answer = await fetch(`${url}/v1/ingest/readings`, { method: "POST", headers, body: new Uint8Array(payload) });
  return { status: answer.status, text: await answer.text() };
}

async function post(payload: Buffer, headers: Record<string, string>) {
  const url = "/v1/ingest/readings";
  const authorization = `Bearer ${gateway.token}`;
  const all = { authorization, "content-type": "application/json", ...headers };
  const answer = await site.app.inject({ method: "POST", url, headers: all, payload });
  const body: { code?: string; stored?: number; detail?: string } = answer.json();
  return { status: answer.statusCode, body };
}

const row = (hour: number, gallons = 1) => ({ serial: "M1", hour: `2026-05-01T${10 + hour}:00:00Z`, gallons });
const gzip = { "content-encoding": "gzip" };

test("accepts gzip bodies like plain ones, JSON and lines", async () => {
  const json = await post(gzipSync(JSON.stringify([row(0), row(1)])), gzip);
  expect([json.status, json.body.stored]).toEqual([200, 2]);
  const lines = gzipSync(`${JSON.stringify(row(2))}\n${JSON.stringify(row(3))}\n`);
  const answer = await post(lines, { "content-encoding": "GZIP", "content-type": "application/x-ndjson" });
  expect([answer.status, answer.body.stored]).toEqual([200, 2]);
});

test("rejects a body that decompresses beyond the limit before decompressing all of it", async () => {
  // 512 MB of blanks in half a megabyte.
  const bomb = Buffer.concat(Array.from({ length: 8 }, () => gzipSync(Buffer.alloc(64 * 1024 * 1024, " "))));
  const before = process.memoryUsage().arrayBuffers;
  const answer = await post(bomb, gzip);
  expect([answer.status, answer.body.code]).toEqual([413, "too_large"]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024);
});

test("accepts exactly the limit, and no byte more", async () => {
  const padded = (bytes: number) => gzipSync(JSON.stringify([row(4)]).padEnd(bytes));
  expect((await post(padded(8 * 1024 * 1024), gzip)).status).toBe(200);
  expect((await post(padded(8 * 1024 * 1024 + 1), gzip)).body.code).toBe("too_large");
});

test("rejects damaged, truncated and plain bodies as gzip, and unknown encodings", async () => {
  const whole = gzipSync(JSON.stringify([row(5)]));
  for (const damaged of [whole.subarray(0, whole.length - 5), Buffer.from("[]"), Buffer.alloc(0)]) {
    const answer = await post(damaged, gzip);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_gzip"]);
  }
  for (const encoding of ["deflate", "br", "gzip, gzip"]) {
    const answer = await post(deflateSync("[]"), { "content-encoding": encoding });
    expect([answer.status, answer.body.code]).toEqual([415, "unsupported_media_type"]);
    expect(answer.body.detail).toContain("gzip");
  }
});

test("works over a socket, and keeps the connection open", async () => {
  const url = await site.app.listen({ host: "127.0.0.1", port: 0 });
  for (let round = 0; round < 3; round++) {
    const answer = await postOver(url, gzipSync(JSON.stringify([row(6), row(7), row(8)])));
    expect(answer).toMatchObject({
      status: 200,
      text: expect.stringContaining(round === 0 ? '"stored":3' : '"duplicate":3'),
    });
  }
  expect((await postOver(url, Buffer.from("no gzip"))).status).toBe(400);
  const big = gzipSync(Buffer.alloc(32 * 1024 * 1024, " "));
  expect((await postOver(url, big)).status).toBe(413);
});
