import { AxeBuilder } from "@axe-core/playwright";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { password } from "./accounts.ts";
import { type SignOnProduct, STAFF, startSignOnProduct } from "./own-provider.ts";
import { addressOf, atRest, test as base } from "./test.ts";

let signOn: SignOnProduct;
beforeAll(async () => {
  signOn = await startSignOnProduct();
});
afterAll(() => signOn?.close());

const test = base.override("baseUrl", { scope: "file" }, () => signOn.baseUrl);
const rejected = /status of (401|403|503)/;

const button = (page: Page) => page.getByRole("button", { name: "Sign in with Elm Login" });
const holder = (email: string) => ({ sub: email, email, email_verified: true });

// Covers profile-14
test("one click signs in at the provider and opens the requested page", async ({ visit }) => {
  signOn.provider.holder = holder(STAFF);
  const page = await visit({ expects: rejected });
  await page.goto("/profile");
  await button(page).click();
  await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
  expect(addressOf(page).pathname).toBe("/profile");
  await page.getByText(STAFF).first().waitFor();
});

test("explains how an account is created, and offers a retry", async ({ visit }) => {
  signOn.provider.holder = holder("stranger@example.com");
  const page = await visit();
  await page.goto("/login?return_to=/profile");
  await button(page).click();
  await page.getByRole("alert").filter({ hasText: "Accounts are made by invitation" }).waitFor();
  expect(addressOf(page).searchParams.get("return_to")).toBe("/profile");
  await signOn.account("stranger@example.com");
  await button(page).click();
  await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
});

test("an unreachable provider shows an error under its button", async ({ visit }) => {
  const page = await visit({ expects: rejected });
  await page.goto("/login");
  await page.route("**/v1/single-sign-on", (route, request) =>
    request.method() === "POST"
      ? route.fulfill({ status: 503, json: { code: "unavailable", detail: "Elm Login does not answer." } })
      : route.continue(),
  );
  await button(page).click();
  await page.getByRole("alert").filter({ hasText: "Elm Login does not answer." }).waitFor();
});

test("an account with a second factor is asked for a code next", async ({ visit }) => {
  signOn.provider.holder = holder(STAFF);
  const { request } = await visit();
  const call = async (path: string, data: object) => (await request.post(path, { data })).json();
  await call("/v1/session", { email: STAFF, password });
  const { secret } = await call("/v1/me/second-factor", { password });
  const confirmed = await call("/v1/me/second-factor/confirm", { one_time_code: new TOTP({ secret }).generate() });

  const page = await visit({ expects: rejected });
  await page.goto("/login?return_to=/profile");
  await button(page).click();
  await page.getByRole("heading", { level: 1, name: "Enter your code" }).waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("This code is wrong").waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(confirmed.recovery_codes[0]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
});

test.for(["light", "dark"] as const)(
  "the sign-in page with a provider passes axe and fits, %s",
  async (colorScheme, { visit }) => {
    const page = await visit({ colorScheme, viewport: { width: 360, height: 780 } });
    for (const path of ["/login?single_sign_on=unknown_account", "/login?single_sign_on=code"]) {
      await page.goto(path);
      await page
        .getByText(/Elm Login/)
        .first()
        .waitFor();
      await atRest(page);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  },
);
