import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Transactional } from "../database/connect.ts";
import { createUser } from "./create-user.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { endSessions, setPassword } from "./passwords/set-password.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "./testing/test-site.ts";

const EMAIL = "ann@example.com";
let site: TestSite;
let userId: number;

beforeEach(async () => {
  site = await openTestSite();
  const names = { firstName: "Ann", lastName: "Lee", memberships: [] };
  userId = await createUser(site.connections, { email: EMAIL, password: TEST_PASSWORD, ...names });
});
afterEach(() => site?.close());

const post = (url: string, payload: object) => site.app.inject({ method: "POST", url, payload });
const signIn = (password = TEST_PASSWORD) => post("/v1/session", { email: EMAIL, password });

/** Resolves when a statement of the accounts' role waits for another transaction's lock. */
const isWaiting = () =>
  vi.waitFor(
    async () => {
      const waiting = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(site.connections.owner);
      expect(waiting.rows).toHaveLength(1);
    },
    { timeout: 30_000 },
  );

/** Runs work in a transaction while `meanwhile` waits for it. */
async function during<T>(first: (tx: Transactional) => Promise<void>, meanwhile: () => Promise<T>): Promise<T> {
  const { result } = await site.connections.accounts.transaction().execute(async (tx) => {
    await first(tx);
    const result = meanwhile();
    await isWaiting();
    return { result };
  });
  return result;
}

test("rejects a sign-in with the old password while it is being changed", async () => {
  const hash = await hashPassword("Silent-Meters-8!");
  const answer = await during(
    async (tx) => {
      // The new session has to wait for this: the old password was verified by then.
      await sql`select from users where id = ${userId} for update`.execute(tx);
      await setPassword(tx, userId, hash, site.clock.now);
      await endSessions(tx, userId, null);
    },
    () => signIn(),
  );
  expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([401, "wrong_credentials", []]);
  const left = await sql`select from sessions`.execute(site.connections.accounts);
  expect(left.rows).toEqual([]);
  expect((await signIn("Silent-Meters-8!")).statusCode).toBe(200);
});

test("rejects a sign-in with an email that the account loses meanwhile, also to somebody else", async () => {
  const other = { firstName: "", lastName: "", memberships: [], password: "Silent-Meters-8!" };
  const otherId = await createUser(site.connections, { ...other, email: "other@example.com" });
  const answer = await during(
    async (tx) => {
      await sql`update users set email = 'new@example.com' where id = ${userId}`.execute(tx);
      await sql`update users set email = ${EMAIL} where id = ${otherId}`.execute(tx);
      await sql`select from users where id = ${userId} for update`.execute(tx);
    },
    () => signIn(),
  );
  expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([401, "wrong_credentials", []]);
  const left = await sql`select last_login_at from users where last_login_at is not null
    union all select created_at from sessions`.execute(site.connections.accounts);
  expect(left.rows).toEqual([]);
});

test("does not mail a link to an email that the account has just lost", async () => {
  await during(
    async (tx) => {
      await sql`update users set email = 'new@example.com' where id = ${userId}`.execute(tx);
      await sql`delete from account_links where user_id = ${userId}`.execute(tx);
      await sql`select from users where id = ${userId} for update`.execute(tx);
    },
    () => post("/v1/password/forgotten", { email: EMAIL }),
  );
  await site.settled();
  expect(site.mails).toEqual([]);
  const links = await sql`select from account_links`.execute(site.connections.accounts);
  expect(links.rows).toEqual([]);
});
