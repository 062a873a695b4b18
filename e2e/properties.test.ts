import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { z } from "zod";
import { portfolioCalls } from "../contract/portfolio/portfolio.ts";
import { reportingCalls } from "../contract/reporting/reporting.ts";
import { addressOf, atRest, test } from "./test.ts";

const insights = "/v1/reporting/portfolio-insights";
const list = reportingCalls[`GET ${insights}/properties/performance`].response;
const sums = portfolioCalls[`GET ${insights}/properties/overview`].response;
const status = portfolioCalls[`GET ${insights}/portfolio-performance`].response;

/** What the API answers the person whose page this is. */
async function fetched<T extends z.ZodType>(page: Page, path: string, shape: T): Promise<z.output<T>> {
  const answer = await page.request.get(`${insights}/${path}`);
  expect(answer.status(), path).toBe(200);
  return shape.parse(await answer.json());
}

const whole = (figure: number | null) => Math.round(figure ?? 0).toLocaleString("en-US");
const table = (page: Page) => page.getByRole("table", { name: /^Properties,/ });
const rows = (page: Page) => table(page).getByRole("link", { name: /^Details of/ });
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const month = "/properties?period=last-30-days";

// Covers properties-1, properties-2, properties-6, properties-7
test("rows, total and headline are the API's, under the columns of the specification", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto(`${month}&comparison=previous_period`);
  await rows(page).first().waitFor();
  await atRest(page);
  const query = "days_ago=30&comparison=previous_period";
  const all = await fetched(page, `properties/performance?${query}&page_size=50`, list);
  const total = await fetched(page, `properties/overview?${query}`, sums);
  const heads = await table(page).getByRole("columnheader").allTextContents();
  expect(heads).toEqual([
    "Unfold",
    "Property",
    "State",
    "Performance",
    "Units",
    "Units with leak",
    "Bedrooms",
    "Days Read",
    "Gallons gal",
    "Leak Volume %",
    "Leak Gallons gal",
    "Details",
  ]);
  const texts = await table(page).getByRole("row").allTextContents();
  for (const [place, row] of all.results.slice(0, 10).entries()) {
    for (const part of [row.property_name, row.state, whole(row.gallons_consumed), whole(row.gallons_leaked)]) {
      expect(texts[place + 1]).toContain(part);
    }
  }
  const sum = (of: "units" | "units_with_leakage" | "bedrooms" | "gallons_leaked") =>
    all.results.reduce((so_far, row) => so_far + (row[of] ?? 0), 0);
  expect(sum("gallons_leaked")).toBeCloseTo(total.gallons_leaked ?? 0, 6);
  expect(all.count).toBeGreaterThan(10);
  for (const part of [
    `Total of ${all.count} properties`,
    whole(sum("units")),
    whole(sum("units_with_leakage")),
    whole(sum("bedrooms")),
    whole(total.gallons_leaked),
    " pp",
  ]) {
    expect(texts.at(-1)).toContain(part);
  }
  const lost = panel(page, "Water lost");
  await lost.getByText(`${whole(total.gallons_leaked)} gal leaked`).waitFor();
  await lost.getByText(total.water_loss?.text ?? "no text").waitFor();
  await lost.getByText("Previous 30 days (days 31-60)").waitFor();
  await page.getByText("Share").waitFor();

  // Red, yellow and green, each with its word, as classes are.
  const tones = { critical: "red", opportunities: "yellow", on_track: "green", zero_usage: null } as const;
  const marks = await table(page)
    .locator("tbody tr[data-row]")
    .evaluateAll((found) => found.map((row) => row.getAttribute("data-marked")));
  expect(marks).toEqual(
    all.results.slice(0, 10).map(({ performance }) => (performance === null ? null : tones[performance])),
  );

  // A card leads to the column that adds up to it, and its star makes it the first.
  await page.getByRole("link", { name: "Show properties: Units with Leak" }).click();
  await page.waitForURL((url) => url.searchParams.get("ordering") === "-units_with_leakage");
  const star = panel(page, "Leak Expense").getByRole("button", { name: "Leak Expense: favourite" });
  const before = (await star.getAttribute("aria-pressed")) === "true";
  if (!before) await star.click();
  await page.locator("h3").first().getByText("Leak Expense").waitFor();
  await panel(page, "Water-Usage Efficiency")
    .getByRole("button", { name: /favourite/ })
    .click();
  await page.locator("h3").first().getByText("Water-Usage Efficiency").waitFor();

  const row = table(page).locator("tbody tr[data-row]").first();
  const name = await row.locator("strong").first().innerText();
  await row.getByText(/^[A-Z]{2}$/).click();
  await page.waitForURL((url) => /^\/properties\/\d+$/.test(url.pathname));
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
});

