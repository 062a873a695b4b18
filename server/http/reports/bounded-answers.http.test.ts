import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSite, type TestSite } from "../../accounts/testing/test-site.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";

let site: TestSite;
let areas: ScopedApp;
beforeAll(async () => {
  site = await openTestSite();
  areas = await scopedApp("2026-05-06T08:00:00Z");
});
afterAll(() => Promise.all([site?.close(), areas?.close()]));

const names = (count: number) => Array.from({ length: count }, (_, i) => `unknown${i}`);

test("names twenty of a thousand unknown fields, and counts the rest", async () => {
  const payload = Object.fromEntries(names(1000).map((name) => [name, 1]));
  const answer = await site.app.inject({ method: "POST", url: "/v1/session", payload });
  const body = answer.json();
  expect([answer.statusCode, body.code]).toEqual([422, "invalid_fields"]);
  expect(Object.keys(body).filter((name) => name.startsWith("unknown"))).toHaveLength(18);
  expect(body.unknown0).toEqual([expect.stringContaining('"unknown19" and 980 more are not known here.')]);
  expect(body.detail).toContain("is missing");
  expect(body.detail).toContain("And 982 more fields.");
  expect(answer.body.length).toBeLessThan(32_000);
});

test("answers thousands of unknown parameters as briefly as two", async () => {
  const query = names(5000).join("&");
  const answer = await areas.ask({}, "GET", `/v1/reporting/my-properties/?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(32_000);
  expect(answer.text).toContain("and 4,980 more");
});

test("explains five wrong items of a long list, and counts the rest", async () => {
  const costs = [{ unit_ids: Array.from({ length: 4000 }, () => "x"), cost: 0.02, start_date: "2026-01-01" }];
  const path = "/v1/reporting/portfolio-insights/finances/unit-gallon-price";
  const answer = await areas.ask({}, "POST", path, { costs });
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({ "costs.unit_ids": { length: 6, 5: "And 3,995 more." } });
});

test("rejects thousands of wrong columns in a few lines", async () => {
  const columns = names(5000).map((name) => `columns=${name}`);
  const answer = await areas.ask({}, "GET", `/v1/reporting/my-properties/export?${columns.join("&")}`);
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(32_000);
});

test("does not repeat a long name or value of a rejected request", async () => {
  const long = "x".repeat(100_000);
  const rows = [{ cells: { [long]: 1 } }];
  const answer = await areas.ask({ isStaff: true, role: "IONAdmin" }, "POST", "/v1/admin/staff/inventory/import", {
    rows,
  });
  expect(answer.status).toBe(422);
  expect(answer.text.length).toBeLessThan(4000);
  const page = await areas.ask({}, "GET", `/v1/reporting/my-properties/?page=${"9".repeat(100_000)}`);
  expect(page.status).toBe(400);
  expect(page.text.length).toBeLessThan(4000);
});

test("accepts 16 KiB on a public call and not a byte more, also in chunks", async () => {
  const url = await site.app.listen({ host: "127.0.0.1", port: 0 });
  const send = async (bytes: number, isChunked: boolean) => {
    const headers = { "content-type": "application/json", ...(isChunked ? {} : { "content-length": bytes }) };
    const sending = request(`${url}/v1/session`, { method: "POST", headers });
    const answered = once(sending, "response");
    sending.end("{".padEnd(bytes));
    const [answer] = await answered;
    const { code }: { code?: string } = JSON.parse((await answer.toArray()).join(""));
    return [answer.statusCode, code];
  };
  for (const isChunked of [false, true]) {
    expect(await send(16 * 1024, isChunked)).toEqual([400, "invalid_json"]);
    expect(await send(16 * 1024 + 1, isChunked)).toEqual([413, "too_large"]);
  }
});
