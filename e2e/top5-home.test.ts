import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { caseCalls } from "../contract/leaks/cases.ts";
import { reportingCalls } from "../contract/reporting/reporting.ts";
import { topLeakCalls } from "../contract/reporting/top-leaks.ts";
import { tabTo } from "./tab-to.ts";
import { addressOf, atRest, test } from "./test.ts";

const units = topLeakCalls["GET /v1/reporting/top-leak-volume/units"].response;
const overview = reportingCalls["GET /v1/reporting/overview"].response;
const silent = z.object({ gateways_routers: z.number(), meters: z.number(), no_consumption: z.number() });
const cases = caseCalls["GET /v1/cases"].response;

/** What the API answers the person whose page this is. */
async function fetched<T extends z.ZodType>(page: Page, path: string, shape: T): Promise<z.output<T>> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return shape.parse(await answer.json());
}

const whole = (figure: number | null) => Math.round(figure ?? 0).toLocaleString("en-US");
const workList = (page: Page) => page.getByRole("region", { name: "Start here" });
const table = (page: Page, name: RegExp) => page.getByRole("table", { name });
const address = "/top5-leaks-home?period=last-7-days";

// Covers nav-5, lists-8, states-16, constants-11
test("the first screen shows the API's figures: leaks, cost, completeness, repairs", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(`${address}&comparison=previous_period`);
  const rows = workList(page).getByRole("listitem");
  await rows.getByRole("link").first().waitFor();
  const top = await fetched(page, "/v1/reporting/top-leak-volume/units?days_ago=7&ordering=rank", units);
  const rowTexts = await rows.allTextContents();
  expect(rowTexts).toHaveLength(5);
  const height = await workList(page)
    .getByRole("list")
    .evaluate((list) => getComputedStyle(list).maxHeight);
  expect(height, "96 units of 4 pixels").toBe("384px");
  for (const [place, row] of top.results.slice(0, 5).entries()) {
    expect(rowTexts[place]).toContain(`${row.property_name} | ${row.building_name} | ${row.unit_name}`);
    expect(rowTexts[place]).toContain(`${whole(row.gallons_leaked)} gal`);
    expect(rowTexts[place]).toContain(row.leak_days === 1 ? "1 leak day" : `${row.leak_days} leak days`);
    expect(rowTexts[place]).toMatch(/since|ran/);
  }

  const figures = await fetched(page, "/v1/reporting/overview?days_ago=7&comparison=previous_period", overview);
  const lost = page.getByRole("region", { name: "Water lost" });
  await lost.getByText(`${whole(figures.gallons_leaked)} gal leaked, $${whole(figures.leak_cost)}`).waitFor();
  await lost.getByText(figures.water_loss?.text ?? "no text").waitFor();
  await lost.getByRole("img", { name: `leaked, ${figures.water_loss?.band}` }).waitFor();
  await lost.getByText("Previous 7 days (days 8-14)").waitFor();
  expect((await lost.textContent())?.match(/[+-]?[\d.]+%Cost|[+-]?[\d.]+ pp/g)?.length).toBeGreaterThan(0);

  const complete = page.getByRole("region", { name: "Is the data complete?" });
  await complete.getByText(`${whole(figures.meter_days_read)} of ${whole(figures.meter_days_expected)}`).waitFor();
  const { meters } = await fetched(page, "/v1/reporting/device-health/critical-alerts/overview", silent);
  const toMeters = complete.getByRole("link", { name: meters === 1 ? "1 meter silent" : `${meters} meters silent` });
  expect(await toMeters.getAttribute("href")).toMatch(/^\/gateway-device-health\?.*tab=meters/);

  // Of the last 30 days at the properties; of a fix on the first of them only some hours may count.
  const since = new Date(Date.now() - 29 * 86_400_000).toISOString();
  const fixed = await fetched(page, `/v1/cases?page_size=50&fixed_since=${since}`, cases);
  const repairs = page.getByRole("region", { name: "Repairs" });
  await repairs.getByText(/^\d+ of \d+ fixes verified.* Saved so far: [\d,.]+ gal/).waitFor();
  await repairs.getByRole("button", { name: /^Show all/ }).click();
  expect(await repairs.getByRole("link").count()).toBeGreaterThanOrEqual(fixed.count);

  // j goes down the list, Enter to the leak; the menu still marks the list it was opened from.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/top5-leaks-details");
  expect(addressOf(page).searchParams.get("meter")).toBe(top.results[1]?.meter_serial_number);
  expect(addressOf(page).searchParams.get("property_id")).toBe(String(top.results[1]?.property_id));
  const menu = page.getByRole("navigation").first();
  expect(await menu.getByRole("link", { name: "Top 5 Leaks Home" }).getAttribute("aria-current")).toBe("page");
  expect(await menu.getByRole("link", { name: "Top 5 Leaks Details" }).getAttribute("aria-current")).toBeNull();
  await page.goBack();
  await rows.getByRole("link").first().waitFor();
});

