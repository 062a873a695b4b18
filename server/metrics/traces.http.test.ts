import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "../config.ts";
import { addTestProperty } from "../ingest/testing/ingest-site.ts";
import { startServer } from "../start-server.ts";
import { freshDatabase } from "../testing/fresh-database.ts";

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
});
/** As OTLP writes it, https://opentelemetry.io/docs/specs/otlp. */
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Sent = z.infer<typeof sent>["resourceSpans"][number];

/** Takes what is sent to it while the server runs that `work` uses. */
async function received(
  settings: Record<string, string>,
  work: (url: string, token: string) => Promise<void>,
): Promise<{ bodies: Sent[]; keys: (string | undefined)[] }> {
  const bodies: Sent[] = [];
  const keys: (string | undefined)[] = [];
  const receiver = createServer(async (request, response) => {
    expect(request.url).toBe("/v1/traces");
    keys.push(request.headers["x-key"]?.toString());
    bodies.push(...sent.parse(await json(request)).resourceSpans);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const at = receiver.address();
  const folder = mkdtempSync(join(tmpdir(), "dripline-traces-"));
  const database = await freshDatabase();
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SESSION_SECRET: "not a secret, for one test run only",
    PORT: "0",
    LOG_LEVEL: "silent",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${typeof at === "object" ? at?.port : ""}`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20key",
    ...settings,
  });
  const server = await startServer(config, () => {});
  const meter = { unit: "1", attachedTo: "SPOE", registerFactor: null, serial: "A-1" } as const;
  const { token } = await addTestProperty(server.connections, "America/New_York", [meter]);
  await work(server.url, token);
  await server.stop();
  receiver.close();
  await database.drop();
  rmSync(folder, { recursive: true });
  return { bodies, keys };
}

const spansOf = (bodies: Sent[]) => bodies.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans);
const attributeOf = (attributes: z.infer<typeof attribute>[], key: string) =>
  attributes.find((one) => one.key === key)?.value;

const post = (url: string, token: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/ingest/readings?secret=1`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify([{ serial: "A-1", hour: "2026-05-01T10:00:00Z", gallons: 1 }]),
  });

test("puts a request and its queries into one trace, with the id of its error answers", async () => {
  let requestId = "";
  const { bodies, keys } = await received({ OTEL_SERVICE_NAME: "water" }, async (url, token) => {
    await post(url, token);
    const rejected: unknown = await (await fetch(`${url}/v1/me`)).json();
    requestId = z.object({ request_id: z.string() }).parse(rejected).request_id;
  });
  expect(new Set(keys)).toEqual(new Set(["a key"]));
  expect(attributeOf(bodies[0]?.resource.attributes ?? [], "service.name")?.stringValue).toBe("water");
  const spans = spansOf(bodies);
  const request = spans.find(({ name }) => name === "POST /v1/ingest/readings");
  expect(attributeOf(request?.attributes ?? [], "http.response.status_code")?.intValue).toBe(200);
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(queries.map(({ traceId }) => traceId)).toEqual(queries.map(() => request?.traceId));
  const texts = queries.map(({ attributes }) => attributeOf(attributes, "db.query.text")?.stringValue ?? "");
  // Before its body was read, and after.
  expect(texts.some((text) => text.includes("gateway_tokens"))).toBe(true);
  expect(texts.some((text) => /insert into meter_days/.test(text))).toBe(true);
  expect(JSON.stringify(bodies)).not.toContain("secret");
  const rejected = spans.find(({ name }) => name === "GET /v1/me");
  expect(attributeOf(rejected?.attributes ?? [], "dripline.request_id")?.stringValue).toBe(requestId);
});

test.each([
  ["a proxy that is believed", "127.0.0.1", true],
  ["nobody else", "", false],
])("continues a client's trace for %s", async (_, TRUSTED_PROXIES, isBelieved) => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const { bodies } = await received({ TRUSTED_PROXIES }, async (url, token) => {
    await post(url, token, { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  });
  const ids = new Set(spansOf(bodies).map((span) => span.traceId));
  expect(ids.size).toBeGreaterThan(0);
  expect(ids.has(traceId)).toBe(isBelieved);
});

test("sends nothing with a sampling ratio of zero", async () => {
  const { bodies } = await received({ OTEL_TRACES_SAMPLER_ARG: "0" }, async (url, token) => {
    await post(url, token);
  });
  expect(bodies).toEqual([]);
});
