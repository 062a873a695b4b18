import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createUser } from "../create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";
import { sessionCookie, signedCookie } from "./session-cookie.ts";
import { USUAL_LIFE } from "./session-life.ts";

const MINUTE = 60_000;
const { idleMs: IDLE_MS, absoluteMs: ABSOLUTE_MS } = USUAL_LIFE;
let site: TestSite;
let https: TestSite;

beforeAll(async () => {
  [site, https] = await Promise.all([openTestSite(), openTestSite("https://water.example")]);
  for (const { connections } of [site, https]) {
    await createUser(connections, person("Grace@Example.com"));
    await createUser(connections, person("guessed@example.com"));
  }
});
afterAll(() => Promise.all([site?.close(), https?.close()]));

function person(email: string) {
  return { email, firstName: "Grace", lastName: "Hopper", password: TEST_PASSWORD, memberships: [] };
}

function post(at: TestSite, payload: object, headers: Record<string, string> = {}) {
  return at.app.inject({ method: "POST", url: "/v1/session", payload, headers });
}

function me(at: TestSite, cookie: string) {
  return at.app.inject({ url: "/v1/me", headers: { cookie } });
}

test("over http the cookie has a plain name, is HttpOnly and SameSite", async () => {
  const answer = await post(site, { email: " grace@EXAMPLE.com ", password: TEST_PASSWORD });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ signed_in: true });
  expect(answer.cookies).toHaveLength(2);
  expect(answer.cookies[0]).toMatchObject({ name: "dripline", path: "/", httpOnly: true, sameSite: "Lax" });
  expect(answer.cookies[0]).toMatchObject({ maxAge: ABSOLUTE_MS / 1000 });
  expect(answer.cookies[0]?.secure).toBeUndefined();
});

test("reports whether a session is valid without an error", async () => {
  const answer = (cookie: string) => site.app.inject({ url: "/v1/session", headers: { cookie } });
  const cookie = await site.signedIn("grace@example.com");
  expect((await answer(cookie)).json()).toEqual({ signed_in: true });
  const forged = cookie.replace(/=.{4}/, "=AAAA");
  for (const other of ["", "dripline=x.y", forged]) {
    expect(await answer(other)).toMatchObject({ statusCode: 200, body: '{"signed_in":false}' });
  }
  await site.app.inject({ method: "DELETE", url: "/v1/session", headers: { cookie } });
  expect((await answer(cookie)).json()).toEqual({ signed_in: false });
});

test("over https the cookie is bound to the host and secure", async () => {
  const answer = await post(https, { email: "grace@example.com", password: TEST_PASSWORD });
  expect(answer.cookies).toHaveLength(2);
  expect(answer.cookies[0]).toMatchObject({ name: "__Host-dripline", path: "/", httpOnly: true, secure: true });
  expect(answer.cookies[0]?.domain).toBeUndefined();
  expect(answer.headers["strict-transport-security"]).toBeDefined();
  expect(await me(https, await https.signedIn("grace@example.com"))).toMatchObject({ statusCode: 200 });
});

test("warns the operator about plain http, except on localhost", async () => {
  expect(site.warnings).toEqual([]);
  expect(https.warnings).toEqual([]);
  const trial = await openTestSite("http://192.168.1.20:4000");
  expect(trial.warnings).toEqual([expect.stringContaining("not https")]);
  await trial.close();
});

test("gives the same answer for a wrong password and an unknown email", async () => {
  const wrong = await post(site, { email: "grace@example.com", password: "Quiet-Valves-8!" });
  const unknown = await post(site, { email: "nobody@example.com", password: TEST_PASSWORD });
  const noEmail = await post(site, { email: "nobody", password: TEST_PASSWORD });
  for (const answer of [wrong, unknown, noEmail]) {
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
    expect({ ...answer.json(), request_id: "" }).toEqual({ ...wrong.json(), request_id: "" });
  }
  expect(wrong.json()).toMatchObject({ code: "wrong_credentials", detail: "E-mail or password is wrong." });
});

