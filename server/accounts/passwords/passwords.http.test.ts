import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser } from "../create-user.ts";
import { createAccountLink } from "../mails/account-links.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";

const NEW_PASSWORD = "Silent-Meters-8!";
let site: TestSite;
let userId: number;

beforeEach(async () => {
  site = await openTestSite("https://water.example.com");
  const names = { firstName: "Ann", lastName: "Lee", memberships: [] };
  userId = await createUser(site.connections, { email: "ann@example.com", password: TEST_PASSWORD, ...names });
  await createUser(site.connections, { email: "bob@example.com", password: TEST_PASSWORD, ...names });
});
afterEach(() => site?.close());

function send(method: "POST" | "PUT", url: string, payload: object, cookie = "") {
  return site.app.inject({ method, url, payload, headers: { cookie } });
}
const forget = (email: string) => send("POST", "/v1/password/forgotten", { email });
const reset = (token: string, password = NEW_PASSWORD) => send("POST", "/v1/password/reset", { token, password });
const signIn = (email: string, password: string) => send("POST", "/v1/session", { email, password });
const me = (cookie: string) => site.app.inject({ url: "/v1/me", headers: { cookie } });

async function mailedToken(email: string): Promise<string> {
  await forget(email);
  await site.settled();
  return /#token=(\S+)/.exec(site.mails.at(-1)?.text ?? "")?.[1] ?? "";
}

async function recorded(): Promise<string> {
  const rows = await sql`select * from audit_log order by id`.execute(site.connections.accounts);
  return JSON.stringify(rows.rows);
}

test("resets a forgotten password by mail, which ends all sessions of that user only", async () => {
  const [ann, bob] = [await site.signedIn("ann@example.com"), await site.signedIn("bob@example.com")];
  const token = await mailedToken(" Ann@Example.com ");
  expect(site.mails).toEqual([
    { to: "ann@example.com", subject: expect.any(String), text: expect.stringContaining("https://water.example.com/") },
  ]);
  const answer = await reset(token);
  expect([answer.statusCode, answer.json()]).toEqual([200, { changed: true }]);
  expect((await me(ann)).statusCode).toBe(401);
  expect((await me(bob)).statusCode).toBe(200);
  expect((await signIn("ann@example.com", TEST_PASSWORD)).statusCode).toBe(401);
  expect((await signIn("ann@example.com", NEW_PASSWORD)).statusCode).toBe(200);
  const record = await recorded();
  expect(record).toContain("password.forget");
  expect(record).toContain("password.reset");
  for (const secret of [token, NEW_PASSWORD, TEST_PASSWORD]) expect(record).not.toContain(secret);
});

test("gives the same answer with or without an account, and mails only existing ones", async () => {
  const [known, unknown] = [await forget("ann@example.com"), await forget("nobody@example.com")];
  await site.settled();
  expect(known.statusCode).toBe(202);
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  expect(site.mails.map(({ to }) => to)).toEqual(["ann@example.com"]);
});

test("takes the host of the link from the settings, not from the request", async () => {
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
  await site.app.inject({
    method: "POST",
    url: "/v1/password/forgotten",
    headers,
    payload: { email: "ann@example.com" },
  });
  await site.settled();
  expect(site.mails[0]?.text).toContain("https://water.example.com/reset-password#token=");
  expect(site.mails[0]?.text).not.toContain("evil");
});

test("limits requests for links", async () => {
  const answers = [];
  for (let i = 0; i < 20; i += 1) answers.push(await forget("ann@example.com"));
  await site.settled();
  expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(6);
  expect(answers.at(-1)?.headers["retry-after"]).toBeDefined();
  expect(site.mails).toHaveLength(1);
});

test("accepts a link once, also ten times at once", async () => {
  const token = await mailedToken("ann@example.com");
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `${NEW_PASSWORD}${i}`)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(403)]);
  expect((await reset(token)).statusCode).toBe(403);
});

test("rejects expired links, made-up ones and invitations for a reset", async () => {
  const late = await mailedToken("ann@example.com");
  const invitation = await site.connections.accounts
    .transaction()
    .execute((tx) => createAccountLink(tx, userId, "invitation", site.clock.now));
  site.clock.now += 30 * 60_000;
  for (const token of [late, "made-up", invitation]) expect((await reset(token, "short")).statusCode).toBe(403);
  expect((await signIn("ann@example.com", TEST_PASSWORD)).statusCode).toBe(200);
});

