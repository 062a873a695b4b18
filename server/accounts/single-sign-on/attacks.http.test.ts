import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAccountLink } from "../mails/account-links.ts";
import { openSignOnSite, type SignOnSite } from "./testing/sign-on-site.ts";

let site: SignOnSite;
let baseUrl: string;

beforeAll(async () => {
  site = await openSignOnSite({ provider: { hasEmailInToken: true } });
  ({ baseUrl } = site);
  await site.account("grace@example.com");
  await site.account("victim@example.com");
});
afterAll(() => site?.close());
beforeEach(async () => {
  site.clock.now += 2 * 60 * 60_000;
  Object.assign(site.provider, { isAway: false, tamper: () => {} });
  site.provider.holder = { sub: "grace", email: "grace@example.com", email_verified: true };
  await site.recorded();
});

const failed = (reason: string) => [{ actor: "", action: "session.fail", after: { how: "single sign-on", reason } }];
const login = (reason: string) => `/login?single_sign_on=${reason}&return_to=%2F`;

/** An address with one parameter of its query changed. */
function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

test("accepts a callback only in the browser that started it", async () => {
  const [here, elsewhere, fresh] = [site.browser(), site.browser(), site.browser()];
  const back = await here.visit(await here.begin());
  expect(await fresh.comeBack(back)).toBe(login("expired"));
  await elsewhere.begin();
  expect(await elsewhere.comeBack(back)).toBe(login("expired"));
  expect(await here.comeBack(withParameter(back, "state", "another"))).toBe(login("expired"));
  expect(await here.comeBack(`${baseUrl}/v1/single-sign-on/callback`)).toBe(login("expired"));
  expect(await site.recorded()).toEqual([1, 2, 3, 4].flatMap(() => failed("expired")));
  expect(await site.scope(fresh.cookie)).toBeNull();
  // None of the attacks broke the flow of the browser that started it.
  expect(await here.comeBack(back)).toBe("/");
});

test("accepts only an unmodified cookie, for ten minutes", async () => {
  const here = site.browser();
  const back = await here.visit(await here.begin());
  const kept = here.cookie;
  const [name = "", payload = "", signature = ""] = kept.split(/[=.]/);
  const step = JSON.parse(Buffer.from(payload, "base64url").toString());
  const longer = Buffer.from(JSON.stringify({ ...step, until: step.until + 1 })).toString("base64url");
  for (const forged of [`${longer}.${signature}`, payload, `.${signature}`, "%E0%A4%A"]) {
    here.cookie = `${name}=${forged}`;
    expect(await here.comeBack(back)).toBe(login("expired"));
  }
  const late = site.browser();
  const lateBack = await late.visit(await late.begin());
  here.cookie = kept;
  site.clock.now += 10 * 60_000 - 1;
  expect(await here.comeBack(back)).toBe("/");
  site.clock.now += 1;
  expect(await late.comeBack(lateBack)).toBe(login("expired"));
});

test("rejects starting or ending a sign-in from another site", async () => {
  for (const url of ["/v1/single-sign-on", "/v1/single-sign-on/code"]) {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      const payload = url.endsWith("code") ? { one_time_code: "000000" } : {};
      const answer = await site.app.inject({ method: "POST", url, payload, headers });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: "cross_site" });
      expect(answer.cookies).toEqual([]);
    }
  }
});

test("accepts a code once", async () => {
  const here = site.browser();
  const back = await here.visit(await here.begin());
  const kept = here.cookie;
  expect(await here.comeBack(back)).toBe("/");
  here.cookie = kept;
  await site.recorded();
  expect(await here.comeBack(back)).toBe(login("failed"));
  expect(await site.recorded()).toEqual(failed("failed"));
  expect(await site.scope(here.cookie)).toBeNull();
});

test("rejects a code of another attempt", async () => {
  const [here, victim] = [site.browser(), site.browser()];
  const own = await here.visit(await here.begin());
  const theirs = await victim.visit(await victim.begin());
  const code = new URL(theirs).searchParams.get("code") ?? "";
  expect(await here.comeBack(withParameter(own, "code", code))).toBe(login("failed"));
  expect(await site.scope(here.cookie)).toBeNull();
});

test.each(["nonce", "code_challenge"])("rejects a token for another %s", async (name) => {
  const here = site.browser();
  const away = await here.begin();
  const other = await site.browser().begin();
  const changed = withParameter(away, name, new URL(other).searchParams.get(name) ?? "");
  expect(await here.comeBack(await here.visit(changed))).toBe(login("failed"));
  expect(await site.recorded()).toEqual(failed("failed"));
  expect(await site.scope(here.cookie)).toBeNull();
});

