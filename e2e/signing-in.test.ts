import { describe, expect } from "vitest";
import { accounts, fillLogin, password } from "./accounts.ts";
import { addressOf, test } from "./test.ts";

const refused = /status of 401/;

describe("signing in", () => {
  test("a wrong password says so under the form, and what was typed stays", async ({ visit }) => {
    const page = await visit({ expects: refused });
    await page.goto("/login");
    await fillLogin(page, accounts.admin, "not-the-password");
    await page.getByRole("alert").filter({ hasText: "E-mail or password is wrong." }).waitFor();
    expect(await page.getByLabel("E-mail").inputValue()).toBe(accounts.admin);
    expect(addressOf(page).pathname).toBe("/login");
  });

  test.for([
    ["admin", "/properties", "Properties"],
    ["organizationAdmin", "/properties", "Properties"],
    ["portfolio", "/properties", "Properties"],
    ["property", "/top5-leaks-details", "Top 5 Leaks Details"],
  ] as const)("%s arrives at %s", async ([account, path, heading], { visit }) => {
    const page = await visit();
    await page.goto("/login");
    await fillLogin(page, accounts[account], password);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(addressOf(page).pathname).toBe(path);
  });

  test("the page that was asked for opens after signing in", async ({ visit }) => {
    const page = await visit({ expects: refused });
    await page.goto("/history?period=last-30-days");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await fillLogin(page, accounts.property, password);
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
  });

  test("a return path to another site is not followed", async ({ visit, product }) => {
    const page = await visit();
    await page.goto(`/login?return_to=${encodeURIComponent("//evil.example/x")}`);
    await fillLogin(page, accounts.property, password);
    await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Details" }).waitFor();
    expect(addressOf(page).origin).toBe(product.baseUrl);
  });

  test("after logout Back shows the login page and no figures", async ({ visit }) => {
    const page = await visit({ expects: refused });
    await page.goto("/login");
    await fillLogin(page, accounts.property, password);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await page.getByRole("button", { name: /^User menu/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL("**/login");
    await page.goBack();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
  });
});

describe("access", () => {
  test("a page without access leads to the first page with it", async ({ visit }) => {
    const page = await visit({ as: "property" });
    await page.goto("/properties");
    await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Details" }).waitFor();
    const other = await visit({ as: "portfolio" });
    await other.goto("/history");
    await other.getByRole("heading", { level: 1, name: "Properties" }).waitFor();
  });

  test("the menu has only the sections that the user may see", async ({ visit }) => {
    const page = await visit({ as: "property" });
    await page.goto("/top5-leaks-details");
    await page.getByRole("button", { name: "Section: Property Insights" }).click();
    await page.getByRole("menuitem", { name: "Property Insights" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Portfolio Insights" }).count()).toBe(0);
  });

  test("an address that leads nowhere says so", async ({ visit }) => {
    const page = await visit({ as: "admin" });
    await page.goto("/nowhere");
    await page.getByText("Page not found").waitFor();
    await page.goto("/top5-leaks-details/nowhere");
    await page.getByText("Page not found").waitFor();
    expect(await page.locator("header").count()).toBe(1);
  });
});
