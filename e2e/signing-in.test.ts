import { describe, expect } from "vitest";
import { accounts, fillLogin, password } from "./accounts.ts";
import { addressOf, test } from "./test.ts";

const rejected = /status of 401/;

describe("signing in", () => {
  // Covers profile-12
  test("a wrong password shows an error under the form and keeps the input", async ({ visit }) => {
    const page = await visit({ expects: rejected });
    await page.goto("/login");
    await fillLogin(page, accounts.admin, "not-the-password");
    await page.getByRole("alert").filter({ hasText: "E-mail or password is wrong." }).waitFor();
    expect(await page.getByLabel("E-mail").inputValue()).toBe(accounts.admin);
    expect(addressOf(page).pathname).toBe("/login");
  });

  // Covers profile-12
  test("a failing, slow or rejecting server shows an error under the form, and one click sends one request", async ({
    visit,
  }) => {
    const page = await visit({ expects: /status of (429|500|503)|Failed to load resource|ERR_/ });
    await page.goto("/login");
    const errorAlert = page.getByRole("alert");
    const held = "Too many attempts. Try again in 14 minutes.";
    let requests = 0;
    for (const [answer, message] of [
      [{ status: 500, json: {} }, "The server could not answer. Try again."],
      [{ status: 503, json: {} }, "The server is busy or its database is away. Try again in a moment."],
      [{ status: 429, json: { code: "too_many_requests", detail: held } }, held],
      [null, "The server could not be reached. Check the connection and try again."],
    ] as const) {
      await page.route("**/v1/session", (route) => (answer === null ? route.abort() : route.fulfill(answer)));
      await fillLogin(page, accounts.property, password);
      await errorAlert.filter({ hasText: message }).waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe(accounts.property);
      expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(password);
      await page.unroute("**/v1/session");
    }
    let answer = () => {};
    const slow = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/v1/session", async (route) => {
      requests += 1;
      await slow;
      await route.continue();
    });
    const button = page.getByRole("button", { name: "Sign in" });
    await button.dblclick();
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.locator("button[data-loading]").waitFor();
    answer();
    await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
    expect(requests).toBe(1);
  });

  // Covers profile-15
  test("a new installation explains how to create the first administrator; others do not", async ({ visit }) => {
    const page = await visit();
    const notice = page.getByText("Open the link that the server printed when it started");
    await page.goto("/login", { waitUntil: "networkidle" });
    expect(await notice.count()).toBe(0);
    await page.route("**/v1/first-admin", (route) => route.fulfill({ json: { open: true } }));
    await page.reload();
    await notice.waitFor();
    await page.goto("/first-admin");
    await page.getByRole("heading", { level: 1, name: "The link is not complete" }).waitFor();
    await page.goto("/first-admin?token=x");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await page.getByText("Invalid email format").waitFor();
    await page.unroute("**/v1/first-admin");
    await page.goto("/first-admin?token=x");
    await page.getByRole("heading", { level: 1, name: "This installation has its administrator" }).waitFor();
  });

  test.for([
    ["admin", "/cockpit", "Cockpit"],
    ["organizationAdmin", "/cockpit", "Cockpit"],
    ["portfolio", "/cockpit", "Cockpit"],
    ["property", "/top5-leaks-home", "Top 5 Leaks Home"],
  ] as const)("%s is redirected to %s", async ([account, path, heading], { visit }) => {
    const page = await visit();
    await page.goto("/login");
    await fillLogin(page, accounts[account], password);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(addressOf(page).pathname).toBe(path);
  });

  test("redirects to the login page without an error, or with one after a session ended", async ({ visit }) => {
    const page = await visit();
    for (const path of ["/", "/history"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Sign in" }).waitFor();
    }
    const other = await visit({ expects: rejected });
    await other.goto("/login");
    await fillLogin(other, accounts.property, password);
    await other.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
    // Away from the page, whose calls on their way and polls would meet the end of the session first.
    await other.goto("about:blank");
    await other.context().clearCookies();
    const rejections: string[] = [];
    other.on("response", (answer) => answer.status() === 401 && rejections.push(new URL(answer.url()).pathname));
    await other.goto("/", { waitUntil: "networkidle" });
    await other.getByRole("button", { name: "Sign in" }).waitFor();
    expect(rejections).toEqual(["/v1/me"]);
  });

  test("opens the requested page after signing in", async ({ visit }) => {
    const page = await visit({ expects: rejected });
    await page.goto("/history?period=last-30-days");
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await fillLogin(page, accounts.property, password);
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
  });

  test("ignores a return path to another site", async ({ visit, product }) => {
    const page = await visit();
    await page.goto(`/login?return_to=${encodeURIComponent("//evil.example/x")}`);
    await fillLogin(page, accounts.property, password);
    await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
    expect(addressOf(page).origin).toBe(product.baseUrl);
  });

  // Covers nav-12, nav-14
  test("the user menu shows who is signed in and opens the profile", async ({ visit }) => {
    const page = await visit({ as: "property" });
    await page.goto("/history");
    const button = page.getByRole("button", { name: "User menu: Paula Brooks" });
    expect(await button.textContent()).toBe("PB");
    await button.click();
    const menu = page.getByRole("menu");
    await menu.getByText("Paula Brooks").waitFor();
    await menu.getByText(accounts.property).waitFor();
    await menu.getByRole("menuitem", { name: "Profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Profile" }).waitFor();
    expect(addressOf(page).pathname).toBe("/profile");
    await page.getByRole("menu").waitFor({ state: "detached" });
  });

  // Covers nav-13, calls-19
  test("after logout, Back shows the login page and no figures", async ({ visit }) => {
    const page = await visit({ expects: rejected });
    await page.goto("/login");
    await fillLogin(page, accounts.property, password);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await page.getByRole("button", { name: /^User menu/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL("**/login");
    expect(await page.getByRole("menu").count()).toBe(0);
    await page.goBack();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
  });
});

describe("access", () => {
  // Covers nav-1, nav-15, finance-1
  test("a page without access redirects to the first page with it", async ({ visit }) => {
    const page = await visit({ as: "property" });
    for (const path of ["/properties", "/finance"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
    }
    const other = await visit({ as: "portfolio" });
    await other.goto("/history");
    await other.getByRole("heading", { level: 1, name: "Cockpit" }).waitFor();
  });

  // Covers nav-6, nav-12
  test("the menu shows only the sections that the user may see", async ({ visit }) => {
    const page = await visit({ as: "property" });
    await page.goto("/top5-leaks-details");
    await page.getByRole("button", { name: "Section: Property Insights" }).click();
    await page.getByRole("menuitem", { name: "Property Insights" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Portfolio Insights" }).count()).toBe(0);
  });

  test("an unknown URL shows a message below the menu", async ({ visit }) => {
    const page = await visit({ as: "admin" });
    for (const path of ["/nowhere", "/top5-leaks-details/nowhere"]) {
      await page.goto(path);
      await page.getByText("Page not found").waitFor();
      await page.getByRole("button", { name: /^Section: / }).waitFor();
      expect(await page.locator("header").count()).toBe(1);
    }
  });
});
