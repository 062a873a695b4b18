import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inScope } from "../database/connect.ts";
import { createUser } from "./create-user.ts";
import { createDemoAccounts, demoAccountList, knownPasswords } from "./demo-accounts.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { makeOrganization } from "./testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "./testing/test-site.ts";

const BOTH = ["reporting.view_asset_data_report", "reporting.view_property_data_report"] as const;
type Organization = Awaited<ReturnType<typeof makeOrganization>>;

let site: TestSite;
let birch: Organization;
let alder: Organization;
let foreign: Organization;
let unassigned: number;
let archived: number;

beforeAll(async () => {
  site = await openTestSite();
  const { worker } = site.connections;
  birch = await makeOrganization(site.connections, "Birch", ["B1", "B2", "B3", "B4"]);
  alder = await makeOrganization(site.connections, "Alder", ["A1", "A2"]);
  foreign = await makeOrganization(site.connections, "Foreign", ["F1"]);
  const more = await worker
    .insertInto("properties")
    .values([
      { organization_id: null, name: "Nobody's", time_zone: "America/Chicago" },
      { organization_id: birch.id, name: "Sold", time_zone: "America/Chicago", archived_at: new Date(0) },
    ])
    .returning("id")
    .execute();
  [unassigned = 0, archived = 0] = more.map((row) => row.id);
});
afterAll(() => site?.close());

let people = 0;

/** A user with one membership, in Birch by default, and their Cookie header. */
async function signedIn(
  role: "organization admin" | "organization member",
  propertyIds: number[],
  organizationIds = [birch.id],
) {
  people += 1;
  const email = `person${people}@example.com`;
  const id = await createUser(site.connections, {
    email,
    firstName: "Pat",
    lastName: "Doe",
    password: TEST_PASSWORD,
    memberships: organizationIds.map((organizationId) => ({
      organizationId,
      role,
      permissions: [BOTH[1]],
      propertyIds,
    })),
  });
  return { id, email, cookie: await site.signedIn(email) };
}

function me(cookie: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url: "/v1/me", headers: { cookie, ...headers } });
}

test("an IONAdmin sees all organizations and properties, archived ones apart", async () => {
  await createUser(site.connections, {
    email: "staff@example.com",
    firstName: "Sam",
    lastName: "Staff",
    password: TEST_PASSWORD,
    staffRole: "IONAdmin",
    memberships: [],
  });
  const cookie = await site.signedIn("staff@example.com");
  expect(await site.scope(cookie)).toMatchObject({
    isStaff: true,
    role: "IONAdmin",
    permissions: BOTH,
    currentOrganizationId: null,
    organizationIds: [birch.id, alder.id, foreign.id],
    propertyIds: [...birch.propertyIds, ...alder.propertyIds, ...foreign.propertyIds, unassigned],
  });
  const answer = (await me(cookie)).json();
  expect(answer).toMatchObject({ username: "staff@example.com", is_staff: true, role: "IONAdmin" });
  expect(answer.organizations.map((row: { name: string }) => row.name)).toEqual(["Alder", "Birch", "Foreign"]);
});

test("other staff see their assigned organizations and all properties in them", async () => {
  const email = "other-staff@example.com";
  const id = await createUser(site.connections, {
    email,
    firstName: "Sue",
    lastName: "Staff",
    password: TEST_PASSWORD,
    staffRole: "ION staff",
    staffOrganizationIds: [birch.id, foreign.id],
    memberships: [],
  });
  const cookie = await site.signedIn(email);
  const own = {
    isStaff: true,
    role: "ION staff",
    currentOrganizationId: null,
    organizationIds: [birch.id, foreign.id],
    propertyIds: [...birch.propertyIds, ...foreign.propertyIds],
  };
  expect(await site.scope(cookie)).toMatchObject({ ...own, permissions: BOTH });
  const answer = (await me(cookie)).json();
  expect(answer).toMatchObject({ is_staff: true, role: "ION staff", current_organization_id: null });
  expect(answer.organizations.map((row: { name: string }) => row.name)).toEqual(["Birch", "Foreign"]);
  const { accounts } = site.connections;
  await accounts
    .updateTable("users")
    .set({ staff_permissions: [BOTH[0]] })
    .where("id", "=", id)
    .execute();
  await accounts.deleteFrom("staff_organizations").where("organization_id", "=", birch.id).execute();
  expect(await site.scope(cookie)).toMatchObject({
    ...own,
    permissions: [BOTH[0]],
    organizationIds: [foreign.id],
    propertyIds: foreign.propertyIds,
  });
});

