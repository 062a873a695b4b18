import type { Page } from "playwright-core";

/** The demo's accounts, by what they may do. */
export const accounts = {
  admin: "admin@dripline.example",
  organizationAdmin: "orgadmin@dripline.example",
  property: "property@dripline.example",
  portfolio: "portfolio@dripline.example",
} as const;

export type Account = keyof typeof accounts;

export const password = "Leaky-Pipes-42!";

/** Fills the login form of the page and sends it. */
export async function fillLogin(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}
