import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { startServer } from "../../start-server.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { openTestSite } from "../testing/test-site.ts";
import { openSignOnSite, type SignOnSite } from "./testing/sign-on-site.ts";

let site: SignOnSite;

beforeEach(async () => {
  site = await openSignOnSite();
  await site.account("grace@example.com");
  site.provider.holder = { sub: "grace", email: "grace@example.com", email_verified: true };
});
afterEach(() => site?.close());

const begin = () => site.app.inject({ method: "POST", url: "/v1/single-sign-on", payload: {} });

test("retries an unreachable provider at the next sign-in", async () => {
  site.provider.isAway = "hangs up";
  const away = await begin();
  expect(away.statusCode).toBe(503);
  expect(away.json()).toMatchObject({ detail: "Elm Login does not answer. Try again in a few minutes." });
  expect(away.cookies).toEqual([]);
  site.provider.isAway = false;
  const browser = site.browser();
  expect(await browser.signIn()).toBe("/");
});

test("returns to the sign-in page when the provider becomes unreachable during a sign-in", async () => {
  const browser = site.browser();
  const back = await browser.visit(await browser.begin());
  site.provider.isAway = "hangs up";
  expect(await browser.comeBack(back)).toBe("/login?single_sign_on=unavailable&return_to=%2F");
  expect(await site.recorded()).toMatchObject([{ action: "session.fail", after: { reason: "unavailable" } }]);
});

test("waits five seconds for a provider that does not answer, however many ask", async () => {
  site.provider.isAway = "is silent";
  const began = performance.now();
  const answers = await Promise.all([begin(), begin(), begin()]);
  const took = performance.now() - began;
  expect(answers.map((answer) => answer.statusCode)).toEqual([503, 503, 503]);
  expect(took).toBeGreaterThan(4500);
  expect(took).toBeLessThan(9000);
});

test("offers nothing without a provider", async () => {
  const without = await openTestSite();
  expect((await without.app.inject({ url: "/v1/single-sign-on" })).json()).toEqual({ name: null });
  expect((await without.app.inject({ method: "POST", url: "/v1/single-sign-on", payload: {} })).statusCode).toBe(404);
  expect((await without.app.inject({ url: "/v1/single-sign-on/callback?code=x" })).statusCode).toBe(404);
  await without.close();
});

test("starts the server without its provider", async () => {
  const database = await freshDatabase();
  const folder = join(tmpdir(), `dripline-sign-on-${process.pid}`);
  site.provider.isAway = "is silent";
  const config = readConfig({
    DATABASE_URL: database.url,
    SESSION_SECRET: "a secret for tests, of 32 characters and more",
    DATA_DIR: folder,
    PORT: "0",
    BASE_URL: "http://localhost:4000",
    LOG_LEVEL: "silent",
    OIDC_ISSUER: site.provider.issuer,
    OIDC_CLIENT_ID: "dripline",
    OIDC_CLIENT_SECRET: "x",
  });
  const server = await startServer(config, () => {});
  expect(await (await fetch(`${server.url}/v1/single-sign-on`)).json()).toEqual({ name: "single sign-on" });
  await server.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
