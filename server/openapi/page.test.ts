import { afterAll, expect, test } from "vitest";
import { type CallName, calls } from "../../contract/calls.ts";
import { buildApp } from "../http/app.ts";
import { serveOpenApi } from "../http/openapi.ts";

const app = buildApp({
  logLevel: "silent",
  authenticate: async () => null,
  onRejected: async () => {},
  routes: (routes) => {
    serveOpenApi(routes, "dripline");
    for (const name of Object.keys(calls)) if (isCallName(name)) routes.served.add(name);
  },
});
afterAll(() => app.close());

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

test("serves the description to everybody, with keys for reports only", async () => {
  const answer = await app.inject("/v1/openapi.json");
  expect(answer.statusCode).toBe(200);
  const { paths } = answer.json<{ paths: Record<string, Record<string, { security: unknown }>> }>();
  expect(Object.keys(paths)).toContain("/v1/leaks/export");
  expect(paths["/v1/leaks"]?.get?.security).toEqual([{ session: [] }, { api_key: [] }]);
  expect(paths["/v1/me"]?.get?.security).toEqual([{ session: [] }]);
  // Under /v1/reporting, and for administrators, whom a key never is.
  expect(paths["/v1/reporting/leak-report/properties/{id}/export"]?.get?.security).toEqual([{ session: [] }]);
});

test("the page loads only from this server and has no inline script", async () => {
  const page = await app.inject("/api-docs");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
  expect(page.body).not.toMatch(/<script>|<style|style=|onload=/);
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
  expect(loaded.filter((address) => !address.startsWith("/api-docs/"))).toEqual(["data:,"]);
  for (const address of loaded.filter((one) => one.startsWith("/"))) {
    const file = await app.inject({ url: address, headers: { "accept-encoding": "gzip" } });
    expect([address, file.statusCode, file.headers["content-encoding"]]).toEqual([address, 200, "gzip"]);
    const plain = await app.inject(address);
    expect(plain.rawPayload.length).toBeGreaterThan(file.rawPayload.length / 2);
    expect(plain.headers["content-encoding"]).toBeUndefined();
  }
});