test("rejects an invalid password by name, and keeps the link valid", async () => {
  const token = await mailedToken("ann@example.com");
  for (const [password, sentence] of [
    ["short", "Use at least 10 characters."],
    ["P@ssword12345", "common"],
  ] as const) {
    const rejected = await reset(token, password);
    expect(rejected.statusCode).toBe(422);
    expect(rejected.json<{ password: string[] }>().password.join()).toContain(sentence);
  }
  expect((await reset(token, `${"😀".repeat(125)}Aa1!`)).statusCode).toBe(422);
  expect((await reset(token, `${"😀".repeat(124)}Aa1!`)).statusCode).toBe(200);
});

test("an invitation sets names and password, signs in, and works once", async () => {
  const token = await site.connections.accounts.transaction().execute(async (tx) => {
    await sql`delete from credentials where user_id = ${userId}`.execute(tx);
    return createAccountLink(tx, userId, "invitation", site.clock.now);
  });
  const accept = () => send("POST", "/v1/invitation", { token, first_name: "Anna", password: NEW_PASSWORD });
  const answer = await accept();
  expect([answer.statusCode, answer.json()]).toEqual([201, { signed_in: true }]);
  const [cookie] = answer.cookies;
  const signedIn = await me(`${cookie?.name}=${encodeURIComponent(cookie?.value ?? "")}`);
  expect(signedIn.json()).toMatchObject({ email: "ann@example.com", first_name: "Anna", last_name: "Lee" });
  const again = await accept();
  expect(again.statusCode).toBe(403);
  expect(again.cookies).toEqual([]);
  expect(await recorded()).toContain("invitation.accept");
});

test("keeps the session in which the password was changed, and ends all others", async () => {
  const [here, there] = [await site.signedIn("ann@example.com"), await site.signedIn("ann@example.com")];
  const link = await mailedToken("ann@example.com");
  const payload = { old_password: TEST_PASSWORD, password: NEW_PASSWORD };
  const answer = await send("PUT", "/v1/me/password", payload, here);
  expect([answer.statusCode, answer.json()]).toEqual([200, { changed: true }]);
  expect((await me(here)).statusCode).toBe(200);
  expect((await me(there)).statusCode).toBe(401);
  expect((await signIn("ann@example.com", TEST_PASSWORD)).statusCode).toBe(401);
  expect((await signIn("ann@example.com", NEW_PASSWORD)).statusCode).toBe(200);
  expect((await reset(link)).statusCode).toBe(403);
  expect(await recorded()).toContain("password.change");
});

test("requires the current password for a change, and throttles attempts", async () => {
  const cookie = await site.signedIn("ann@example.com");
  const change = (old_password: string, password = NEW_PASSWORD) =>
    send("PUT", "/v1/me/password", { old_password, password }, cookie);
  const wrong = await change("Not-The-One-1!");
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json()).toMatchObject({ old_password: ["This is not your password."] });
  expect((await change(TEST_PASSWORD, "short")).json()).toHaveProperty("password");
  for (let i = 0; i < 4; i += 1) await change("Not-The-One-1!");
  expect((await change(TEST_PASSWORD)).statusCode).toBe(429);
  expect((await signIn("ann@example.com", TEST_PASSWORD)).statusCode).toBe(200);
});

test("accepts a password in composed or decomposed Unicode form", async () => {
  const [composed, decomposed] = ["Tr\u00e4ge-R\u00f6hren-7!", "Tra\u0308ge-Ro\u0308hren-7!"];
  await reset(await mailedToken("ann@example.com"), composed);
  expect((await signIn("ann@example.com", decomposed)).statusCode).toBe(200);
  await reset(await mailedToken("bob@example.com"), decomposed);
  expect((await signIn("bob@example.com", composed)).statusCode).toBe(200);
  expect((await signIn("bob@example.com", decomposed)).statusCode).toBe(200);
  expect((await signIn("bob@example.com", "Trage-Rohren-7!")).statusCode).toBe(401);
});

test("accepts a password hashed before normalization", async () => {
  const typed = "Tra\u0308ge-Ro\u0308hren-7!";
  const stored = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await sql`update credentials set password = ${stored}`.execute(site.connections.accounts);
  expect((await signIn("ann@example.com", typed)).statusCode).toBe(200);
});

test("accepts one of five concurrent changes with the same old password", async () => {
  const cookie = await site.signedIn("ann@example.com");
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((i) =>
      send("PUT", "/v1/me/password", { old_password: TEST_PASSWORD, password: `${NEW_PASSWORD}${i}` }, cookie),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422]);
});
