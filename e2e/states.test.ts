import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Overview } from "../contract/reporting/reporting.ts";
import { emptied } from "./emptied.ts";
import { dateText } from "./expected-text.ts";
import { atRest, test } from "./test.ts";

/** Answers a call with what the server says, changed. */
async function change(page: Page, address: RegExp, changed: (answer: unknown) => unknown): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: changed(await answer.json()) });
  });
}

/** The headers that sort; the others of a header's buttons explain it. */
const sorting = (table: Locator) => table.locator("th button").filter({ has: table.page().locator("span") });

// Covers states-5
test("figures of few readings, or of readings that end early, have a warning", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.route(/reporting\/overview\?/, async (route) => {
    const answer = await route.fetch();
    const overview: Overview = await answer.json();
    const half = { meter_days_read: overview.meter_days_expected / 2, last_reading_date: overview.start_date };
    await route.fulfill({ response: answer, json: { ...overview, ...half } });
  });
  await page.goto("/top5-leaks-home?period=last-7-days");
  const response = await page.request.get("/v1/reporting/overview?days_ago=7");
  const { start_date }: Overview = await response.json();
  const notice = "Only 50% of meter days read, so some of the water is missing here.";
  await page.getByRole("region", { name: "Water lost" }).getByText(notice).waitFor();
  const complete = page.getByRole("region", { name: "Is the data complete?" });
  await complete.getByText(notice).waitFor();
  await complete.getByText(`Last reading ${dateText(start_date)}`).waitFor();
  // Of a report's other screens the same.
  await page.goto("/history?period=last-7-days");
  await page.getByRole("region", { name: "Water lost" }).getByText(notice).waitFor();
});

// Covers states-2
test("a loading table has placeholders for its page size, up to ten", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.route(/properties\/performance\?/, () => {});
  for (const size of [25, 10]) {
    await page.goto(`/properties?period=last-30-days&page_size=${size}`);
    const rows = page.getByRole("table", { name: /^Properties/ }).locator("tbody tr");
    await rows.first().waitFor({ state: "attached" });
    expect(await rows.count(), `of ${size}`).toBe(10);
  }
});

// Covers states-4, states-5
test("old figures stay dimmed while new ones load, without sorting", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history?period=last-30-days");
  const table = page.getByRole("table", { name: /^Leaks/ });
  await table
    .getByTitle(/^Only /)
    .first()
    .waitFor();
  await atRest(page);
  const before = await table.locator("tbody").innerText();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/v1\/reporting\//, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await table.and(page.locator("[aria-busy=true]")).waitFor();
  expect(await table.locator("tbody").innerText()).toBe(before);
  const dimmed = await table.locator("tbody").evaluate((rows) => Number(getComputedStyle(rows).opacity));
  expect(dimmed).toBeLessThan(1);
  const headers = sorting(table);
  expect(await headers.count()).toBeGreaterThan(5);
  for (const header of await headers.all()) expect(await header.isDisabled()).toBe(true);
  const lost = page.getByRole("region", { name: "Water lost" });
  expect(await lost.getAttribute("aria-busy")).toBe("true");
  release();
  await table.and(page.locator("[aria-busy=false]")).waitFor();
  expect(await headers.first().isEnabled()).toBe(true);
});

// Covers states-2, states-4, errors-3
test("empty property lists explain why and what would fill them", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await change(page, /leak-overview\?|gallons-dynamics|leak-volume-percentage/, emptied);
  await page.goto("/history?period=last-30-days");
  const leaks = page.getByRole("region", { name: "Leaks", exact: true });
  await leaks.getByText("No data", { exact: true }).waitFor();
  await leaks.getByText("No leak lost water in this period. A leak shows here within hours").waitFor();
  for (const header of await sorting(leaks).all()) expect(await header.isDisabled()).toBe(true);
  await page.goto("/top5-leaks-home?period=last-30-days");
  for (const name of ["Gallons & Leaks Dynamics", "Leak Volume %"]) {
    const panel = page.getByRole("region", { name, exact: true });
    await panel.getByText("No data available", { exact: true }).waitFor();
    await panel.getByText("Nothing was read in this period.").waitFor();
  }
});

// Covers errors-3
test("empty portfolio lists explain why and what would fill them", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await change(
    page,
    /watchlist\?|leak-overview\?|properties\/performance\?|finances\/costs\?|detail\/properties\?/,
    emptied,
  );
  const month = "period=last-30-days";
  for (const [path, name, sentence] of [
    [`/cockpit?${month}`, "Watchlist", "No property lost water to a leak in this period. One that does shows here."],
    [`/properties?${month}`, "All properties", "A property shows here once it is imported and you may see it."],
    [`/finance?${month}`, "Leak Overview", "No leak lost water in this period. A leak shows here within hours"],
    ["/portfolio-gateway-device-health?date=now", "Device health by property", "A property shows here"],
  ] as const) {
    await page.goto(path);
    const list = page.getByRole("region", { name, exact: true });
    await list.getByText("No data", { exact: true }).waitFor();
    await list.getByText(sentence).waitFor();
    for (const header of await sorting(list).all()) expect(await header.isDisabled()).toBe(true);
  }
  await page.goto(`/finance?${month}`);
  const chart = page.getByRole("region", { name: "Costs", exact: true });
  await chart.getByText("No data available", { exact: true }).waitFor();
  await chart.getByText("Nothing was read in this period.").waitFor();
});

// Covers filters-6, errors-3
test("loading details show Loading..., and a user with one property has no selector", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history");
  const all: { id: number; name: string }[] = await (await page.request.get("/v1/reporting/my-properties/")).json();
  const [one] = all;
  await page.route(/leak-report\/properties\/\d+\/(overview|meters)/, () => {});
  await page.goto(`/properties/${one?.id}?period=last-30-days&dialog=property-information`);
  const dialog = page.getByRole("dialog", { name: "Property Information" });
  await dialog.getByRole("status").filter({ hasText: "Loading..." }).waitFor();
  // Who sees one property has nothing to choose: its name stands there.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await change(page, /my-properties/, () => [one]);
  for (const path of ["/history", "/top5-leaks-home", "/top5-leaks-details", "/gateway-device-health"]) {
    await page.goto(path);
    await page.getByText(`Property ${one?.name}`, { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^Properties/ }).count(), path).toBe(0);
  }
  const portfolio = await visit({ as: "portfolio" });
  await change(portfolio, /my-properties/, () => [one]);
  for (const path of ["cockpit", "properties", "finance", "owner-report", "portfolio-gateway-device-health"]) {
    await portfolio.goto(`/${path}`);
    await portfolio.getByText(`Property ${one?.name}`, { exact: true }).waitFor();
    expect(await portfolio.getByRole("button", { name: /^(Organizations|Properties)/ }).count(), path).toBe(0);
  }
});

// Covers states-9
test("a favorite that fails to save is still shown, and the error logged", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 503/ });
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "warning" && logged.push(message.text()));
  await page.goto("/gateway-device-health");
  await atRest(page);
  const stars = page.getByRole("button", { name: /: favourite$/ });
  const star = page.getByRole("button", { name: "Routers: favourite", exact: true });
  expect(await star.getAttribute("aria-pressed")).toBe("false");
  await page.route(/me\/preferences$/, (route) => route.fulfill({ status: 503, json: {} }));
  await star.click();
  await expect.poll(() => stars.first().getAttribute("aria-label")).toBe("Routers: favourite");
  await expect.poll(() => logged.some((text) => text.startsWith("Preferences were not saved."))).toBe(true);
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.reload();
  await atRest(page);
  expect(await star.getAttribute("aria-pressed")).toBe("false");
});
