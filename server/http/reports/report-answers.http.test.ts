import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { at, HOUR, type LeakySite, leakySite } from "../../leaks-api/testing/leaky-site.ts";
import { splitName } from "../route/route.ts";
import { type ReportRequest, reportRequests } from "../testing/report-requests.ts";

let site: LeakySite;
const requests = reportRequests({ propertyId: 1, meter: "bath" });
const lists = (["GET /v1/leaks", "GET /v1/alerts"] as const).map((name): ReportRequest => {
  const [, path] = splitName(name);
  return { name, path, takes: new Set(), isList: true, url: () => path };
});
/** Without those whose answer is a file. */
const jsonRequests = [...requests.filter(({ name }) => !name.endsWith("/export")), ...lists];

beforeAll(async () => {
  site = await leakySite(at(20, 10));
  expect(site.ours.propertyId).toBe(1);
  await site.send(site.ours, [0, 20], (serial, day, hour) => (serial === "home" ? 3 : day > 10 ? 1 : hour % 7 ? 0 : 1));
});
afterAll(() => site?.app.close());

const ask = (url: string, headers: Record<string, string> = {}, who: object = site.ours.manager) =>
  site.app.ask(who, "GET", url, undefined, headers);

describe("lets clients cache an answer privately and revalidate it by ETag", () => {
  test.each(jsonRequests)("$name", async ({ url }) => {
    const first = await ask(url());
    expect(first.status, first.text).toBe(200);
    const { etag = "", ...headers } = first.headers;
    expect(etag).toMatch(/^(W\/)?"[\w-]{27}"$/);
    expect(headers).toMatchObject({ "cache-control": "private, no-cache", vary: expect.stringContaining("Cookie") });
    expect(headers["server-timing"]).toMatch(/^query;dur=\d+\.\d, total;dur=\d+\.\d$/);
    const again = await ask(url(), { "if-none-match": `"other", ${etag}` });
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(again.headers).toMatchObject({ etag, "cache-control": "private, no-cache" });
    expect(again.headers).not.toHaveProperty("content-type");
    expect(again.headers["server-timing"]).toMatch(/^query;dur=/);
    expect((await ask(url(), { "if-none-match": '"other"' })).status).toBe(200);
  });
});

test("does not cache an error, and reports its time", async () => {
  const rejected = await ask("/v1/reporting/overview?property_id=987654321");
  expect(rejected.headers).toMatchObject({ "cache-control": "no-store", "server-timing": expect.any(String) });
  expect(rejected.headers).not.toHaveProperty("etag");
});

