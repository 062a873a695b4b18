import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser } from "../create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";

let site: TestSite;
beforeEach(() => open({}));
afterEach(() => site?.close());

async function open(settings: { staffNeedSecondFactor?: boolean }) {
  site = await openTestSite("http://localhost:4000", settings);
  const person = { firstName: "", lastName: "", password: TEST_PASSWORD, memberships: [] };
  await createUser(site.connections, { ...person, email: "ann@example.com" });
  await createUser(site.connections, { ...person, email: "staff@example.com", staffRole: "IONAdmin" });
}

function post(path: string, cookie: string, payload: object) {
  return site.app.inject({ method: "POST", url: `/v1/me/second-factor${path}`, payload, headers: { cookie } });
}
function signIn(code?: string, email = "ann@example.com") {
  const payload = { email, password: TEST_PASSWORD, ...(code === undefined ? {} : { one_time_code: code }) };
  return site.app.inject({ method: "POST", url: "/v1/session", payload });
}
const get = (url: string, cookie: string) => site.app.inject({ url, headers: { cookie } });

/** What the person's phone shows. */
function codeOf(secret: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.clock.now + ahead });
}

/** Sets a second factor up and lets half a minute pass, so that the app shows another code. */
async function setUp(cookie: string): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await post("", cookie, { password: TEST_PASSWORD })).json<{ secret: string }>();
  const confirmed = await post("/confirm", cookie, { one_time_code: codeOf(secret) });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  site.clock.now += 30_000;
  return { secret, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
}

