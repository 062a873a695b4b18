import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_PASSWORD } from "../testing/test-site.ts";
import { openSignOnSite, type SignOnSite } from "./testing/sign-on-site.ts";

let site: SignOnSite;
let secret: string;

beforeAll(async () => {
  site = await openSignOnSite({ staffNeedSecondFactor: true });
  await site.account("ann@example.com");
  await site.account("staff@example.com", { staffRole: "IONAdmin" });
  const headers = { cookie: await site.signedIn("ann@example.com") };
  const post = (url: string, payload: object) => site.app.inject({ method: "POST", url, payload, headers });
  const begun = await post("/v1/me/second-factor", { password: TEST_PASSWORD });
  secret = begun.json<{ secret: string }>().secret;
  expect((await post("/v1/me/second-factor/confirm", { one_time_code: codeNow() })).statusCode).toBe(200);
});
afterAll(() => site?.close());
beforeEach(async () => {
  site.clock.now += 2 * 60 * 60_000;
  site.provider.methods = ["pwd"];
  site.provider.holder = { sub: "ann", email: "ann@example.com", email_verified: true };
  await sql`delete from sessions`.execute(site.connections.accounts);
  await site.recorded();
});

const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.clock.now });

function give(code: string, cookie: string) {
  const payload = { one_time_code: code };
  return site.app.inject({ method: "POST", url: "/v1/single-sign-on/code", payload, headers: { cookie } });
}

async function sessions(): Promise<number> {
  return (await sql`select from sessions`.execute(site.connections.accounts)).rows.length;
}

test("asks for the account's own second factor after the provider", async () => {
  const browser = site.browser();
  expect(await browser.signIn("/history")).toBe("/login?single_sign_on=code&return_to=%2Fhistory");
  expect(await site.scope(browser.cookie)).toBeNull();
  expect(await sessions()).toBe(0);
  await site.recorded();

  const wrong = await give("000000", browser.cookie);
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toMatchObject({ code: "wrong_code" });
  expect(wrong.cookies).toEqual([]);
  expect(await sessions()).toBe(0);
  const reason = "wrong_code";
  expect(await site.recorded()).toEqual([
    { actor: "ann@example.com", action: "session.fail", after: { how: "single sign-on", reason } },
  ]);

  const code = codeNow();
  const right = await give(code, browser.cookie);
  expect(right.json()).toEqual({ return_to: "/history" });
  const [session] = right.cookies;
  expect(await site.scope(`${session?.name}=${encodeURIComponent(session?.value ?? "")}`)).toMatchObject({
    email: "ann@example.com",
  });
  expect(right.cookies.map(({ name, value }) => [name, value === ""])).toEqual([
    ["dripline", false],
    ["dripline-device", false],
    ["dripline-single-sign-on", true],
  ]);
  expect(await site.recorded()).toMatchObject([{ action: "session.start", after: { how: "single sign-on" } }]);
  expect((await give(code, browser.cookie)).statusCode).toBe(401);
});

test("accepts the code in the same browser, within five minutes", async () => {
  expect((await give(codeNow(), "")).statusCode).toBe(403);
  const browser = site.browser();
  await browser.begin();
  // The provider has not authenticated anybody yet.
  expect((await give(codeNow(), browser.cookie)).statusCode).toBe(403);
  await browser.signIn();
  site.clock.now += 5 * 60_000;
  const late = await give(codeNow(), browser.cookie);
  expect(late.json()).toMatchObject({ detail: "This sign-in took too long. Go back and begin again." });
  site.clock.now -= 1;
  expect((await give(codeNow(), browser.cookie)).statusCode).toBe(200);
});

test("throttles codes", async () => {
  const browser = site.browser();
  await browser.signIn();
  const answers = await Promise.all(Array.from({ length: 12 }, () => give("000000", browser.cookie)));
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(6);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6);
});

test("accepts a second factor at the provider instead", async () => {
  site.provider.methods = ["pwd", "otp", "mfa"];
  const browser = site.browser();
  expect(await browser.signIn()).toBe("/");
  expect(await site.scope(browser.cookie)).toMatchObject({ email: "ann@example.com" });
});

test("requires an own second factor of staff only where the provider asked for none", async () => {
  site.provider.holder = { sub: "staff", email: "staff@example.com", email_verified: true };
  const [without, withOne] = [site.browser(), site.browser()];
  await without.signIn();
  expect(await site.scope(without.cookie)).toMatchObject({ role: "IONAdmin", lacksSecondFactor: true });
  site.provider.methods = ["mfa"];
  await withOne.signIn();
  expect((await site.scope(withOne.cookie))?.lacksSecondFactor).toBeUndefined();
  // Of this session only.
  const byPassword = await site.signedIn("staff@example.com");
  expect(await site.scope(byPassword)).toMatchObject({ lacksSecondFactor: true });
});