// Covers properties-3, properties-4, properties-8
test("filters table, headline and total by class and state; explains a filter that hides everything", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  await page.goto(month);
  const counts = await fetched(page, "portfolio-performance?days_ago=30", status);
  const bar = panel(page, "Performance");
  const names = ["On Track", "Opportunities", "Critical", "Zero Usage"];
  await bar.getByRole("button", { name: /^Critical/ }).waitFor();
  const keys = await bar.getByRole("button", { name: new RegExp(`^(${names.join("|")})`) }).allTextContents();
  expect(keys.map((text) => names.find((name) => text.startsWith(name)))).toEqual(names);
  expect(keys[2]).toContain(String(counts.critical));

  await bar.getByRole("button", { name: /^Critical/ }).click();
  await page.waitForURL((url) => url.searchParams.get("performance") === "critical");
  await atRest(page);
  expect(await rows(page).count()).toBe(counts.critical);
  const critical = await fetched(page, "properties/overview?days_ago=30&performance=critical", sums);
  const lost = panel(page, "Water lost");
  await lost.getByText(`${whole(critical.gallons_leaked)} gal leaked`).waitFor();
  await lost.getByText(/^Critical properties, /).waitFor();
  const total = await table(page).getByRole("row").last().textContent();
  expect(total).toContain(whole(critical.gallons_leaked));
  // The bar shows what else there is.
  await bar.getByText(new RegExp(`^${counts.critical} of \\d+ critical$`)).waitFor();

  // From the menu: in the order of the classes, not of the clicks; Apply waits for a change.
  await page
    .getByRole("button", { name: /^Performance/ })
    .first()
    .click();
  const menu = page.getByRole("group", { name: "Performance" });
  await menu.getByRole("checkbox").first().waitFor();
  expect(
    await menu.getByRole("checkbox").evaluateAll((boxes) => boxes.map((box) => box.parentElement?.textContent)),
  ).toEqual([
    `On Track${counts.on_track}`,
    `Opportunities${counts.opportunities}`,
    `Critical${counts.critical}`,
    `Zero Usage${counts.zero_usage}`,
  ]);
  expect(await menu.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
  await menu.getByRole("checkbox", { name: "Critical" }).uncheck();
  await menu.getByRole("checkbox", { name: "Zero Usage" }).check();
  await menu.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL((url) => url.searchParams.getAll("performance").join() === "zero_usage");
  await page.getByRole("button", { name: "Remove filter Performance: Zero Usage" }).click();
  await page.waitForURL((url) => !url.searchParams.has("performance"));
  await rows(page).first().waitFor();

  const { results } = await fetched(page, "properties/performance?days_ago=30&page_size=50", list);
  const state = results[0]?.state ?? "";
  await page.getByRole("button", { name: "State", exact: true }).first().click();
  await page.getByRole("group", { name: "State" }).getByRole("checkbox", { name: state }).check();
  await page.getByRole("group", { name: "State" }).getByRole("button", { name: "Apply" }).click();
  await page.waitForURL((url) => url.searchParams.get("state") === state);
  await atRest(page);
  expect(await rows(page).count()).toBe(results.filter((row) => row.state === state).length);
  // A class that this state has no property of.
  const classes = new Set(results.filter((row) => row.state === state).map((row) => row.performance));
  const missing = (["zero_usage", "critical", "on_track"] as const).find((one) => !classes.has(one));
  await page.goto(`${month}&state=${state}&performance=${missing}`);
  await page.getByText(`The filters Performance and State hide ${results.length} properties.`).waitFor();
  await page.getByRole("button", { name: "Show all properties" }).click();
  await page.waitForURL((url) => !url.searchParams.has("state") && !url.searchParams.has("performance"));
  await rows(page).first().waitFor();
});

