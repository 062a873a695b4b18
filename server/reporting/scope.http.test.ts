import { afterAll, beforeAll, expect, test } from "vitest";
import { reports } from "../http/reports/reports.ts";
import { reportRequests } from "../http/testing/report-requests.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;
// The worker's role sees every tenant, so only a report's own scope isolates tenants there.
let askUnprotected: ReportsApp["ask"];

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
  expect(world.properties.elm).toBe(PROPERTY);
  askUnprotected = await app.askOver({ app: app.connections.worker });
});
afterAll(() => app.close());

const PROPERTY = 1;
const declared = new Set<string>(reports.map(({ call }) => call));
const requests = reportRequests({ propertyId: PROPERTY, meter: "elm-2" }).filter(({ name }) => declared.has(name));
const pathOf = (url: string) => url.replace("/v1/reporting/", "");

test.each(requests)("$name stays in its scope without row-level security", async ({ url, takes }) => {
  const path = pathOf(takes.has("include_active_leak") ? url({ include_active_leak: "true" }) : url());
  const expected = await app.ask(world.manager, path);
  expect(expected.status, expected.text).toBe(200);
  expect(await askUnprotected(world.manager, path)).toEqual(expected);
});

test("hides another tenant's property even without row-level security", async () => {
  const path = `leak-report/properties/${world.properties.foreign}/overview`;
  expect((await askUnprotected(world.manager, path)).status).toBe(404);
});