// Covers lists-6, calls-11, states-15
test("properties expand to five units and then all; other days collapse them, another order reloads", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  await page.goto("/top5-leaks-home?period=last-30-days");
  const properties = table(page, /^Leaks by property/);
  const show = properties.getByRole("button", { name: /^Show Leak of/ }).first();
  const name = (await show.getAttribute("aria-label"))?.replace("Show Leak of ", "") ?? "";
  const sent = page.waitForRequest((request) => /\d\/units$/.test(new URL(request.url()).pathname));
  await show.click();
  const { searchParams } = new URL((await sent).url());
  expect([searchParams.get("page_size"), searchParams.has("property_id")]).toEqual(["5", false]);
  const leaking = table(page, new RegExp(`^Leaking units of ${name},`));
  await leaking
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  expect(await leaking.getByRole("link", { name: /^Details of/ }).count()).toBe(5);
  const more = page.waitForRequest((request) => /\d\/units$/.test(new URL(request.url()).pathname));
  await page.getByRole("button", { name: `Load More units of ${name}` }).click();
  const { searchParams: rest } = new URL((await more).url());
  expect([rest.get("page"), rest.get("page_size"), rest.get("offset")]).toEqual(["1", "50", "5"]);
  await page.getByRole("button", { name: `Load More units of ${name}` }).waitFor({ state: "detached" });
  const all = await leaking.getByRole("link", { name: /^Details of/ }).count();
  expect(all).toBeGreaterThan(5);
  await page.getByText(`${all} of ${all} units`, { exact: true }).waitFor();

  // The biggest come first again with the second click.
  for (const ordering of ["total_gallons_leaked", "-total_gallons_leaked"]) {
    const isRefetch = (url: URL) => /\d\/units$/.test(url.pathname) && url.searchParams.get("ordering") === ordering;
    const refetch = page.waitForRequest((request) => isRefetch(new URL(request.url())));
    await properties
      .getByRole("button", { name: /^Total Leak Gallons/ })
      .first()
      .click();
    await refetch;
    await atRest(page);
  }
  await properties.getByRole("button", { name: `Hide Leak of ${name}` }).waitFor();

  await page.getByRole("button", { name: "Last 7 days" }).click();
  await properties.getByRole("button", { name: `Show Leak of ${name}` }).waitFor();
  await atRest(page);
  expect(await properties.getByRole("button", { name: /^Hide Leak of/ }).count()).toBe(0);

  // One property needs no unfolding.
  const [first] = (await fetched(page, "/v1/reporting/top-leak-volume/units?days_ago=7", units)).results;
  await page.goto(`${address}&property_id=${first?.property_id}`);
  await table(page, /^Leaking units of/)
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
});

// Covers lists-7
test("order and page of the units are in the URL, and Back restores them", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/top5-leaks-home?period=last-30-days");
  const list = table(page, /^Top-leaking units/);
  await list.getByRole("button", { name: /^Flow Time/ }).click();
  await page.waitForURL((url) => url.searchParams.get("ordering") === "flow_time");
  await page.getByRole("button", { name: "Page 2" }).last().click();
  await page.waitForURL((url) => url.searchParams.get("page") === "2");
  await atRest(page);
  const query = "days_ago=30&ordering=flow_time&page=2";
  const answer = await fetched(page, `/v1/reporting/top-leak-volume/units?${query}`, units);
  const ranks = await list.locator("tbody tr td:first-child").allTextContents();
  expect(ranks.map((text) => Number(text.replace("Top 5: ", "")))).toEqual(answer.results.map(({ rank }) => rank));
  await page.goBack();
  await page.goBack();
  await list.getByRole("columnheader", { name: /^Rank/ }).and(page.locator("[aria-sort=ascending]")).waitFor();
  expect(addressOf(page).searchParams.get("ordering")).toBeNull();
  await list
    .getByTitle(/^Only /)
    .first()
    .click();
  await page.waitForURL((url) => url.searchParams.has("property_id"));
});

