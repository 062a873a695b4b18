import type { Route } from "playwright-core";
import { expect } from "vitest";
import { addressOf, test } from "./test.ts";

const problem = {
  type: "about:blank",
  title: "Unavailable",
  status: 503,
  code: "unavailable",
  detail: "The database is away.",
  request_id: "test",
};

const fail = (route: Route) =>
  route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify(problem) });

test("a failed call says so, never looks like no leaks, and Retry brings the rows", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503/ });
  await page.route(/properties\/performance/, fail, { times: 1 });
  await page.goto("/properties?period=last-30-days");
  const table = page.getByRole("region", { name: "All properties" });
  await table.getByText("The properties could not be loaded.").waitFor();
  expect(await table.getByText("No data").count()).toBe(0);
  await table.getByRole("button", { name: "Retry" }).click();
  await table
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
});

test("a server that cannot say who is signed in leaves the logo, a sentence and Retry", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503|database is away/ });
  await page.route(/v1\/me$/, fail, { times: 1 });
  await page.goto("/properties?period=last-30-days");
  await page.getByText("The database is away.").waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { level: 1, name: "Properties" }).waitFor();
});

test("a session that ended leads to the login page once, and back afterwards", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 401/ });
  await page.goto("/properties?period=last-30-days");
  await page
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  const history = await page.evaluate(() => window.history.length);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await page.waitForURL("**/login**");
  expect(addressOf(page).searchParams.get("return_to")).toContain("/properties?period=last-7-days");
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(history + 1);
});

test("a late answer never overwrites a newer one", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/reporting\/overview\?.*days_ago=7(&|$)/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto("/properties?period=yesterday");
  const lost = page.getByRole("region", { name: "Water lost" });
  await lost.getByText(/gal leaked|No leak found/).waitFor();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await expect.poll(() => lost.getAttribute("aria-busy")).not.toBe("true");
  const words = await lost.textContent();
  release();
  await page.waitForLoadState("networkidle");
  expect(await lost.textContent()).toBe(words);
});

test("while the first answer is on its way the panels keep their places", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/v1\/reporting\//, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/properties?period=last-30-days");
  await page
    .getByRole("table", { name: /^Properties/ })
    .and(page.locator("[aria-busy=true]"))
    .waitFor();
  const before = await page.getByRole("region", { name: "All properties" }).boundingBox();
  release();
  await page
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  const after = await page.getByRole("region", { name: "All properties" }).boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(8);
});
