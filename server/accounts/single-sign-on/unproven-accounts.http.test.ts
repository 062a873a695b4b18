import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOrganization } from "../testing/test-places.ts";
import { TEST_PASSWORD } from "../testing/test-site.ts";
import { openSignOnSite, type SignOnSite } from "./testing/sign-on-site.ts";

const HIJACKED = "Quiet-Hijack-9!";
let site: SignOnSite;
let north: { id: number; propertyIds: number[] };
let staff: string;

beforeAll(async () => {
  site = await openSignOnSite();
  north = await makeOrganization(site.connections, "North", ["N1"]);
  await site.account("staff@example.com", { staffRole: "IONAdmin" });
  staff = await site.signedIn("staff@example.com");
});
afterAll(() => site?.close());
beforeEach(async () => {
  site.clock.now += 60_000;
  site.mailServer.canSend = false;
});

const post = (url: string, payload: object, cookie = "") =>
  site.app.inject({ method: "POST", url, payload, headers: { cookie } });
const signIn = async (email: string, password: string) => (await post("/v1/session", { email, password })).statusCode;

/** An account whose invitation was shown to whoever made it, who used it. */
async function hijacked(email: string) {
  const made = await post(
    "/v1/admin/staff/organizations/users/external",
    {
      email,
      organization_id: north.id,
      role: 4,
      permissions: ["reporting.view_property_data_report"],
      assigned_properties: north.propertyIds,
    },
    staff,
  );
  const { id, invitation_link } = made.json<{ id: number; invitation_link: string }>();
  const used = await post("/v1/invitation", { token: invitation_link.split("token=")[1], password: HIJACKED });
  const [set] = used.cookies;
  const cookie = `${set?.name}=${encodeURIComponent(set?.value ?? "")}`;
  expect(await site.scope(cookie)).toMatchObject({ userId: id });
  site.provider.holder = { sub: email, email, email_verified: true };
  return { id, cookie };
}

test("the owner's first sign-on removes the password, second factor and sessions from before", async () => {
  const { id, cookie } = await hijacked("ann@example.com");
  await sql`insert into two_factors (user_id, secret, confirmed_at) values (${id}, '', now())`.execute(
    site.connections.accounts,
  );
  const owner = site.browser();
  expect(await owner.signIn()).toBe("/");
  expect(await site.scope(owner.cookie)).toMatchObject({ userId: id });
  expect(await site.scope(cookie)).toBeNull();
  expect(await signIn("ann@example.com", HIJACKED)).toBe(401);

  // From then on it is theirs.
  const elsewhere = site.browser();
  expect(await elsewhere.signIn()).toBe("/");
  expect(await site.scope(owner.cookie)).toMatchObject({ userId: id });
});

test("an account linked before emails were verified loses the password from before", async () => {
  const { id, cookie } = await hijacked("bob@example.com");
  await sql`insert into credentials (user_id, provider_id, account_id)
    values (${id}, ${site.provider.issuer}, 'bob@example.com')`.execute(site.connections.accounts);
  const owner = site.browser();
  expect(await owner.signIn()).toBe("/");
  expect(await site.scope(owner.cookie)).toMatchObject({ userId: id });
  expect([await site.scope(cookie), await signIn("bob@example.com", HIJACKED)]).toEqual([null, 401]);
});

test("a sign-on without a verified email removes nothing", async () => {
  const { id, cookie } = await hijacked("cho@example.com");
  site.provider.holder = { sub: "cho", email: "cho@example.com", email_verified: false };
  expect(await site.browser().signIn()).toContain("unverified_email");
  expect(await site.scope(cookie)).toMatchObject({ userId: id });
});

test("keeps a password that the owner chose", async () => {
  await site.account("dee@example.com");
  site.provider.holder = { sub: "dee", email: "dee@example.com", email_verified: true };
  expect(await site.browser().signIn()).toBe("/");
  expect(await signIn("dee@example.com", TEST_PASSWORD)).toBe(200);
});
