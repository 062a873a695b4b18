import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";
import { openBrowser } from "./testing/browser.ts";
import { CLIENT, startTestProvider, type TestProvider } from "./testing/provider.ts";

const BASE = "http://localhost:4000";
let provider: TestProvider;
let site: TestSite;

beforeAll(async () => {
  provider = await startTestProvider({ redirectUri: `${BASE}/v1/single-sign-on/callback` });
  site = await openTestSite(BASE, {
    singleSignOn: { ...CLIENT, issuer: provider.issuer, name: "Elm Login", trustsEmails: false, onlyDomains: [] },
  });
});
afterAll(() => Promise.all([site?.close(), provider?.close()]));

test("somebody signs in", async () => {
  await createUser(site.connections, {
    email: "grace@example.com",
    firstName: "",
    lastName: "",
    password: TEST_PASSWORD,
    memberships: [],
  });
  provider.holder = { sub: "g1", email: "Grace@Example.com", email_verified: true, given_name: "Grace" };
  const browser = openBrowser(site.app, BASE);
  expect(await browser.signIn("/history?unit_id=7")).toBe("/history?unit_id=7");
  expect(await site.scope(browser.cookie)).toMatchObject({ email: "grace@example.com" });
});
