import { afterEach, beforeEach, expect, test } from "vitest";
import type { Transactional } from "../../database/connect.ts";
import { createUser } from "../create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";
import { createAccountLink, isAccountLinkOpen, type LinkPurpose, useAccountLink } from "./account-links.ts";

const MINUTE = 60_000;
let site: TestSite;
let userId: number;

beforeEach(async () => {
  site = await openTestSite();
  const names = { firstName: "Ann", lastName: "Lee", memberships: [] };
  userId = await createUser(site.connections, { email: "ann@example.com", password: TEST_PASSWORD, ...names });
});
afterEach(() => site?.close());

function within<T>(work: (tx: Transactional) => Promise<T>): Promise<T> {
  return site.connections.accounts.transaction().execute(work);
}
const create = (purpose: LinkPurpose) => within((tx) => createAccountLink(tx, userId, purpose, site.clock.now));
const spend = (token: string, purpose: LinkPurpose) =>
  within((tx) => useAccountLink(tx, token, purpose, site.clock.now));

test("accepts one of ten concurrent uses, and none after it", async () => {
  const token = await create("invitation");
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const uses = await Promise.all(Array.from({ length: 10 }, () => spend(token, "invitation")));
  expect(uses.filter((used) => used?.userId === userId)).toHaveLength(1);
  expect(uses.filter((used) => used === null)).toHaveLength(9);
  expect(await spend(token, "invitation")).toBeNull();
});

test("ten concurrent links of one user open the account once", async () => {
  const tokens = await Promise.all(Array.from({ length: 10 }, () => create("reset")));
  const uses = await Promise.all(tokens.map((token) => spend(token, "reset")));
  expect(uses.filter((used) => used?.userId === userId)).toHaveLength(1);
});

test.each([
  ["reset", 30 * MINUTE],
  ["invitation", 7 * 24 * 60 * MINUTE],
] as const)("a link for a %s expires", async (purpose, valid) => {
  const [early, late] = [await create(purpose), await create(purpose)];
  site.clock.now += valid;
  expect(await isAccountLinkOpen(site.connections.accounts, late, purpose, site.clock.now)).toBe(false);
  expect(await spend(late, purpose)).toBeNull();
  site.clock.now -= 1;
  expect(await isAccountLinkOpen(site.connections.accounts, early, purpose, site.clock.now)).toBe(true);
  expect(await spend(early, purpose)).toMatchObject({ userId });
});

test("accepts a link for its purpose only, and no made-up one", async () => {
  const token = await create("reset");
  expect(await spend(token, "invitation")).toBeNull();
  expect(await spend("made-up", "reset")).toBeNull();
  expect(await spend(token, "reset")).toMatchObject({ userId });
});

test("rejects a deleted user's link", async () => {
  const token = await create("invitation");
  await site.connections.accounts
    .updateTable("users")
    .set({ deleted_at: new Date(0) })
    .execute();
  expect(await isAccountLinkOpen(site.connections.accounts, token, "invitation", site.clock.now)).toBe(false);
  expect(await spend(token, "invitation")).toBeNull();
});

test("keeps a link valid when the transaction that used it fails", async () => {
  const token = await create("reset");
  const failing = within(async (tx) => {
    await useAccountLink(tx, token, "reset", site.clock.now);
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect(await spend(token, "reset")).toMatchObject({ userId });
});

test("stores no usable token in the database", async () => {
  const token = await create("reset");
  const rows = await site.connections.accounts.selectFrom("account_links").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows[0]?.token_hash.equals(Buffer.from(token, "base64url"))).toBe(false);
});