test("does not tag the answer to a change", async () => {
  const marked = await site.app.ask(site.ours.manager, "POST", "/v1/leaks/repaired", {
    property_id: 1,
    meter: "bath",
    repaired_at: at(20, 9),
  });
  expect(marked.status, marked.text).toBe(201);
  const { id } = z.looseObject({ id: z.number() }).parse(marked.json());
  const undone = await site.app.ask(site.ours.manager, "DELETE", `/v1/leaks/repaired/${id}`);
  expect([undone.status, undone.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(undone.headers).not.toHaveProperty("etag");
});

test("the query time is part of the total time", async () => {
  const { "server-timing": timing = "" } = (await ask("/v1/reporting/overview")).headers;
  const [, query, total] = /query;dur=([\d.]+), total;dur=([\d.]+)/.exec(timing) ?? [];
  expect(Number(query)).toBeGreaterThan(0);
  expect(Number(query)).toBeLessThan(Number(total));
});

test("never answers 304 to a user with a different scope", async () => {
  const both = { organizationIds: [1, 2], propertyIds: [site.ours.propertyId, site.theirs.propertyId] };
  let different = 0;
  for (const { url, name } of jsonRequests.filter(({ path }) => !path.includes("bath"))) {
    const first = await ask(url());
    const more = await ask(url(), {}, both);
    if (more.text === first.text) continue;
    different++;
    const conditional = await ask(url(), { "if-none-match": first.headers.etag ?? "" }, both);
    expect([name, conditional.status]).toEqual([name, 200]);
  }
  expect(different).toBeGreaterThan(5);
});

/** The requests; those that take `days_ago` also for today. */
const params = jsonRequests.flatMap(({ name, takes, url }) => [
  { name, url: url() },
  ...(takes.has("days_ago") ? [{ name, url: url({ days_ago: "0" }) }] : []),
]);

/** What may change a response, and how it happens: over HTTP, or with time. */
const changes: [string, () => Promise<unknown>][] = [
  ["readings that no refresh has worked in", () => ingest([{ serial: "bath", hour: at(20), gallons: 5 }])],
  ["the refresh of these", () => site.refresh()],
  ["a late reading in the middle", () => ingest([{ serial: "home", hour: at(5, 3), gallons: 9 }], true)],
  ["an hour of a meter that says how long water ran", () => ingest([running], true)],
  [
    "a correction by a person",
    () =>
      change("POST", "/v1/properties/1/repairs", {
        kind: "correct",
        reason: "Seen on the register.",
        meter_serial_number: "bath",
        hours: [{ hour: at(12, 3), gallons: 2.5 }],
      }),
  ],
  [
    "a leak that a person says is repaired",
    () =>
      change("POST", "/v1/leaks/repaired", {
        property_id: 1,
        meter: "bath",
        repaired_at: at(20, 9),
        note: "New flapper.",
      }),
  ],
  ["a unit with another name", () => change("PATCH", `${inventory()}/units/${site.ours.unitId}`, { name: "One" })],
  ["a unit with more bedrooms", () => change("PATCH", `${inventory()}/units/${site.ours.unitId}`, { bedrooms: 3 })],
  [
    "a building with another name",
    () => change("PATCH", `${inventory()}/buildings/${site.ours.buildingId}`, { name: "North" }),
  ],
  [
    "occupancy",
    () =>
      change("PUT", "/v1/properties/1/occupancy", { as_of: "2026-06-20", rows: [{ unit: "One", status: "vacant" }] }),
  ],
  [
    "a price of a unit",
    () =>
      change("POST", `${finances}/unit-gallon-price`, {
        costs: [{ unit_ids: [site.ours.unitId], cost: 0.05, start_date: "2026-06-10", end_date: "2026-06-12" }],
      }),
  ],
  [
    "a price of the organization",
    () =>
      change("POST", `${finances}/organization-gallon-price`, {
        organization_id: site.ours.organizationId,
        cost: 0.03,
        start_date: "2026-06-01",
      }),
  ],
  [
    "a property with another name",
    () => change("PATCH", "/v1/admin/staff/inventory/organizations/properties/1", { name: "Our Home" }),
  ],
  [
    "an organization with another name",
    () => change("PATCH", `/v1/admin/staff/inventory/organizations/${site.ours.organizationId}`, { name: "We" }),
  ],
  [
    "a gateway's heartbeat",
    () => gateway("POST", "/v1/ingest/heartbeats", { meters: [{ serial: "bath", battery: 9 }] }),
  ],
  ["an hour that has passed", async () => (site.app.clock.now += HOUR)],
  ["a day that has passed", async () => (site.app.clock.now += 24 * HOUR)],
];

const running = { serial: "home", hour: at(15, 4), gallons: 3, flow_time: 9, events: 2 };
const finances = "/v1/reporting/portfolio-insights/finances";
const inventory = () => "/v1/admin/staff/inventory/properties/1";
const staff = () => ({ ...site.ours.manager, isStaff: true, role: "IONAdmin" as const });

async function change(method: "POST" | "PUT" | "PATCH", path: string, body: object) {
  const answer = await site.app.ask(staff(), method, path, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  await site.refresh();
}

async function gateway(method: "POST", path: string, body: object) {
  const answer = await site.app.ask({}, method, path, body, { authorization: `Bearer ${site.ours.token}` });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
}

async function ingest(rows: object[], isRefreshed = false) {
  await gateway("POST", "/v1/ingest/readings", rows);
  if (isRefreshed) await site.refresh();
}

/** Changes that no report here reflects. */
const untold: ReadonlySet<string> = new Set(["occupancy"]);

/** Reports that must reflect a change. */
const affectedReports: Readonly<Record<string, readonly string[]>> = {
  "a leak that a person says is repaired": ["portfolio-insights/savings"],
  "a price of a unit": ["leak-report/leak-overview", "top-leak-volume/units", "top-leak-volume/properties/{id}/units"],
};

test.each(changes)("no report answers 304 after a change: %s", async (what, come) => {
  const before = new Map<string, { etag: string; text: string }>();
  for (const { url } of params) {
    const { headers, text } = await ask(url);
    before.set(url, { etag: headers.etag ?? "", text });
  }
  await come();
  const changed: string[] = [];
  for (const { name, url } of params) {
    const { etag = "", text = "" } = before.get(url) ?? {};
    const conditional = await ask(url, { "if-none-match": etag });
    const fresh = await ask(url);
    if (fresh.text === text) continue;
    changed.push(name);
    expect([name, conditional.status, conditional.text]).toEqual([name, 200, fresh.text]);
  }
  expect(changed.length > 0).toBe(!untold.has(what));
  const certain = (affectedReports[what] ?? []).map((path) => `GET /v1/reporting/${path}`);
  expect(changed).toEqual(expect.arrayContaining(certain));
});