test("the session token has 256 bits and is useless without its signature", async () => {
  const cookie = await site.signedIn("grace@example.com");
  const [token = "", signature = ""] = decodeURIComponent(cookie.slice("dripline=".length)).split(".");
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect((await me(site, cookie)).statusCode).toBe(200);
  const forged = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  for (const value of [token, `${token}.`, `${token}.${forged}`, `x.${signature}`, "%E0%A4%A", ""]) {
    const cookieOf = value.startsWith("%") ? value : encodeURIComponent(value);
    expect((await me(site, `dripline=${cookieOf}`)).statusCode, value).toBe(401);
  }
});

test("stores a hash of the token only", async () => {
  const cookie = await site.signedIn("grace@example.com");
  const [token = ""] = decodeURIComponent(cookie.slice("dripline=".length)).split(".");
  const stored = await sql`select token, token_hash from sessions order by id desc limit 1`.execute(
    site.connections.accounts,
  );
  expect(stored.rows).toEqual([{ token: null, token_hash: createHash("sha256").update(token).digest() }]);
});

test("keeps a session that the release before began, as the current one beside others", async () => {
  const cookies = sessionCookie("http://localhost:4000", "a secret for tests, of 32 characters and more");
  const at = new Date(site.clock.now);
  await sql`insert into sessions (user_id, token, expires_at, created_at, updated_at)
    select id, 'before', ${new Date(site.clock.now + IDLE_MS)}, ${at}, ${at} from users
    where email = 'grace@example.com'`.execute(site.connections.accounts);
  const cookie = signedCookie(cookies, "before", 0).replace(/;.*/, "");
  const other = await site.signedIn("grace@example.com");
  const currentOf = async (headers: { cookie: string }) => {
    const answer = await site.app.inject({ url: "/v1/me/sessions", headers });
    return answer.json().results.filter(({ current }: { current: boolean }) => current);
  };
  const [[before, ...none], [fresh]] = [await currentOf({ cookie }), await currentOf({ cookie: other })];
  expect([none, before.id === fresh.id]).toEqual([[], false]);
  const body = { old_password: TEST_PASSWORD, password: TEST_PASSWORD };
  const changed = await site.app.inject({ method: "PUT", url: "/v1/me/password", headers: { cookie }, payload: body });
  expect(changed.statusCode).toBe(200);
  expect([(await me(site, cookie)).statusCode, (await me(site, other)).statusCode]).toEqual([200, 401]);
  await site.app.inject({ method: "DELETE", url: "/v1/session", headers: { cookie } });
  expect((await me(site, cookie)).statusCode).toBe(401);
});

// Covers calls-19
test("signing out ends the session on the server, and clears cookie, cache and storage", async () => {
  const cookie = await site.signedIn("grace@example.com");
  const other = await site.signedIn("grace@example.com");
  const answer = await site.app.inject({ method: "DELETE", url: "/v1/session", headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ signed_in: false });
  expect(answer.headers["clear-site-data"]).toBe('"cache", "storage"');
  expect(answer.cookies[0]).toMatchObject({ name: "dripline", value: "", maxAge: 0, path: "/" });
  expect((await me(site, cookie)).statusCode).toBe(401);
  expect((await me(site, other)).statusCode).toBe(200);
  const again = await site.app.inject({ method: "DELETE", url: "/v1/session", headers: { cookie } });
  expect(again.statusCode).toBe(200);
});

test("signing in again in the same browser replaces its session", async () => {
  const cookie = await site.signedIn("grace@example.com");
  const answer = await post(site, { email: "grace@example.com", password: TEST_PASSWORD }, { cookie });
  expect(answer.cookies[0]?.value).not.toBe(decodeURIComponent(cookie.slice("dripline=".length)));
  expect((await me(site, cookie)).statusCode).toBe(401);
});

