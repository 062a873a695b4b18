import { afterAll, beforeEach } from "vitest";
import type { Permission } from "../../../../contract/accounts/session.ts";
import { createUser, type NewUser } from "../../create-user.ts";
import { makeOrganization } from "../../testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../../testing/test-site.ts";

export const ASSET: Permission = "reporting.view_asset_data_report";
export const PROPERTY: Permission = "reporting.view_property_data_report";
export const STAFF_USERS = "/v1/admin/staff/organizations/users";
export const usersOf = (organizationId: number) => `/v1/admin/external/organizations/${organizationId}/users`;

export interface Someone {
  id: number;
  email: string;
  cookie: string;
}

type Access = Partial<Pick<NewUser, "staffRole" | "staffOrganizationIds" | "memberships">>;

/** An installation with two organizations and people to try calls as. */
export async function openUsersSite() {
  const site = await openTestSite();
  const north = await makeOrganization(site.connections, "North", ["N1", "N2"]);
  const south = await makeOrganization(site.connections, "South", ["S1"]);
  let people = 0;

  /** An account with a password; nobody is signed in. */
  const account = async (access: Access): Promise<{ id: number; email: string }> => {
    people += 1;
    const email = `person${people}@example.com`;
    const rest = { firstName: "Pat", lastName: `Doe ${people}`, memberships: [], ...access };
    return { id: await createUser(site.connections, { email, password: TEST_PASSWORD, ...rest }), email };
  };
  const someone = async (access: Access): Promise<Someone> => {
    const made = await account(access);
    return { ...made, cookie: await site.signedIn(made.email) };
  };
  const call = async (
    who: { cookie: string },
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const answer = await site.app.inject({
      method,
      url,
      headers: { cookie: who.cookie, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    await site.settled();
    return { status: answer.statusCode, json: answer.json(), text: answer.body };
  };
  const fresh = () => {
    people += 1;
    return `new${people}@example.com`;
  };
  /** The body of a call that creates a member of North. */
  const inNorth = (more: object = {}) => ({
    email: fresh(),
    role: 4,
    permissions: [PROPERTY],
    assigned_properties: north.propertyIds,
    ...more,
  });
  const row = (id: number) =>
    site.connections.accounts.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const given = memberships(north, south);
  const staff = await someone({ staffRole: "IONAdmin" });
  const admin = await someone({ memberships: [given.northAdmin] });
  const makeAnother = (name: string, properties: string[]) => makeOrganization(site.connections, name, properties);
  return {
    site,
    north,
    south,
    makeOrganization: makeAnother,
    staff,
    admin,
    account,
    someone,
    call,
    fresh,
    inNorth,
    row,
    ...given,
  };
}

/** The same for all tests of a file; each begins without mails, and with a mail server that takes them. */
export async function usersSiteOfFile() {
  const it = await openUsersSite();
  const { site } = it;
  afterAll(() => site.close());
  beforeEach(() => {
    site.mails.length = 0;
    Object.assign(site.mailServer, { canSend: true, isBroken: false });
  });
  return it;
}

type Organization = Awaited<ReturnType<typeof makeOrganization>>;

function memberships(north: Organization, south: Organization) {
  const both: Permission[] = [ASSET, PROPERTY];
  const adminOf = (organization: Organization, permissions: Permission[] = both) => ({
    organizationId: organization.id,
    role: "organization admin" as const,
    permissions,
    propertyIds: organization.propertyIds.slice(0, 1),
  });
  const memberOf = (organization: Organization, permissions: Permission[] = [PROPERTY]) => ({
    ...adminOf(organization, permissions),
    role: "organization member" as const,
  });
  return {
    northAdmin: adminOf(north),
    southAdmin: adminOf(south),
    northMember: memberOf(north),
    southMember: memberOf(south),
  };
}

/** What is on record of what was done to a user, oldest first. */
export async function recordOf(site: TestSite, userId: number) {
  return site.connections.accounts
    .selectFrom("audit_log")
    .select(["action", "organization_id", "actor", "before", "after"])
    .where("object_type", "=", "user")
    .where("object_id", "=", String(userId))
    .where("action", "like", "user.%")
    .orderBy("id")
    .execute();
}

export const names = (rows: { name: string }[]) => rows.map((row) => row.name);
