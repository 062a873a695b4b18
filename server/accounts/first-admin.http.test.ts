import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser } from "./create-user.ts";
import { openFirstAdmin } from "./first-admin.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "./testing/test-site.ts";

let site: TestSite;
let token: string;

beforeEach(async () => {
  site = await openTestSite();
  token = (await freshToken()) ?? "";
});
afterEach(() => site?.close());

function freshToken() {
  return openFirstAdmin(site.connections, () => site.clock.now);
}

function create(fields: Record<string, string> = {}) {
  const payload = { token, email: "First@Example.com", password: TEST_PASSWORD, first_name: "Ann", ...fields };
  return site.app.inject({ method: "POST", url: "/v1/first-admin", payload });
}

async function isOpen(): Promise<unknown> {
  return (await site.app.inject({ url: "/v1/first-admin" })).json();
}

test("creates the first administrator with the token, signed in, with full access", async () => {
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(await isOpen()).toEqual({ open: true });
  const answer = await create();
  expect(answer.statusCode).toBe(201);
  const [cookie] = answer.cookies;
  const me = await site.app.inject({ url: "/v1/me", cookies: { dripline: cookie?.value ?? "" } });
  expect(me.json()).toMatchObject({
    email: "first@example.com",
    first_name: "Ann",
    is_staff: true,
    role: "IONAdmin",
    permissions: ["reporting.view_asset_data_report", "reporting.view_property_data_report"],
    current_organization_id: null,
  });
  expect(await isOpen()).toEqual({ open: false });
  await site.signedIn("first@example.com");
});

test("accepts the token once, and issues no other afterwards", async () => {
  expect((await create()).statusCode).toBe(201);
  const again = await create({ email: "second@example.com" });
  expect(again.statusCode).toBe(403);
  expect(again.cookies).toEqual([]);
  expect(await freshToken()).toBeNull();
});

test("rejects the token once there is any user", async () => {
  await createUser(site.connections, {
    email: "other@example.com",
    firstName: "",
    lastName: "",
    password: TEST_PASSWORD,
    memberships: [],
  });
  expect((await create()).statusCode).toBe(403);
  expect(await isOpen()).toEqual({ open: false });
});

test("ten concurrent requests create one administrator", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => create({ email: `admin${i}@example.com` })));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array(9).fill(403)]);
  expect(await site.connections.accounts.selectFrom("users").select("id").execute()).toHaveLength(1);
});

test("rejects a wrong, replaced or expired token", async () => {
  expect((await create({ token: "wrong" })).statusCode).toBe(403);
  const old = token;
  token = (await freshToken()) ?? "";
  expect((await create({ token: old })).statusCode).toBe(403);
  site.clock.now += 24 * 60 * 60_000;
  expect((await create()).statusCode).toBe(403);
  expect(await isOpen()).toEqual({ open: true });
});

test("does not validate the password with a wrong token", async () => {
  const answer = await create({ token: "wrong", password: "short" });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).not.toHaveProperty("password");
});

test("explains a weak password, and keeps the token valid", async () => {
  const answer = await create({ password: "short" });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    code: "invalid_fields",
    password: [
      "Use at least 10 characters.",
      "Add an uppercase letter.",
      "Add a digit.",
      'Add a special character: !@#$%^&*(),.?":{}|<>',
    ],
  });
  expect((await create()).statusCode).toBe(201);
});

test("stores no usable token in the database", async () => {
  const stored = await site.connections.accounts.selectFrom("first_admin_tokens").selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.token_hash.toString("base64url")).not.toBe(token);
  expect((await create({ token: stored[0]?.token_hash.toString("base64url") ?? "" })).statusCode).toBe(403);
});