// Covers filters-8
test("switches to active leaks, today's water, and a comparison", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-home");
  await page.getByRole("switch", { name: "Only Active Leaks" }).click();
  await page.waitForURL((url) => url.searchParams.get("only_active") === "true");
  await atRest(page);
  const query = "days_ago=1&only_active=true&include_active_leak=true&ordering=rank";
  const { results } = await fetched(page, `/v1/reporting/top-leak-volume/units?${query}`, units);
  const links = workList(page).getByRole("link");
  expect(await links.count()).toBe(Math.min(5, results.length));
  for (const text of await workList(page).getByRole("listitem").allTextContents()) expect(text).toMatch(/since/);

  await page.getByRole("switch", { name: "Show Today's Data" }).click();
  await page.waitForURL((url) => url.searchParams.get("period") === "today");
  await workList(page).getByText("Top 5 leaks, Today so far").waitFor();
});

// Covers errors-2
test("a failed panel shows its own error, and Retry loads its figures", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 500/ });
  await page.route("**/v1/reporting/overview?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.route("**/v1/cases?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(address);
  const lost = page.getByRole("region", { name: "Water lost" });
  const repairs = page.getByRole("region", { name: "Repairs" });
  await lost.getByText("The figures could not be loaded.").waitFor();
  await repairs.getByText("The repairs could not be loaded.").waitFor();
  await workList(page).getByRole("link").first().waitFor();
  await page.unrouteAll();
  await lost.getByRole("button", { name: "Retry" }).click();
  await lost.getByText(/gal leaked/).waitFor();
  await repairs.getByRole("button", { name: "Retry" }).click();
  await repairs.getByText(/\d fix(es)? verified/).waitFor();
});

test("empty days explain what would fill them, and no fixes how to report one", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const nothing = { count: 0, next: null, previous: null, results: [] };
  await page.route("**/v1/cases?*", (route) => route.fulfill({ json: nothing }));
  await page.goto("/top5-leaks-home?period=custom-date-range&start_date=2025-01-01&end_date=2025-01-07");
  await page
    .getByRole("region", { name: "Repairs" })
    .getByText(/Report a fix on a leak case/)
    .waitFor();
  await workList(page).getByText("Nothing was read in this period.").waitFor();
  await page.getByText("No meter day was read.").waitFor();
  await page.getByRole("button", { name: /^Show \w+ \d+ to/ }).click();
  await workList(page).getByRole("link").first().waitFor();
});

test("the work list on a phone is stacked, with touch-sized targets", async ({ visit }) => {
  const page = await visit({ as: "property", viewport: { width: 360, height: 740 } });
  await page.goto(address);
  const rows = workList(page).getByRole("listitem");
  await rows.getByRole("link").first().waitFor();
  await atRest(page);
  let below = 0;
  for (const row of await rows.all()) {
    const box = await row.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.y).toBeGreaterThanOrEqual(below);
    below = (box?.y ?? 0) + (box?.height ?? 0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await rows.nth(1).click();
  await page.waitForURL((url) => url.pathname === "/top5-leaks-details" && url.searchParams.has("meter"));
});

const hybridHint = "This leak has more than one type";

// Covers leak-detail-5
test("a hybrid leak is explained by hover, keyboard and touch, and its row opens the leak", async ({ visit }) => {
  const asHybrid = async (page: Page) => {
    await page.route(/top-leak-volume\/units\?/, async (route) => {
      const answer = await route.fetch();
      const body = units.parse(await answer.json());
      const results = body.results.map((row) => ({ ...row, leak_type: "toilet leak, other leak" }));
      await route.fulfill({ response: answer, json: { ...body, results } });
    });
    await page.goto(address);
    const hybrid = workList(page).getByRole("button", { name: "Hybrid Leak" }).first();
    await hybrid.waitFor();
    return hybrid;
  };
  const tip = (page: Page) => page.getByRole("tooltip", { name: hybridHint });
  const page = await visit({ as: "property" });
  const hybrid = await asHybrid(page);
  await hybrid.hover();
  await tip(page).waitFor();
  await page.mouse.move(0, 0);
  await tip(page).waitFor({ state: "hidden" });
  await tabTo(page, hybrid, 80);
  await tip(page).waitFor();
  const row = await workList(page).getByRole("listitem").first().boundingBox();
  if (row === null) throw new Error("The row is not drawn.");
  await page.mouse.click(row.x + row.width - 20, row.y + row.height - 8);
  await page.waitForURL(/\/top5-leaks-details\?.*meter=/);

  const phone = await visit({ as: "property", viewport: { width: 360, height: 740 }, hasTouch: true });
  await (await asHybrid(phone)).tap();
  await tip(phone).waitFor();
  expect(addressOf(phone).pathname).toBe("/top5-leaks-home");
});