async function sessionCount(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from sessions`.execute(site.connections.accounts);
  return found.rows[0]?.n ?? 0;
}

async function lastLogin(): Promise<unknown> {
  const found = await sql`select last_login_at from users where email = 'ann@example.com'`.execute(
    site.connections.accounts,
  );
  return found.rows[0];
}

test("requires password and code once set up; a rejected attempt creates no session", async () => {
  const cookie = await site.signedIn("ann@example.com");
  const elsewhere = await site.signedIn("ann@example.com");
  const { secret, codes } = await setUp(cookie);
  expect(codes).toHaveLength(10);
  expect((await get("/v1/me/second-factor", cookie)).json()).toEqual({
    enabled: true,
    required: false,
    recovery_codes_left: 10,
  });
  expect((await get("/v1/me", elsewhere)).statusCode).toBe(401);
  const before = await lastLogin();
  const without = await signIn();
  expect([without.statusCode, without.json<{ code: string }>().code]).toEqual([401, "second_factor_needed"]);
  const wrong = await signIn("000000");
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([401, "wrong_code"]);
  expect([...without.cookies, ...wrong.cookies]).toEqual([]);
  expect(await sessionCount()).toBe(1);
  expect(await lastLogin()).toEqual(before);
  const right = await signIn(codeOf(secret));
  expect(right.statusCode).toBe(200);
  expect(await lastLogin()).toEqual({ last_login_at: new Date(site.clock.now) });
  expect(right.cookies[0]?.name).toBe("dripline");
});

test("accepts a code once, also with concurrent sign-ins, and no earlier code afterwards", async () => {
  const { secret } = await setUp(await site.signedIn("ann@example.com"));
  const code = codeOf(secret);
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  expect((await signIn(codeOf(secret, -30_000))).statusCode).toBe(401);
});

test("accepts a recovery code once, and logs it", async () => {
  const cookie = await site.signedIn("ann@example.com");
  const { codes } = await setUp(cookie);
  const [code = "", other = ""] = codes;
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(code.toLowerCase())));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  expect((await get("/v1/me/second-factor", cookie)).json()).toMatchObject({ recovery_codes_left: 9 });
  const renewed = await post("/recovery-codes", cookie, { password: TEST_PASSWORD });
  const [fresh = ""] = renewed.json<{ recovery_codes: string[] }>().recovery_codes;
  expect((await signIn(other)).statusCode).toBe(401);
  expect((await signIn(fresh)).statusCode).toBe(200);
  const rows = await sql`select action from audit_log where action like 'second_factor.%' order by id`.execute(
    site.connections.accounts,
  );
  const actions = ["add", "recover", "recovery_codes", "recover"].map((what) => ({ action: `second_factor.${what}` }));
  expect(rows.rows).toEqual(actions);
});

test("throttles codes", async () => {
  const { secret } = await setUp(await site.signedIn("ann@example.com"));
  const answers = [];
  for (let i = 0; i < 30; i += 1) answers.push((await signIn(String(100_000 + i))).statusCode);
  expect(answers.filter((status) => status === 401)).toHaveLength(6);
  expect((await signIn(codeOf(secret))).statusCode).toBe(429);
});

test("does not throttle an office whose people enter their codes", async () => {
  // As many as may fail from one network, all with Ann's password.
  await sql`
    with made as (insert into users (email) select 'person' || i || '@example.com' from generate_series(1, 31) i returning id),
      known as (
        insert into credentials (user_id, account_id, provider_id, password)
        select made.id, made.id::text, 'credential', ann.password from made, credentials ann
        join users on users.id = ann.user_id and users.email = 'ann@example.com')
    insert into two_factors (user_id, secret, confirmed_at) select id, '', now() from made`.execute(
    site.connections.accounts,
  );
  const codes = [];
  for (let i = 1; i <= 31; i += 1) codes.push((await signIn(undefined, `person${i}@example.com`)).json().code);
  expect(new Set(codes)).toEqual(new Set(["second_factor_needed"]));
  expect((await signIn()).statusCode).toBe(200);
});

test("requires nothing before a factor is confirmed, and a wrong first code confirms nothing", async () => {
  const cookie = await site.signedIn("ann@example.com");
  expect((await post("/confirm", cookie, { one_time_code: "123456" })).statusCode).toBe(409);
  const first = (await post("", cookie, { password: TEST_PASSWORD })).json<{ secret: string }>();
  const second = (await post("", cookie, { password: TEST_PASSWORD })).json<{ secret: string }>();
  const wrong = await post("/confirm", cookie, { one_time_code: codeOf(first.secret) });
  expect([wrong.statusCode, wrong.json()]).toEqual([
    422,
    expect.objectContaining({ one_time_code: expect.any(Array) }),
  ]);
  expect((await signIn()).statusCode).toBe(200);
  expect((await post("/confirm", cookie, { one_time_code: codeOf(second.secret) })).statusCode).toBe(200);
  expect((await post("", cookie, { password: TEST_PASSWORD })).statusCode).toBe(409);
});

test("rejects changes without the password", async () => {
  const cookie = await site.signedIn("ann@example.com");
  const rejected = await post("", cookie, { password: "Not-The-One-1!" });
  expect([rejected.statusCode, rejected.json()]).toEqual([
    422,
    expect.objectContaining({ password: expect.any(Array) }),
  ]);
  await setUp(cookie);
  for (const path of ["/remove", "/recovery-codes"]) {
    expect((await post(path, cookie, { password: "Not-The-One-1!" })).statusCode).toBe(422);
  }
  expect((await signIn()).statusCode).toBe(401);
  expect((await post("/remove", cookie, { password: TEST_PASSWORD })).json()).toEqual({ enabled: false });
  expect((await signIn()).statusCode).toBe(200);
  expect((await post("/remove", cookie, { password: TEST_PASSWORD })).statusCode).toBe(409);
});

test("limits staff without a required factor to their own account, and rejects its removal", async () => {
  await site.close();
  await open({ staffNeedSecondFactor: true });
  const cookie = await site.signedIn("staff@example.com");
  expect((await get("/v1/me", cookie)).json()).toMatchObject({ second_factor_missing: true });
  const calls = [await get("/v1/admin/audit-log", cookie), await get("/v1/admin/audit-log.csv", cookie)];
  expect(calls.map((answer) => answer.json<{ code: string }>().code)).toEqual([
    "second_factor_required",
    "second_factor_required",
  ]);
  await setUp(cookie);
  expect((await get("/v1/me", cookie)).json()).toMatchObject({ second_factor_missing: false });
  expect((await get("/v1/admin/audit-log", cookie)).statusCode).toBe(200);
  expect((await post("/remove", cookie, { password: TEST_PASSWORD })).statusCode).toBe(409);
  expect((await get("/v1/me", await site.signedIn("ann@example.com"))).json()).toMatchObject({
    second_factor_missing: false,
  });
});

test("stores neither secret nor recovery codes in readable form, nor in the audit log", async () => {
  const { secret, codes } = await setUp(await site.signedIn("ann@example.com"));
  const tables = ["two_factors", "audit_log", "sessions"];
  const rows = await Promise.all(
    tables.map((table) => sql`select t::text from ${sql.table(table)} t`.execute(site.connections.accounts)),
  );
  const dump = JSON.stringify(rows.flatMap(({ rows: found }) => found));
  expect(dump).toContain("second_factor.add");
  for (const hidden of [secret, Buffer.from(secret).toString("hex"), ...codes]) expect(dump).not.toContain(hidden);
});

test("throttles codes during setup, separately from passwords", async () => {
  const cookie = await site.signedIn("ann@example.com");
  const { secret } = (await post("", cookie, { password: TEST_PASSWORD })).json<{ secret: string }>();
  const right = codeOf(secret);
  const wrong = right === "000000" ? "000001" : "000000";
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push((await post("/confirm", cookie, { one_time_code: wrong })).statusCode);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
  // The right one has to wait, too.
  const held = await post("/confirm", cookie, { one_time_code: right });
  expect([held.statusCode, Number(held.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await post("", cookie, { password: TEST_PASSWORD })).statusCode).toBe(201);
});