test("rejects a deleted user's session and sign-in", async () => {
  const { cookie, email } = await signedIn("organization admin", []);
  expect((await me(cookie)).statusCode).toBe(200);
  const { accounts } = site.connections;
  await accounts
    .updateTable("users")
    .set({ deleted_at: new Date(0) })
    .where("email", "=", email)
    .execute();
  expect((await me(cookie)).statusCode).toBe(401);
  const again = await site.app.inject({
    method: "POST",
    url: "/v1/session",
    payload: { email, password: TEST_PASSWORD },
  });
  expect(again.json()).toMatchObject({ status: 401, code: "wrong_credentials" });
});

test("an organization admin acts in the first of their organizations by name, or the chosen one", async () => {
  const { cookie, id, email } = await signedIn("organization admin", [], [birch.id, alder.id]);
  const organizations = [
    { id: alder.id, name: "Alder" },
    { id: birch.id, name: "Birch" },
  ];
  const expected = {
    id,
    email,
    username: email,
    first_name: "Pat",
    last_name: "Doe",
    business_title: "",
    is_staff: false,
  };
  expect((await me(cookie)).json()).toMatchObject({
    ...expected,
    role: "organization admin",
    permissions: [BOTH[1]],
    organizations,
    current_organization_id: alder.id,
  });
  const chosen = (await me(cookie, { "x-current-organization-id": String(birch.id) })).json();
  expect(chosen).toMatchObject({ organizations, current_organization_id: birch.id });
  expect(await site.scope(cookie)).toMatchObject({ organizationIds: [alder.id], propertyIds: alder.propertyIds });
  expect(await site.scope(cookie, birch.id)).toMatchObject({
    organizationIds: [birch.id],
    propertyIds: birch.propertyIds,
  });
});

test("keeps a chosen organization until it is lost", async () => {
  const { id, cookie, email } = await signedIn("organization admin", [], [birch.id, alder.id]);
  const keep = (headers: Record<string, string>) =>
    site.app.inject({ method: "PUT", url: "/v1/me/organization", headers: { cookie, ...headers } });
  const inBirch = { "x-current-organization-id": String(birch.id) };
  expect((await keep({ "x-current-organization-id": String(foreign.id) })).statusCode).toBe(403);
  expect((await keep(inBirch)).json()).toEqual({ organization_id: birch.id });
  expect((await keep(inBirch)).json()).toEqual({ organization_id: birch.id });
  const elsewhere = await site.signedIn(email);
  expect((await me(elsewhere)).json()).toMatchObject({ current_organization_id: birch.id });
  const other = { "x-current-organization-id": String(alder.id) };
  expect((await me(elsewhere, other)).json()).toMatchObject({ current_organization_id: alder.id });
  const { accounts } = site.connections;
  const record = accounts.selectFrom("audit_log").select(["organization_id", "actor_id"]);
  expect(await record.where("action", "=", "user.choose_organization").where("actor_id", "=", id).execute()).toEqual([
    { organization_id: birch.id, actor_id: id },
  ]);
  await accounts.deleteFrom("memberships").where("user_id", "=", id).where("organization_id", "=", birch.id).execute();
  expect((await me(elsewhere)).json()).toMatchObject({ current_organization_id: alder.id });
});

test("rejects a foreign, unknown or malformed organization in the header alike", async () => {
  const { cookie } = await signedIn("organization admin", []);
  const own = await me(cookie, { "x-current-organization-id": String(birch.id) });
  expect(own.statusCode).toBe(200);
  for (const value of [String(foreign.id), "999999", "abc", "", `${birch.id},${foreign.id}`, `0${birch.id}`]) {
    const answer = await me(cookie, { "x-current-organization-id": value });
    expect(answer.statusCode, value).toBe(403);
    expect(answer.json()).toMatchObject({ code: "forbidden" });
    expect(answer.body).not.toContain("Foreign");
  }
});

test("a member sees assigned properties that are still in the organization, also by row-level security", async () => {
  const [b1 = 0, b2 = 0] = birch.propertyIds;
  const { cookie } = await signedIn("organization member", [b1, b2, archived, ...foreign.propertyIds]);
  const scope = await site.scope(cookie);
  expect(scope).toMatchObject({ role: "organization member", propertyIds: [b1, b2] });
  if (scope === null) return;
  const seen = await inScope(site.connections.app, scope, async (tx) => ({
    properties: await tx.selectFrom("properties").select("id").orderBy("id").execute(),
    organizations: await tx.selectFrom("organizations").select("id").execute(),
  }));
  expect(seen.properties.map((row) => row.id)).toEqual([b1, b2]);
  expect(seen.organizations).toEqual([{ id: birch.id }]);
});

