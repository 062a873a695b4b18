import type { Page, Request, Route } from "playwright-core";
import { describe, expect } from "vitest";
import type { LeakRow, Overview } from "../contract/reporting/reporting.ts";
import { faults, meant, retryAll } from "./screens/failing-calls.ts";
import { figureCalls, knownLeak } from "./screens/screen.ts";
import { addressOf, atRest, test } from "./test.ts";

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
  await page.route(/properties\/performance\?/, fail, { times: 1 });
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

// Covers nav-9
test("without a readable session the page shows the logo, a message and Retry", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503|database is away/ });
  await page.route(/v1\/me$/, fail, { times: 1 });
  await page.goto("/properties?period=last-30-days");
  await page.getByText("The database is away.").waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { level: 1, name: "Properties" }).waitFor();
});

// Covers nav-9
test("the header has only the logo while the user is loading", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const answer = await hold(page, /v1\/me$/, (route) => route.continue());
  await page.goto("/properties?period=last-30-days");
  const header = page.getByRole("banner");
  await header.waitFor();
  expect(await header.getByRole("img").or(header.locator("svg")).count()).toBeGreaterThan(0);
  expect(await header.getByRole("button").or(header.getByRole("link")).count()).toBe(0);
  expect(await page.getByRole("navigation").count()).toBe(0);
  answer();
  await header.getByRole("button", { name: /^Section: / }).waitFor();
  await header.getByRole("link", { name: "Finance" }).waitFor();
});

test("an expired session redirects to the login page once, and back afterwards", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 401/ });
  // Until no call is on its way: one that was still out would meet the end of the session before the click does.
  await page.goto("/properties?period=last-30-days", { waitUntil: "networkidle" });
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

/** Holds the answers to the calls of an address until they are released. */
async function hold(page: Page, address: RegExp, answer: (route: Route) => Promise<void>): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await answer(route);
  });
  return release;
}

// Covers beyond-15
test("a late answer never overwrites a newer one", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const late = /properties\/overview\?.*days_ago=7(&|$)/;
  const release = await hold(page, late, (route) => route.continue().catch(() => {}));
  // The page may give the call up; then that is its end.
  const over = new Promise<void>((resolve) => {
    const end = (request: Request) => late.test(request.url()) && resolve();
    page.on("requestfinished", end);
    page.on("requestfailed", end);
  });
  await page.goto("/properties?period=yesterday");
  const lost = page.getByRole("region", { name: "Water lost" });
  await lost.getByText(/gal leaked|No leak found/).waitFor();
  const yesterday = await lost.textContent();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await page.getByRole("button", { name: "Last 7 days", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await expect.poll(() => lost.textContent()).not.toBe(yesterday);
  await atRest(page);
  const textBefore = await lost.textContent();
  release();
  await over;
  await atRest(page);
  expect(await lost.textContent()).toBe(textBefore);
});

const answers = {
  "with leaks apart from the sum": async (route: Route) => {
    const answer = await route.fetch();
    const rows: { results: LeakRow[] } = await answer.json();
    return { answer, json: { ...rows, results: rows.results.map((row) => ({ ...row, unit_id: null })) } };
  },
  "of too few readings": async (route: Route) => {
    const answer = await route.fetch();
    const overview: Overview = await answer.json();
    return { answer, json: { ...overview, meter_days_read: Math.round(overview.meter_days_expected / 2) } };
  },
};

describe.for([360, 768, 1440])("%i pixels", (width) => {
  test.for([
    ["with leaks apart from the sum", /leak-report\/leak-overview\?/, /not in this sum/],
    ["of too few readings", /reporting\/overview\?/, /so some of the water is missing/],
  ] as const)(
    "panels keep their places while the first answer (%s) loads",
    async ([kind, changed, notice], { visit }) => {
      const page = await visit({ as: "admin", viewport: { width, height: 900 } });
      const release = await hold(page, /v1\/reporting\//, async (route) => {
        if (!changed.test(route.request().url())) return route.continue();
        const { answer, json } = await answers[kind](route);
        await route.fulfill({ response: answer, json });
      });
      await page.goto("/top5-leaks-details?period=last-30-days");
      const panels = ["Water lost", "Start here", "Leaks"].map((name) =>
        page.getByRole("region", { name, exact: true }),
      );
      const places = () => Promise.all(panels.map(async (panel) => (await panel.boundingBox())?.y));
      await page
        .getByRole("table", { name: /^Leaks/ })
        .and(page.locator("[aria-busy=true]"))
        .waitFor();
      await page.evaluate(() => document.fonts.ready);
      const before = await places();
      release();
      await page.getByRole("region", { name: "Water lost" }).getByText(notice).waitFor();
      await atRest(page);
      const after = await places();
      const shifts = after.map((y, panel) => Math.abs((y ?? Number.NaN) - (before[panel] ?? Number.NaN)));
      expect(Math.max(...shifts)).toBeLessThan(8);
    },
  );
});

// Covers custom-cost-7
test("the custom cost form shows failed calls, keeps the input, and can retry", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: meant });
  const { leak } = await knownLeak(page);
  const form = page.getByRole("dialog", { name: "Set Custom Cost per Gallon" });
  const [cost, start] = [form.getByLabel("Average Cost per Gallon"), form.getByLabel("Start Date for Cost")];
  for (const name of ["500", "offline", "403", "broken JSON"] as const) {
    const fault = faults[name];
    await page.route(figureCalls, fault);
    await page.goto(`/finance?property_id=${leak.property_id}&dialog=custom-cost`);
    await cost.fill("0.02");
    await start.fill("2015-01-01");
    await expect.poll(() => form.innerText(), { message: name }).toMatch(/could not be|The server says 403/);
    await page.unroute(figureCalls);
    await retryAll(page);
    await form.getByRole("region", { name: "What it changes" }).getByRole("table").waitFor();
    expect(await form.innerText(), name).not.toMatch(/could not be|The server says/);
    await page.route(figureCalls, fault);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Failed to save custom costs. Please try again.").waitFor();
    expect([await cost.inputValue(), await start.inputValue()], name).toEqual(["0.02", "2015-01-01"]);
    await page.unroute(figureCalls);
  }
});

// Covers beyond-14
test("a call without an answer fails after 30 seconds", async ({ visit }) => {
  const page = await visit({ as: "property", expects: meant });
  await page.clock.install();
  await page.route(/reporting\/overview/, () => {});
  await page.goto("/history?period=last-30-days");
  await page.getByRole("region", { name: "Water lost" }).waitFor();
  await page.clock.fastForward(31_000);
  await page.getByRole("region", { name: "Water lost" }).getByText("The figures could not be loaded.").waitFor();
  expect(await page.getByRole("button", { name: "Retry" }).count()).toBeGreaterThan(0);
});

// Covers beyond-15
test("a tab opened before a release reloads once", async ({ visit }) => {
  const page = await visit({
    as: "property",
    expects: /Failed to fetch|Failed to load|ERR_|dynamically imported|Unable to preload/,
  });
  await page.goto("/top5-leaks-home?period=last-30-days", { waitUntil: "networkidle" });
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route(/\/assets\/HistoryPage/, (route) => route.abort());
  await page.getByRole("link", { name: "History" }).first().click();
  await expect.poll(() => loads, { timeout: 10_000 }).toBe(1);
  await page.getByRole("link", { name: "History" }).first().click();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  expect(loads).toBe(1);
});
