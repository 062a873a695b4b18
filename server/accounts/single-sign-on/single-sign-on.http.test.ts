import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_PASSWORD } from "../testing/test-site.ts";
import { openSignOnSite, type SignOnSite } from "./testing/sign-on-site.ts";

let site: SignOnSite;
let https: SignOnSite;

beforeAll(async () => {
  [site, https] = await Promise.all([
    openSignOnSite(),
    // Variants of other providers.
    openSignOnSite({
      baseUrl: "https://water.example",
      provider: { hasEmailInToken: true, secretIn: "client_secret_post" },
      settings: { trustsEmails: true, onlyDomains: ["elm.example"] },
    }),
  ]);
});
afterAll(() => Promise.all([site?.close(), https?.close()]));
beforeEach(async () => {
  site.clock.now += 2 * 60 * 60_000;
  await site.recorded();
});

const start = { how: "single sign-on" };

test("creates an ordinary session, and logs the provider", async () => {
  const { provider, browser, recorded } = site;
  const id = await site.account("grace@example.com");
  provider.holder = { sub: "grace", email: "Grace@Example.com", email_verified: true, given_name: "Amazing" };
  const here = browser();
  expect(await here.signIn("/history?unit_id=7")).toBe("/history?unit_id=7");
  expect(await site.scope(here.cookie)).toMatchObject({ userId: id, email: "grace@example.com" });
  expect(await recorded()).toEqual([
    { actor: "grace@example.com", action: "single_sign_on.link", after: { issuer: provider.issuer } },
    { actor: "grace@example.com", action: "session.start", after: start },
  ]);
  const sessions = await site.app.inject({ url: "/v1/me/sessions", headers: { cookie: here.cookie } });
  expect(sessions.json()).toMatchObject({ count: 1, results: [{ current: true }] });
  const kept = await sql<object>`select last_login_at, updated_at, first_name from users where id = ${id}`.execute(
    site.connections.accounts,
  );
  const now = new Date(site.clock.now);
  expect(kept.rows).toEqual([{ last_login_at: now, updated_at: now, first_name: "Amazing" }]);

  const before = here.cookie;
  expect(await here.signIn()).toBe("/");
  expect(await recorded()).toMatchObject([{ action: "session.end" }, { action: "session.start", after: start }]);
  expect(await site.scope(before)).toBeNull();

  const out = await site.app.inject({ method: "DELETE", url: "/v1/session", headers: { cookie: here.cookie } });
  expect(out.statusCode).toBe(200);
  expect(await site.scope(here.cookie)).toBeNull();
});

test("the authorization URL has state, nonce and PKCE challenge", async () => {
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
  const answer = await https.app.inject({ method: "POST", url: "/v1/single-sign-on", payload: {}, headers });
  const { searchParams } = new URL(answer.json<{ url: string }>().url);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: "dripline",
    redirect_uri: "https://water.example/v1/single-sign-on/callback",
    response_type: "code",
    scope: "openid email profile",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(answer.cookies).toEqual([
    {
      name: "__Host-dripline-single-sign-on",
      value: expect.any(String),
      maxAge: 600,
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
    },
  ]);
  const again = await https.app.inject({ method: "POST", url: "/v1/single-sign-on", payload: {} });
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(new URL(again.json<{ url: string }>().url).searchParams.get(name)).not.toBe(searchParams.get(name));
  }
});

test("gives the sign-in page the provider's name, if there is one", async () => {
  expect((await site.app.inject({ url: "/v1/single-sign-on" })).json()).toEqual({ name: "Elm Login" });
});

test("supports the email in the ID token and the secret in the body", async () => {
  await https.account("lin@example.com", { firstName: "Lin", lastName: "Oh" });
  // The provider does not state whether the e-mail is verified: the settings trust it.
  https.provider.holder = { sub: "lin", email: "lin@example.com", given_name: "Another" };
  const browser = https.browser();
  expect(await browser.signIn("/top5-leaks-details")).toBe("/top5-leaks-details");
  expect(browser.cookie).toMatch(/^__Host-dripline=/);
  const me = await https.app.inject({ url: "/v1/me", headers: { cookie: browser.cookie } });
  expect(me.json()).toMatchObject({ email: "lin@example.com", first_name: "Lin" });
  https.provider.holder = { sub: "lou", email: "lou@example.com", email_verified: false };
  await https.account("lou@example.com");
  expect(await https.browser().signIn()).toBe("/login?single_sign_on=unverified_email&return_to=%2F");
});