test("ends a session an hour after the last request and twelve hours after signing in", async () => {
  const idle = await site.signedIn("grace@example.com");
  const busy = await site.signedIn("grace@example.com");
  const start = site.clock.now;
  site.clock.now += IDLE_MS - MINUTE;
  expect((await me(site, busy)).statusCode).toBe(200);
  site.clock.now += MINUTE;
  expect((await me(site, idle)).statusCode).toBe(401);
  while (site.clock.now < start + ABSOLUTE_MS - 31 * MINUTE) {
    site.clock.now += 30 * MINUTE;
    expect((await me(site, busy)).statusCode).toBe(200);
  }
  site.clock.now = start + ABSOLUTE_MS - 1;
  expect((await me(site, busy)).statusCode).toBe(200);
  site.clock.now = start + ABSOLUTE_MS;
  expect((await me(site, busy)).statusCode).toBe(401);
  await site.signedIn("grace@example.com");
  const kept = await sql`select from sessions`.execute(site.connections.accounts);
  expect(kept.rows).toHaveLength(1);
});

test("session lifetimes are settings that also apply to the cookie", async () => {
  const brief = await openTestSite("http://localhost:4000", {
    sessionLife: { idleMs: 5 * MINUTE, absoluteMs: 8 * MINUTE },
  });
  onTestFinished(() => brief.close());
  await createUser(brief.connections, person("grace@example.com"));
  const answer = await post(brief, { email: "grace@example.com", password: TEST_PASSWORD });
  expect(answer.cookies[0]).toMatchObject({ maxAge: 8 * 60 });
  const [idle, busy] = [await brief.signedIn("grace@example.com"), await brief.signedIn("grace@example.com")];
  brief.clock.now += 5 * MINUTE - 1;
  expect((await me(brief, busy)).statusCode).toBe(200);
  brief.clock.now += 1;
  expect((await me(brief, idle)).statusCode).toBe(401);
  brief.clock.now += 3 * MINUTE - 1;
  expect((await me(brief, busy)).statusCode).toBe(200);
  brief.clock.now += 1;
  expect((await me(brief, busy)).statusCode).toBe(401);
});

test("throttles repeated failures at once, and the owner only until the wait is over", async () => {
  const attempt = () => post(site, { email: "guessed@example.com", password: "Guess-Number-1" });
  const answers = await Promise.all(Array.from({ length: 20 }, attempt));
  const statuses = answers.map((answer) => answer.statusCode).sort();
  expect(statuses).toEqual([...Array(6).fill(401), ...Array(14).fill(429)]);
  const rejected = answers.find((answer) => answer.statusCode === 429);
  expect(rejected?.headers["retry-after"]).toBe("2");
  expect(rejected?.json()).toMatchObject({ code: "too_many_requests" });
  expect((await post(site, { email: "GUESSED@example.com", password: TEST_PASSWORD })).statusCode).toBe(429);
  site.clock.now += 2000;
  await site.signedIn("guessed@example.com");
  expect((await attempt()).statusCode).toBe(401);
});

test.each([
  ["POST", "/v1/session"],
  ["DELETE", "/v1/session"],
  ["POST", "/v1/first-admin"],
] as const)("rejects %s %s from another site", async (method, url) => {
  const cookie = await site.signedIn("grace@example.com");
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  const body = { email: "grace@example.com", password: TEST_PASSWORD };
  for (const headers of foreign) {
    const answer = await site.app.inject({
      method,
      url,
      headers: { ...headers, cookie },
      ...(method === "POST" ? { payload: body } : {}),
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: "cross_site" });
    expect(answer.cookies).toEqual([]);
  }
  expect((await me(site, cookie)).statusCode).toBe(200);
});

test("answers 503 without the database, instead of signed in or out", async () => {
  const broken = await openTestSite();
  const cookie = await site.signedIn("grace@example.com");
  await broken.loseDatabase();
  const { app } = broken;
  const answers = await Promise.all([
    post(broken, { email: "grace@example.com", password: TEST_PASSWORD }),
    app.inject({ method: "DELETE", url: "/v1/session", headers: { cookie } }),
    me(broken, cookie),
    app.inject({ url: "/v1/first-admin" }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBeDefined();
    expect(answer.cookies).toEqual([]);
  }
  await broken.close();
});
