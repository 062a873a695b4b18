import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accounts, fillLogin, password } from "./accounts.ts";
import { atRest, test } from "./test.ts";

/** Everything that scripts of this origin can still read, and the answers that the browser has kept. */
async function kept(page: Page, addresses: string[]): Promise<string[]> {
  return await page.evaluate(async (urls) => {
    const stores = [localStorage, sessionStorage].flatMap((store) => Object.entries(store).map(String));
    const databases = (await indexedDB.databases()).map(({ name }) => `database ${name}`);
    const caches = (await window.caches.keys()).map((name) => `cache ${name}`);
    const answers = urls.map(async (address) => {
      // Of what is kept only; nothing is requested from the server.
      const answer = await fetch(address, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
      return answer?.ok === true ? [`answer of ${address}`] : [];
    });
    // That no organization is chosen, and how far screens without a name were scrolled, are words about nobody.
    const nobodys = /^$|^dripline\.organization,none$|^tsr-scroll-restoration[\w-]*,[^/]*$/;
    const all = [...stores, ...databases, ...caches, ...(await Promise.all(answers)).flat(), document.cookie];
    return all.filter((one) => !nobodys.test(one));
  }, addresses);
}

test("logout leaves no personal data in the browser, and Back shows no screen", async ({ visit }) => {
  const page = await visit({ expects: /status of (401|504)|Failed to load resource/ });
  const paths = new Set<string>();
  page.on(
    "request",
    (request) => request.method() === "GET" && request.url().includes("/v1/") && paths.add(request.url()),
  );
  await page.goto("/login");
  await fillLogin(page, accounts.property, password);
  await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
  for (const path of [
    "/history?period=last-30-days",
    "/gateway-device-health",
    "/profile",
    "/history?period=last-7-days",
  ]) {
    await page.goto(path);
    await atRest(page);
  }
  expect(paths.size).toBeGreaterThan(10);
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await kept(page, [...paths])).toEqual([]);
  for (let steps = 0; steps < 4; steps++) {
    await page.goBack();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await page.getByText("Paula Brooks").count()).toBe(0);
    expect(await page.getByRole("table").count()).toBe(0);
  }
  expect(await kept(page, [...paths])).toEqual([]);
});

test("control: detects data left in the browser", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 504|Failed to load resource/ });
  await page.route("**/v1/none-such", (route) => route.fulfill({ json: {} }));
  await page.goto("/history?period=last-30-days");
  await atRest(page);
  await page.evaluate(async () => {
    localStorage.setItem("of a person", "yes");
    await window.caches.open("of a person");
  });
  expect(await kept(page, [])).toEqual(expect.arrayContaining(["of a person,yes", "cache of a person"]));
});