test("hides a moved property from the next request on", async () => {
  const [, , , b4 = 0] = birch.propertyIds;
  const { cookie } = await signedIn("organization member", [b4]);
  const { cookie: admin } = await signedIn("organization admin", []);
  expect((await site.scope(cookie))?.propertyIds).toEqual([b4]);
  const move = (organizationId: number) =>
    site.connections.worker.updateTable("properties").set({ organization_id: organizationId }).where("id", "=", b4);
  await move(foreign.id).execute();
  expect((await site.scope(cookie))?.propertyIds).toEqual([]);
  expect((await site.scope(admin))?.propertyIds).not.toContain(b4);
  await move(birch.id).execute();
  expect((await site.scope(cookie))?.propertyIds).toEqual([b4]);
});

test("revoking a permission, property, membership or user applies to the next request", async () => {
  const [b1 = 0, b2 = 0] = birch.propertyIds;
  const { cookie, id } = await signedIn("organization member", [b1, b2]);
  const { accounts } = site.connections;
  expect((await me(cookie)).json()).toMatchObject({ permissions: [BOTH[1]] });
  await accounts.updateTable("memberships").set({ permissions: [] }).where("user_id", "=", id).execute();
  expect((await me(cookie)).json()).toMatchObject({ permissions: [] });
  await accounts.deleteFrom("membership_properties").where("user_id", "=", id).where("property_id", "=", b1).execute();
  expect((await site.scope(cookie))?.propertyIds).toEqual([b2]);
  await accounts.deleteFrom("memberships").where("user_id", "=", id).execute();
  expect((await me(cookie)).json()).toMatchObject({ role: null, organizations: [], current_organization_id: null });
  expect(await site.scope(cookie)).toMatchObject({ organizationIds: [], propertyIds: [], permissions: [] });
  expect((await me(cookie, { "x-current-organization-id": String(birch.id) })).statusCode).toBe(403);
  await accounts.deleteFrom("users").where("id", "=", id).execute();
  expect((await me(cookie)).statusCode).toBe(401);
});

test("gives no information without a session", async () => {
  const answer = await site.app.inject({ url: "/v1/me" });
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: "not_signed_in" });
});

test("the demo has an account of each kind", async () => {
  await createDemoAccounts(site.connections, [birch, alder, foreign]);
  const seen = await Promise.all(
    demoAccountList.map(async ({ email, password }) => {
      const answer = await site.app.inject({ method: "POST", url: "/v1/session", payload: { email, password } });
      const cookie = `dripline=${encodeURIComponent(answer.cookies[0]?.value ?? "")}`;
      const scope = await site.scope(cookie);
      return [email.split("@")[0], scope?.role, scope?.permissions.length, scope?.propertyIds.length];
    }),
  );
  expect(seen).toEqual([
    ["admin", "IONAdmin", 2, 8],
    ["orgadmin", "organization admin", 2, 2],
    ["property", "organization member", 1, 3],
    ["portfolio", "organization member", 1, 4],
  ]);
  const emails = demoAccountList.map(({ email }) => email);
  expect(await knownPasswords(site.connections)).toEqual(emails);
  await sql`update credentials c set password = ${await hashPassword(TEST_PASSWORD)} from users u
    where u.id = c.user_id and u.email = ${emails[0]}`.execute(site.connections.accounts);
  expect(await knownPasswords(site.connections)).toEqual(emails.slice(1));
});

test("creates those of the demo's accounts that do not exist yet", async () => {
  const create = () => createDemoAccounts(site.connections, [birch, alder, foreign]);
  await create();
  await sql`update users set deleted_at = now() where email = 'portfolio@dripline.example'`.execute(
    site.connections.accounts,
  );
  await create();
  const emails = demoAccountList.map(({ email }) => email);
  const found = await sql<{ email: string }>`
    select email from users where email = any(${emails}::text[]) and deleted_at is null order by id`.execute(
    site.connections.accounts,
  );
  expect(found.rows.map(({ email }) => email)).toEqual(emails);
});

test("creates no user when a part of it fails", async () => {
  const broken = createUser(site.connections, {
    email: "half@example.com",
    firstName: "",
    lastName: "",
    password: TEST_PASSWORD,
    memberships: [{ organizationId: 999_999, role: "organization admin", permissions: [], propertyIds: [] }],
  });
  await expect(broken).rejects.toMatchObject({ code: "23503" });
  const found = await sql`select from users where email = 'half@example.com'`.execute(site.connections.accounts);
  expect(found.rows).toEqual([]);
});