test("keeps an account linked to its owner when their email changes at the provider", async () => {
  const { provider, browser } = site;
  const [ann, bob] = [await site.account("ann@example.com"), await site.account("bob@example.com")];
  provider.holder = { sub: "ann", email: "ann@example.com", email_verified: true };
  await browser().signIn();
  // At the provider, Ann gets Bob's e-mail, and hers goes to a new person.
  provider.holder = { sub: "ann", email: "bob@example.com", email_verified: true };
  const here = browser();
  await here.signIn();
  expect(await site.scope(here.cookie)).toMatchObject({ userId: ann, email: "ann@example.com" });
  await site.recorded();
  provider.holder = { sub: "new", email: "ann@example.com", email_verified: true };
  expect(await browser().signIn()).toMatch("/login?single_sign_on=other_identity");
  expect(await site.recorded()).toEqual([
    { actor: "ann@example.com", action: "session.fail", after: { ...start, reason: "other_identity" } },
  ]);
  // Linked already, Ann needs no e-mail at all.
  provider.holder = { sub: "ann" };
  await here.signIn();
  expect(await site.scope(here.cookie)).toMatchObject({ userId: ann });
  provider.holder = { sub: "bob", email: "bob@example.com", email_verified: "true" };
  await here.signIn();
  expect(await site.scope(here.cookie)).toMatchObject({ userId: bob });
});

test("links an account to one of two concurrent first sign-ins with the same email", async () => {
  await site.account("twice@example.com");
  const comers = [];
  for (const sub of ["twin-1", "twin-2", "twin-3"]) {
    site.provider.holder = { sub, email: "twice@example.com", email_verified: true };
    const browser = site.browser();
    comers.push({ browser, back: await browser.visit(await browser.begin()) });
  }
  const ends = await Promise.all(comers.map(({ browser, back }) => browser.comeBack(back)));
  expect(ends.map((end) => /=(\w+)&/.exec(end)?.[1] ?? end).toSorted()).toEqual([
    "/",
    "other_identity",
    "other_identity",
  ]);
});

test.each([
  ["unverified_email", { email: "cho@example.com", email_verified: false }],
  ["unverified_email", { email: "cho@example.com" }],
  ["unverified_email", { email_verified: true }],
  ["unverified_email", { email: "not an e-mail", email_verified: true }],
  ["unknown_account", { email: "stranger@example.com", email_verified: true }],
])("%s: signs nobody in, and logs it", async (reason, holder) => {
  if (reason === "unverified_email") await site.account("cho@example.com").catch(() => null);
  site.provider.holder = { sub: "stranger", ...holder };
  const browser = site.browser();
  expect(await browser.signIn("/history")).toBe(`/login?single_sign_on=${reason}&return_to=%2Fhistory`);
  expect(browser.cookie).toBe("");
  const email = "email" in holder && holder.email?.includes("@") ? holder.email : "";
  expect(await site.recorded()).toEqual([{ actor: email, action: "session.fail", after: { ...start, reason } }]);
});

test("rejects a deleted user, and gives the next account with their email to its own owner", async () => {
  const { provider, browser } = site;
  const admin = await site.account("boss@example.com", { staffRole: "IONAdmin" });
  const gone = await site.account("gone@example.com");
  provider.holder = { sub: "gone", email: "gone@example.com", email_verified: true };
  const before = browser();
  await before.signIn();
  const cookie = await site.signedIn("boss@example.com");
  expect(await site.scope(cookie)).toMatchObject({ userId: admin });
  const url = `/v1/admin/staff/organizations/users/external/${gone}`;
  expect((await site.app.inject({ method: "DELETE", url, headers: { cookie } })).statusCode).toBe(200);
  expect(await site.scope(before.cookie)).toBeNull();
  expect(await browser().signIn()).toMatch("/login?single_sign_on=unknown_account");
  // Nor by what is left of the account.
  provider.holder = { sub: "else", email: `deleted-${gone}@dripline.invalid`, email_verified: true };
  expect(await browser().signIn()).toMatch("/login?single_sign_on=unknown_account");
  provider.holder = { sub: "gone", email: "gone@example.com", email_verified: true };
  const next = await site.account("gone@example.com");
  const after = browser();
  expect(await after.signIn()).toBe("/");
  expect(await site.scope(after.cookie)).toMatchObject({ userId: next });
});

test("does not check passwords of a domain that uses single sign-on only", async () => {
  await https.account("ida@elm.example");
  const post = (email: string) =>
    https.app.inject({ method: "POST", url: "/v1/session", payload: { email, password: TEST_PASSWORD } });
  await https.recorded();
  for (const email of ["ida@elm.example", " Ida@ELM.example", "nobody@elm.example"]) {
    const answer = await post(email);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ detail: "With this e-mail address, sign in with Elm Login." });
    expect(answer.cookies).toEqual([]);
  }
  expect(await https.recorded()).toMatchObject([
    { actor: "ida@elm.example", action: "session.fail" },
    { action: "session.fail" },
    { action: "session.fail" },
  ]);
  https.provider.holder = { sub: "ida", email: "ida@elm.example", email_verified: true };
  const browser = https.browser();
  await browser.signIn();
  expect(await https.scope(browser.cookie)).toMatchObject({ email: "ida@elm.example" });
  await https.account("ivy@sub.elm.example");
  expect((await post("ivy@sub.elm.example")).statusCode).toBe(200);
});
