import { afterAll, beforeAll, expect, test } from "vitest";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";

let site: LeakySite;
let path: string;
beforeAll(async () => {
  site = await leakySite(at(20));
  path = `/v1/organizations/${site.ours.organizationId}/display-settings`;
});
afterAll(() => site?.app.close());

const ask = async (method: "GET" | "PUT", body?: object, who: object = site.ours.manager) => {
  const answer = await site.app.ask(who, method, path, body);
  return { status: answer.status, body: answer.json() };
};

test("an organization's figures are in gallons and US dollars until it chooses another measure and currency", async () => {
  const organization_id = site.ours.organizationId;
  expect(await ask("GET")).toEqual({ status: 200, body: { organization_id, measure: "gallon", currency: "USD" } });
  const changed = { organization_id, measure: "cubic metre", currency: "USD" };
  expect(await ask("PUT", { measure: "cubic metre" })).toEqual({ status: 200, body: changed });
  expect(await ask("PUT", { currency: "EUR" })).toEqual({ status: 200, body: { ...changed, currency: "EUR" } });
  expect(await ask("GET")).toEqual({ status: 200, body: { ...changed, currency: "EUR" } });
  const file = await site.app.ask(site.ours.manager, "GET", "/v1/leaks/export?file_type=csv&columns=leak_cost");
  expect(file.text).toContain("Cost (€)");
  const foreign = await site.app.ask(site.theirs.manager, "GET", "/v1/leaks/export?file_type=csv&columns=leak_cost");
  expect(foreign.text).toContain("Cost ($)");
});

test("readers of reports and administrators of the organization read them, and nobody else", async () => {
  const { manager } = site.ours;
  const member = (...permissions: string[]) => ({ ...manager, role: "organization member", permissions });
  expect((await ask("GET", undefined, member("reporting.view_property_data_report"))).status).toBe(200);
  expect((await ask("GET", undefined, member("reporting.view_asset_data_report"))).status).toBe(200);
  expect((await ask("GET", undefined, { ...manager, permissions: [] })).status).toBe(200);
  expect((await ask("GET", undefined, member())).status).toBe(403);
  expect((await ask("GET", undefined, site.theirs.manager)).status).toBe(404);
  const property = member("reporting.view_property_data_report");
  expect((await ask("PUT", { measure: "litre" }, property)).status).toBe(403);
});

test("only its administrators set them, and only to what there is", async () => {
  const wrong = await ask("PUT", { measure: "barrel", currency: "XXX" });
  expect(wrong.status).toBe(422);
  expect(wrong.body).toMatchObject({
    measure: [expect.stringContaining("Choose one of gallon")],
    currency: [expect.stringContaining("USD")],
  });
  expect((await ask("PUT", { measure: "litre" }, site.theirs.manager)).status).toBe(404);
});
