import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallName, calls } from "../../../contract/calls.ts";
import { buildApp } from "../app.ts";

const isCallName = (name: string): name is CallName => name in calls;
const app = buildApp({
  logLevel: "silent",
  authenticate: async () => null,
  onRejected: async () => {},
  routes: ({ served }) => {
    for (const name of Object.keys(calls)) if (isCallName(name)) served.add(name);
  },
});
let port: number;

beforeAll(async () => {
  app.get("/v1/here", async () => ({}));
  port = Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => app.close());

async function send(headers: string[]) {
  const sent = request({ port, host: "127.0.0.1", path: "/v1/here", headers, setHost: false }).end();
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode, body: await text(answer) };
}

test.each([
  [["Host", "water.example.com", "Host", "evil.example"]],
  [["Host", "water.example.com", "host", "water.example.com"]],
])("rejects a request with two Host headers: %j", async (headers) => {
  const { status, body } = await send(headers);
  expect([status, JSON.parse(body).detail]).toEqual([400, "Send one Host header."]);
});

test("accepts a request with one Host header, whatever other headers name a host", async () => {
  expect((await send(["Host", "water.example.com", "X-Host", "Host", "X-Other", "Host"])).status).toBe(200);
});
