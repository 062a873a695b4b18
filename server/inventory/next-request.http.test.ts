import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAuthenticate } from "../accounts/authenticate.ts";
import { createUser } from "../accounts/create-user.ts";
import { sessionCookie, signedCookie } from "../accounts/sessions/session-cookie.ts";
import { USUAL_LIFE } from "../accounts/sessions/session-life.ts";
import { addMeter, addUnit } from "../reporting/testing/places.ts";
import { type InventorySite, inventorySite, PROPERTIES } from "./testing/inventory-site.ts";

const cookie = sessionCookie("http://localhost:4000", "a secret for tests, of 32 characters and more");
let site: InventorySite;
beforeEach(async () => {
  site = await inventorySite();
});
afterEach(() => site?.app.close());

/** A user with a session of their own, whose scope is read from the database with each request. */
async function signedIn(email: string, organizationIds: number[]) {
  const { connections, clock } = site.app;
  const role = "organization admin" as const;
  const memberships = organizationIds.map((organizationId) => ({
    organizationId,
    role,
    permissions: ["reporting.view_property_data_report" as const],
    propertyIds: [],
  }));
  const password = "Quiet-Valves-7!";
  const userId = await createUser(connections, { email, firstName: "", lastName: "", password, memberships });
  const at = new Date(clock.now);
  await sql`insert into sessions (user_id, token, expires_at, created_at, updated_at)
    values (${userId}, ${email}, ${new Date(clock.now + 3_600_000)}, ${at}, ${at})`.execute(connections.accounts);
  const authenticate = createAuthenticate({
    connections,
    cookie,
    clock: () => clock.now,
    sessionLife: USUAL_LIFE,
    staffNeedSecondFactor: false,
  });
  return async (path: string, organizationId: number) => {
    const headers = {
      cookie: signedCookie(cookie, email, 0).replace(/;.*/, ""),
      "x-current-organization-id": String(organizationId),
    };
    const scope = await authenticate({ headers });
    if (scope === null) throw new Error("Nobody is signed in.");
    return site.app.ask(scope, "GET", path);
  };
}

test("hides a moved property from the next request on", async () => {
  const { north, south } = site;
  const unit = await addUnit(site.app.connections, { id: north.propertyId, timeZone: "" }, "Main", "1");
  await addMeter(site.app.connections, unit, "SPOE", "Canary");
  const inNorth = await signedIn("north@example.com", [north.organizationId]);
  const inSouth = await signedIn("south@example.com", [south.organizationId]);
  const paths = [
    "/v1/reporting/my-properties/",
    `/v1/reporting/leak-report/properties/${north.propertyId}/overview`,
    `/v1/properties/${north.propertyId}/occupancy`,
    "/v1/inventory/properties/units",
    `/v1/organizations/{}/properties`,
    `/v1/admin/external/inventory/organizations/{}/properties`,
  ];
  const seen = async (ask: typeof inNorth, organizationId: number) => {
    const answers: boolean[] = [];
    for (const path of paths) {
      const { status, text } = await ask(path.replace("{}", String(organizationId)), organizationId);
      answers.push(status === 200 && (text.includes("North House") || text.includes(`"unit_name":"1"`)));
    }
    return answers;
  };
  const all = paths.map(() => true);
  const none = paths.map(() => false);
  expect(await seen(inNorth, north.organizationId)).toEqual(all);
  expect(await seen(inSouth, south.organizationId)).toEqual(none);
  const body = { organization_id: south.organizationId, property_ids: [north.propertyId] };
  await site.does(await site.ionAdmin(), "POST", `${PROPERTIES}/bulk-assign`, body);
  expect(await seen(inNorth, north.organizationId)).toEqual(none);
  expect(await seen(inSouth, south.organizationId)).toEqual(all);
});

// Covers people-5, calls-15
test("lists the properties of the organization in the header for an admin of two", async () => {
  const { north, south } = site;
  const both = await signedIn("both@example.com", [north.organizationId, south.organizationId]);
  const external = (id: number) => `/v1/admin/external/inventory/organizations/${id}/properties`;
  const answer = await both(external(south.organizationId), south.organizationId);
  expect(answer.json()).toMatchObject({ count: 1, results: [{ name: "South House" }] });
  expect((await both(external(south.organizationId), north.organizationId)).status).toBe(404);
});