// Covers properties-5
test("properties expand to five leaking units and then all; another order reloads, other days collapse them", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(month);
  const units = (url: string) => /\d\/units$/.test(new URL(url).pathname);
  const show = table(page)
    .getByRole("button", { name: /^Show Leak of/ })
    .first();
  const name = (await show.getAttribute("aria-label"))?.replace("Show Leak of ", "") ?? "";
  const sent = page.waitForRequest((request) => units(request.url()));
  await show.click();
  const { searchParams } = new URL((await sent).url());
  expect([searchParams.get("page_size"), searchParams.has("property_id")]).toEqual(["5", false]);
  const leaking = page.getByRole("table", { name: new RegExp(`^Leaking units of ${name},`) });
  const leaks = leaking.getByRole("link", { name: /^Details of/ });
  await leaks.first().waitFor();
  expect(await leaks.count()).toBe(5);
  const more = page.getByRole("button", { name: `Load More units of ${name}` });
  const fifty = page.waitForRequest((request) => units(request.url()) && request.url().includes("page_size=50"));
  await more.click();
  await fifty;
  await more.waitFor({ state: "detached" });
  expect(await leaks.count()).toBeGreaterThan(5);

  // Units have no bedrooms to be ordered by: they are requested again all the same.
  for (const [header, ordering] of [
    [/^Bedrooms/, "rank"],
    [/^Gallons/, "gallons_consumed"],
  ] as const) {
    const isRefetch = (url: string) => units(url) && new URL(url).searchParams.get("ordering") === ordering;
    const refetch = page.waitForRequest((request) => isRefetch(request.url()));
    await table(page).getByRole("button", { name: header }).first().click();
    await refetch;
    await atRest(page);
  }
  await table(page)
    .getByRole("button", { name: `Hide Leak of ${name}` })
    .waitFor();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await table(page)
    .getByRole("button", { name: `Show Leak of ${name}` })
    .waitFor();
  await atRest(page);
  expect(
    await table(page)
      .getByRole("button", { name: /^Hide Leak of/ })
      .count(),
  ).toBe(0);
});

// Covers properties-2, properties-9
test("a user with the portfolio permission alone reaches a property, its leak and back by keyboard", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(`${month}&state=IN&state=MN`);
  await rows(page).first().waitFor();
  await page.keyboard.press("j");
  const row = table(page).locator("tr[data-row='0']");
  const name = (await row.locator("strong").first().textContent()) ?? "";
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const open =
    /^(\/properties(\/\d+(\/leak-detail)?)?(\?|$)|\/(portfolio-gateway-device-health|finance)\?|tel:|mailto:)/;
  for (const tab of ["Leaks", "Units", "Occupancy", "Devices"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForLoadState("networkidle");
    const ways = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(ways.length).toBeGreaterThan(0);
    expect(
      ways.filter((way) => !open.test(way)),
      tab,
    ).toEqual([]);
  }
  // Back with the filters as they were set, not as a link specified them.
  await page.getByRole("link", { name: "All properties" }).click();
  await page.getByRole("heading", { level: 1, name: "Properties" }).waitFor();
  expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
  await table(page)
    .getByRole("button", { name: `Show Leak of ${name}` })
    .click();
  const leaking = page.getByRole("table", { name: new RegExp(`^Leaking units of ${name},`) });
  await leaking
    .getByRole("link", { name: /^Details of/ })
    .first()
    .click();
  await page.getByRole("tab", { name: "Day", selected: true }).waitFor();
  expect(addressOf(page).pathname).toMatch(/^\/properties\/\d+\/leak-detail$/);
  await page.getByRole("link", { name: "All leaks of this property" }).click();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
});

// Covers properties-10
test("each part fails and retries separately; on a phone a card opens its property", async ({ visit }) => {
  const page = await visit({ as: "portfolio", expects: /status of 500/, viewport: { width: 360, height: 740 } });
  const failing = /properties\/(overview|performance)\?|portfolio-performance/;
  await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(month);
  const subjects = { "Water lost": "The figures", Performance: "The classes", "All properties": "The properties" };
  for (const [name, what] of Object.entries(subjects)) {
    await panel(page, name).getByText(`${what} could not be loaded.`).waitFor();
  }
  await page.unrouteAll();
  for (const name of Object.keys(subjects)) await panel(page, name).getByRole("button", { name: "Retry" }).click();
  await panel(page, "Water lost")
    .getByText(/gal leaked/)
    .waitFor();
  await panel(page, "Performance")
    .getByText(/critical$/)
    .waitFor();
  const card = panel(page, "All properties").getByRole("listitem").first();
  await card
    .getByText(/Critical|Opportunities|On Track/)
    .last()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await card.getByText("Leak Gallons").click();
  await page.waitForURL((url) => /^\/properties\/\d+$/.test(url.pathname));
});
