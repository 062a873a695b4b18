import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSignOnSite, type SignOnSite } from "../single-sign-on/testing/sign-on-site.ts";
import { TEST_PASSWORD } from "../testing/test-site.ts";

const NEW_PASSWORD = "Silent-Meters-8!";
const EMAIL = "ann@example.com";
let site: SignOnSite;

beforeEach(async () => {
  site = await openSignOnSite();
  await site.account(EMAIL);
  site.provider.holder = { sub: "ann", email: EMAIL, email_verified: true };
});
afterEach(() => site?.close());

const post = (url: string, payload: object, remoteAddress: string, cookie = "") =>
  site.app.inject({ method: "POST", url, payload, remoteAddress, headers: { cookie } });
const forget = (remoteAddress: string) => post("/v1/password/forgotten", { email: EMAIL }, remoteAddress);
const signIn = (password: string, remoteAddress: string, cookie = "") =>
  post("/v1/session", { email: EMAIL, password }, remoteAddress, cookie);
const mailedToken = () => /#token=(\S+)/.exec(site.mails.at(-1)?.text ?? "")?.[1] ?? "";

/** Sign-in attempts from fifty addresses, a second apart, every fifth with a request for a link. */
async function besiege(attempts: number): Promise<void> {
  for (let i = 0; i < attempts; i += 1) {
    site.clock.now += 1000;
    const address = `10.0.0.${i % 50}`;
    await signIn(`Guess-${i}-Pipes!`, address);
    if (i % 5 === 0) await forget(address);
  }
  await site.settled();
}

test("a throttled owner can sign in from a new browser by a mailed link", async () => {
  await besiege(1000);
  const held = await signIn(TEST_PASSWORD, "192.0.2.7");
  expect(held.statusCode).toBe(429);
  expect(held.json<{ detail: string }>().detail).toMatch(
    /^Too many attempts\. Try again in .+, or choose a new password by “Forgot your password\?”, or sign in with Elm Login\.$/,
  );

  // Every five minutes at most, and the newest works.
  expect(site.mails.length).toBeLessThanOrEqual(5);
  site.clock.now += 5 * 60_000;
  expect((await forget("192.0.2.7")).statusCode).toBe(202);
  await site.settled();
  const reset = await post("/v1/password/reset", { token: mailedToken(), password: NEW_PASSWORD }, "192.0.2.7");
  expect(reset.statusCode).toBe(200);
  const [device] = reset.cookies;
  const cookie = `${device?.name}=${device?.value}`;
  await besiege(100);
  expect((await signIn(NEW_PASSWORD, "192.0.2.7")).statusCode).toBe(429);
  expect((await signIn(NEW_PASSWORD, "192.0.2.7", cookie)).statusCode).toBe(200);
}, 240_000);

test("a throttled owner can sign in by single sign-on, also from an attacker's network", async () => {
  for (let i = 0; i < 100; i += 1) await signIn(`Guess-${i}-Pipes!`, i % 2 === 0 ? "127.0.0.1" : "10.0.0.1");
  for (let i = 0; i < 40; i += 1) await site.app.inject({ url: `/v1/single-sign-on/callback?state=s${i}` });
  expect((await signIn(TEST_PASSWORD, "192.0.2.7")).statusCode).toBe(429);
  const owner = site.browser();
  expect(await owner.signIn()).toBe("/");
  expect(await site.scope(owner.cookie)).toMatchObject({ email: EMAIL });
});

test("a throttled owner is asked for the second factor after single sign-on", async () => {
  await sql`insert into two_factors (user_id, secret, confirmed_at) select id, '', now() from users`.execute(
    site.connections.accounts,
  );
  const owner = site.browser();
  expect(await owner.signIn()).toContain("single_sign_on=code");
  for (let i = 0; i < 100; i += 1) await signIn(`Guess-${i}-Pipes!`, "127.0.0.1");
  const payload = { one_time_code: "000000" };
  expect((await post("/v1/single-sign-on/code", payload, "127.0.0.1", owner.cookie)).statusCode).toBe(401);
});

test("a used or undelivered link does not delay the next one", async () => {
  await forget("192.0.2.7");
  await site.settled();
  await post("/v1/password/reset", { token: mailedToken(), password: NEW_PASSWORD }, "192.0.2.7");
  site.mailServer.isBroken = true;
  await forget("192.0.2.7");
  await site.settled();
  site.mailServer.isBroken = false;
  await forget("192.0.2.7");
  await site.settled();
  expect(site.mails).toHaveLength(2);
  const again = { token: mailedToken(), password: TEST_PASSWORD };
  expect((await post("/v1/password/reset", again, "192.0.2.7")).statusCode).toBe(200);
});