/** Changes the claims of a token, and leaves its signature. */
function reclaim(body: Record<string, unknown>, claims: object): void {
  const [head = "", payload = "", signature = ""] = String(body.id_token).split(".");
  const original: object = JSON.parse(Buffer.from(payload, "base64url").toString());
  const changed = Buffer.from(JSON.stringify({ ...original, ...claims })).toString("base64url");
  body.id_token = `${head}.${changed}.${signature}`;
}

test.each([
  ["of somebody else", { email: "victim@example.com", sub: "victim" }],
  ["of another provider", { iss: "https://evil.example" }],
  ["for another client", { aud: "another" }],
  ["that is too old", { exp: 1_700_000_000 }],
])("rejects a token %s", async (_what, claims) => {
  site.provider.tamper = (body) => reclaim(body, claims);
  const here = site.browser();
  expect(await here.signIn()).toBe(login("failed"));
  expect(await site.scope(here.cookie)).toBeNull();
});

test("rejects an unsigned token, and an answer without a token", async () => {
  const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  site.provider.tamper = (body) => {
    body.id_token = `${unsigned}.${String(body.id_token).split(".")[1]}.`;
  };
  expect(await site.browser().signIn()).toBe(login("failed"));
  site.provider.tamper = (body) => {
    delete body.id_token;
  };
  expect(await site.browser().signIn()).toBe(login("failed"));
});

test("rejects an answer that names another provider", async () => {
  const here = site.browser();
  const back = await here.visit(await here.begin());
  expect(await here.comeBack(withParameter(back, "iss", "https://evil.example"))).toBe(login("failed"));
});

test("returns to the sign-in page when the user declines", async () => {
  site.provider.holder = null;
  expect(await site.browser().signIn("/history")).toBe("/login?single_sign_on=declined&return_to=%2Fhistory");
  expect(await site.recorded()).toEqual(failed("declined"));
});

test.each([
  "https://evil.example/",
  "//evil.example/x",
  "/\\evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "\t//evil.example",
  "javascript:alert(1)",
  "evil.example",
  "/login?return_to=%2Flogin",
  "/v1/me",
])("does not redirect to %s", async (wanted) => {
  expect(await site.browser().signIn(wanted)).toBe("/");
});

test("throttles repeated failures from one address, with one audit row", async () => {
  const here = site.browser();
  const nowhere = (state: string) => here.comeBack(`${baseUrl}/v1/single-sign-on/callback?state=${state}`);
  const ends: string[] = [];
  for (let attempt = 0; attempt < 40; attempt += 1) ends.push(await nowhere(`s${attempt}`));
  expect(ends.filter((end) => end === login("expired"))).toHaveLength(31);
  expect(ends.at(-1)).toBe(login("too_many"));
  expect((await site.recorded()).slice(30)).toEqual([...failed("expired"), ...failed("too_many")]);
  // A person redirected by the provider is not throttled by it.
  expect(await here.signIn()).toBe("/");
});

test("creates a session only with its audit row", async () => {
  const { owner } = site.connections;
  const here = site.browser();
  const back = await here.visit(await here.begin("/history"));
  const count = async () => (await sql`select from sessions`.execute(site.connections.accounts)).rows.length;
  const before = await count();
  await sql`alter table audit_log add constraint full_up check (action <> 'session.start') not valid`.execute(owner);
  expect(await here.comeBack(back)).toBe("/login?single_sign_on=not_now&return_to=%2Fhistory");
  await sql`alter table audit_log drop constraint full_up`.execute(owner);
  expect(here.cookie).toBe("");
  expect(await count()).toBe(before);
});

test("single sign-on revokes the link of an invitation", async () => {
  const id = await site.account("new@example.com");
  const { accounts } = site.connections;
  await sql`delete from credentials where user_id = ${id}`.execute(accounts);
  const link = () => accounts.transaction().execute((tx) => createAccountLink(tx, id, "invitation", site.clock.now));
  const accept = async (token: string) => {
    const payload = { token, password: "Silent-Meters-8!" };
    return (await site.app.inject({ method: "POST", url: "/v1/invitation", payload })).statusCode;
  };
  const token = await link();
  site.provider.holder = { sub: "new", email: "new@example.com", email_verified: true };
  expect(await site.browser().signIn()).toBe("/");
  expect(await accept(token)).toBe(403);
});
