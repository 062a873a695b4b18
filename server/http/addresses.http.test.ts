import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "../../contract/call/fields.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

let site: ScopedApp;
let address: URL;
beforeAll(async () => {
  site = await scopedApp("2026-05-06T08:00:00Z");
  address = new URL(await site.listen());
});
afterAll(() => site.close());

/** Sends raw bytes, and waits until the connection closes. */
async function sendBytes(text: string): Promise<{ status: number; headers: string; body: unknown }> {
  const socket = connect(Number(address.port), address.hostname);
  socket.write(text);
  let answer = "";
  for await (const piece of socket.setEncoding("utf8")) answer += piece;
  const [headers = "", body = ""] = answer.split("\r\n\r\n");
  const isJson = headers.includes("json");
  return {
    status: Number(headers.split(" ")[1]),
    headers: headers.toLowerCase(),
    body: isJson ? JSON.parse(body) : body,
  };
}

const staff = { role: "IONAdmin" as const, isStaff: true };

describe("answers unknown URLs as problems", () => {
  test("names the field of a path parameter that is too long, or the path if none can be that long", async () => {
    const meter = (length: number) => `/v1/reporting/leak-report/leak-details/meters/${"x".repeat(length)}/overview`;
    const long = await site.ask(staff, "GET", meter(201));
    expect([long.status, long.json()]).toMatchObject([400, { code: "invalid_request", meter: [expect.any(String)] }]);
    const endless = await site.ask(staff, "GET", meter(2000));
    expect([endless.status, problem.parse(endless.json()).code]).toEqual([414, "address_too_long"]);
  });

  test("counts letters of a name, not their escaped length", async () => {
    const meter = encodeURIComponent("ऋ".repeat(100));
    const { status } = await site.ask(staff, "GET", `/v1/reporting/leak-report/leak-details/meters/${meter}/overview`);
    expect(status).toBe(404);
  });

  test("rejects an invalid escape sequence", async () => {
    const broken = await site.ask(staff, "GET", "/v1/leaks/%zz");
    expect([broken.status, problem.parse(broken.json()).code]).toEqual([400, "invalid_request"]);
  });

  test("normalizes unusual paths, with and without the web app's files", async () => {
    for (const path of [
      "//v1/me",
      "/v1//me",
      "/v1/./me",
      "/v1/%2e/me",
      "/v1/me%00",
      "/v1/me;x",
      "/v1%2fme",
      "/assets/",
    ]) {
      const answer = await sendBytes(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept: */*\r\nconnection: close\r\n\r\n`);
      if (answer.headers.includes("text/html")) continue;
      expect([path, answer.status]).toEqual([path, 404]);
      expect(problem.parse(answer.body).code).toBe("not_found");
    }
  });

  test("rejects other methods with those allowed", async () => {
    const answer = await site.ask(staff, "PUT", "/v1/leaks");
    expect([answer.status, problem.parse(answer.json()).code]).toEqual([405, "method_not_allowed"]);
    const near = await site.ask(staff, "PUT", "/v1/admin/audit-log_csv");
    expect(near.status).toBe(404);
  });
});

describe("answers malformed requests as problems", () => {
  test("rejects headers that are too large", async () => {
    const answer = await sendBytes(`GET /v1/me HTTP/1.1\r\nhost: x\r\nx-filler: ${"x".repeat(140_000)}\r\n\r\n`);
    expect(answer.status).toBe(431);
    expect(problem.parse(answer.body).code).toBe("headers_too_large");
    expect(answer.headers).toContain("application/problem+json");
    expect(answer.headers).toContain("nosniff");
  });

  test("rejects text that is not HTTP", async () => {
    const answer = await sendBytes("HELLO\r\n\r\n");
    expect([answer.status, problem.parse(answer.body).code]).toEqual([400, "invalid_request"]);
  });
});

test("rejects unknown query parameters of any name", async () => {
  for (const name of ["__proto__", "constructor", "hasOwnProperty"]) {
    const answer = await site.ask(staff, "GET", `/v1/leaks?${name}=1`);
    expect(answer.status, name).toBe(400);
    expect(Object.entries(Object(answer.json()))).toContainEqual([name, [expect.stringContaining("not known here")]]);
  }
});

test("rejects query and body where a call takes none", async () => {
  const query = await site.ask(staff, "GET", "/v1/organizations/1/leak-settings?unasked=1");
  expect([query.status, query.json()]).toMatchObject([400, { unasked: ['"unasked" is not known here. Remove it.'] }]);
  const path = "/v1/admin/staff/inventory/organizations/properties/1/archive";
  const body = await site.ask(staff, "POST", path, { unasked: 1 });
  expect([body.status, body.json()]).toMatchObject([422, { unasked: ['"unasked" is not known here. Remove it.'] }]);
  expect((await site.ask(staff, "POST", path, {})).status).toBe(404);
});

test("rejects a deeply nested body before traversing it", async () => {
  const deep = "[".repeat(50_000) + "]".repeat(50_000);
  const json = { "content-type": "application/json" };
  const repair = `{"kind":"reimport","reason":"x","meter_serial_numbers":["x"],"readings":[${deep}]}`;
  const answer = await site.ask(staff, "POST", "/v1/properties/1/repairs", repair, json);
  expect([answer.status, answer.json()]).toMatchObject([422, { body: [expect.stringContaining("levels")] }]);
});

test("treats an invalid Origin as another site", async () => {
  const answer = await site.ask(staff, "POST", "/v1/leaks/repaired", {}, { origin: "no address" });
  expect([answer.status, problem.parse(answer.json()).code]).toEqual([403, "cross_site"]);
});

test("authenticates before validating the body", async () => {
  for (const [body, type] of [
    ["{", "application/json"],
    ['{"battery":"x"}', "application/json"],
    ["x", "text/plain"],
  ] as const) {
    const headers = { "content-type": type };
    const gateway = await site.ask(staff, "POST", "/v1/ingest/heartbeats", body, headers);
    expect([gateway.status, problem.parse(gateway.json()).code]).toEqual([401, "invalid_gateway_token"]);
    const member = { role: "organization member" as const };
    const person = await site.ask(member, "PUT", "/v1/organizations/1/leak-settings", body, headers);
    expect(person.status).toBe(403);
  }
});
