import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { z } from "zod";
import { portfolioCalls } from "../contract/portfolio/portfolio.ts";
import type { CardId } from "../contract/portfolio/portfolio-cards.ts";
import { portfolioSavingsCalls } from "../contract/portfolio/portfolio-savings.ts";
import { reportingCalls } from "../contract/reporting/reporting.ts";
import { changeText, costText, gallonsText, percentText } from "./expected-text.ts";
import { addressOf, atRest, test } from "./test.ts";

const insights = "/v1/reporting/portfolio-insights";
const shapes = {
  cards: portfolioCalls[`GET ${insights}/overview`].response,
  costs: portfolioCalls[`GET ${insights}/costs`].response,
  overview: reportingCalls["GET /v1/reporting/overview"].response,
  performance: portfolioCalls[`GET ${insights}/portfolio-performance`].response,
  savings: portfolioSavingsCalls[`GET ${insights}/savings`].response,
  use: portfolioCalls[`GET ${insights}/water-usage-efficiency`].response,
  watchlist: portfolioCalls[`GET ${insights}/performance-ranking/watchlist`].response,
};

/** What the API answers the person whose page this is. */
async function fetched<T extends z.ZodType>(page: Page, path: string, shape: T): Promise<z.output<T>> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return shape.parse(await answer.json());
}

const whole = (figure: number | null) => Math.round(figure ?? 0).toLocaleString("en-US");
const dollars = (figure: number | null) => `$${(figure ?? 0) < 10 ? (figure ?? 0).toFixed(2) : whole(figure)}`;
const leakParts = ["Toilet leaks", "Water heater leaks"] as const;
const counted = (figure: number | null) => (figure === null ? "–" : whole(figure));
/** What each card is called, how its figures are written, and what it is made of. */
const cardTexts: Readonly<
  Record<CardId, { title: string; text: (value: number | null) => string; parts: readonly [string, string] }>
> = {
  gallons_consumed: { title: "Gallons Consumed", text: gallonsText, parts: leakParts },
  gallons_leaked: { title: "Gallons Leaked", text: gallonsText, parts: leakParts },
  leak_percentage: { title: "Leak Volume", text: percentText, parts: leakParts },
  leak_cost: { title: "Leak Expense", text: costText, parts: leakParts },
  units_with_leakage: { title: "Units with Leak", text: counted, parts: leakParts },
  gbd: {
    title: "Water-Usage Efficiency",
    text: (value) =>
      value === null ? "–" : value.toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    parts: ["Toilets", "Water heaters"],
  },
};
const panel = (page: Page, name: string) => page.getByRole("region", { name });
const address = "/cockpit?period=last-30-days";

// Covers cockpit-6, cockpit-7, cockpit-9, cockpit-10
test("the first screen shows the API's figures: loss, places, trend and savings", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(address);
  const lost = panel(page, "Water lost");
  const figures = await fetched(page, "/v1/reporting/overview?days_ago=30&comparison=previous_period", shapes.overview);
  await lost
    .getByText(`${whole(figures.gallons_leaked)} gal leaked, ${dollars(figures.leak_cost)}`, { exact: true })
    .waitFor();
  await lost.getByText(figures.water_loss?.text ?? "no text").waitFor();

  // Better or worse is shown by default, and stands in the address.
  await page.waitForURL((url) => url.searchParams.get("comparison") === "previous_period");
  const change = Math.round(10 * (figures.leak_cost_comparison ?? 0));
  await lost.getByText(change > 0 ? "Worse than before." : change < 0 ? "Better than before." : "As before.").waitFor();
  await lost.getByText("Previous 30 days (days 31-60)").waitFor();
  const badge = `${change > 0 ? "+" : ""}${(change / 10).toLocaleString("en-US")}%`;
  await lost.getByText(badge, { exact: true }).first().waitFor();

  // Each card with its parts, its units and its changes, in points where it is itself a percentage.
  const { cards } = await fetched(page, `${insights}/overview?days_ago=30&comparison=previous_period`, shapes.cards);
  expect(cards).toHaveLength(6);
  for (const card of cards) {
    const { title, text, parts } = cardTexts[card.id];
    const shown = panel(page, title);
    const changed = (value: number | null) =>
      value === null ? [] : [changeText(value, card.id === "leak_percentage" ? "pp" : "%")];
    const counts = [
      `${whole(card.spoe_dpoe_units_count)} SPOE/DPOE`,
      `${whole(card.toilet_units_count)} toilet`,
      `${whole(card.water_heater_units_count)} water heater`,
    ];
    const figureTexts = [text(card.value), `${whole(card.units_count)} units: ${counts.join(", ")}`];
    for (const figureText of [...figureTexts, ...changed(card.comparison_value)]) {
      await shown.getByText(figureText, { exact: true }).first().waitFor();
    }
    const inGallons = card.unit === "gallons" ? " gal" : "";
    const partText = (name: string, value: number | null, change: number | null) =>
      [name, text(value) + (value === null ? "" : inGallons), ...changed(change)].join(" ");
    const wanted = [
      partText(parts[0], card.toilet_leak_value, card.toilet_leak_comparison_value),
      partText(parts[1], card.water_heater_leak_value, card.water_heater_leak_comparison_value),
    ];
    const shownParts = await shown.locator("dl > div").allInnerTexts();
    expect(shownParts.map((text) => text.replaceAll(/\s+/g, " "))).toEqual(wanted);
  }

  // What repairs saved opens the leaks that it is made of.
  const savings = await fetched(page, `${insights}/savings?days_ago=30`, shapes.savings);
  await lost
    .getByText(`${whole(savings.verified.gallons_saved)} gal, ${dollars(savings.verified.dollars_saved)} saved by`)
    .waitFor();
  await lost.getByText(`fixes reported: ${savings.fixes.verified} verified`).waitFor();
  const opens = lost.getByRole("button", { name: /saved by/ });
  await opens.click();
  const dialog = page.getByRole("dialog", { name: "Savings by Verified Fixes" });
  await dialog
    .getByText(`$${savings.verified.dollars_saved.toLocaleString("en-US", { minimumFractionDigits: 2 })}`, {
      exact: true,
    })
    .first()
    .waitFor();
  expect(await dialog.locator("tbody tr[data-row]").count()).toBe(
    Math.min(10, savings.verified.cases + savings.outside_units.cases),
  );
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await opens.evaluate((button) => button === document.activeElement)).toBe(true);

  // The five that cost most, each with its share.
  const query = "days_ago=30&ordering=-leak_cost&page_size=5";
  const { results } = await fetched(page, `${insights}/performance-ranking/watchlist?${query}`, shapes.watchlist);
  const costliest = panel(page, "Five properties cost you most").getByRole("listitem");
  const itemTexts = await costliest.allTextContents();
  expect(itemTexts).toHaveLength(5);
  for (const [place, row] of results.entries()) {
    expect(itemTexts[place]).toContain(row.property_name);
    expect(itemTexts[place]).toContain(dollars(row.leak_cost));
    expect(itemTexts[place]).toMatch(/Red|Yellow|Green/);
  }
  const share = `${Math.round((100 * (results[0]?.leak_cost ?? 0)) / (figures.leak_cost ?? 1))}%`;
  expect(itemTexts[0]).toContain(share);
  await costliest.first().getByRole("link").click();
  await page.waitForURL((url) => url.pathname === `/properties/${results[0]?.property_id}`);
  expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
});

// Covers cockpit-3, cockpit-4, cockpit-8
test("shows classes in order, costs and use per bedroom from the API, each opening its rows", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(`${address}&bedrooms_from=1&comparison=none`);
  const filterQuery = "days_ago=30&bedrooms_from=1";
  const status = await fetched(page, `${insights}/portfolio-performance?${filterQuery}`, shapes.performance);
  const classes = panel(page, "Portfolio performance");
  await classes.getByRole("listitem").first().waitFor();
  const rows = await classes.getByRole("listitem").allTextContents();
  const named = [
    ["On Track", status.on_track, status.on_track_percentage],
    ["Opportunities", status.opportunities, status.opportunities_percentage],
    ["Critical", status.critical, status.critical_percentage],
    ["Zero Usage", status.zero_usage, status.zero_usage_percentage],
  ] as const;
  for (const [place, [name, count, percentage]] of named.entries()) {
    expect(rows[place]).toBe(`${name}${count}${(percentage ?? 0).toFixed(1)}%`);
  }
  expect(rows).toHaveLength(status.no_data > 0 ? 5 : 4);
  await classes.getByText(`${whole(status.total_leaks)} units leak`, { exact: true }).waitFor();

  const costs = await fetched(page, `${insights}/costs?${filterQuery}`, shapes.costs);
  const money = panel(page, "Costs");
  await money.getByText(dollars(costs.total_cost), { exact: true }).waitFor();
  const parts = await money.getByRole("definition").allTextContents();
  expect(parts).toEqual([
    `${costs.toilet_leak_percentage?.toFixed(1)}%${dollars(costs.toilet_leak_cost)}`,
    `${costs.other_leak_percentage?.toFixed(1)}%${dollars(costs.other_leak_cost)}`,
    dollars(costs.normal_cost),
    dollars(costs.water_cost),
  ]);
  const finance = new URL(
    (await money.getByRole("link", { name: "Open Finance" }).getAttribute("href")) ?? "",
    page.url(),
  );
  expect([finance.pathname, finance.searchParams.get("bedrooms_from")]).toEqual(["/finance", "1"]);

  const use = await fetched(page, `${insights}/water-usage-efficiency?${filterQuery}`, shapes.use);
  const efficiency = panel(page, "Water usage efficiency");
  await efficiency
    .getByRole("img", { name: /under 60 efficient, 60 to 120 usual, above 120 high, target 75/ })
    .waitFor();
  const [toilets, heaters] = await efficiency.getByRole("definition").allTextContents();
  expect(toilets).toBe(`${use.toilet.gallons_per_bedroom_per_day?.toFixed(1)} gal`);
  expect(heaters).toBe(`${use.water_heater.gallons_per_bedroom_per_day?.toFixed(1)} gal`);

  // A class opens the properties of that class, of the same days and bedrooms.
  await classes.getByRole("link", { name: /^Critical/ }).click();
  await page.waitForURL((url) => url.pathname === "/properties");
  const { searchParams } = addressOf(page);
  expect([searchParams.get("performance"), searchParams.get("bedrooms_from")]).toEqual(["critical", "1"]);
});

// Covers filters-8, cockpit-1, cockpit-2
test("colors watchlist and toplist with labels, keeps order and tab in the URL, and opens a row by key", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(address);
  const watchlist = page.getByRole("table", { name: "Watchlist, Last 30 days" });
  await watchlist.getByRole("link").first().waitFor();
  const query = "days_ago=30&ordering=-leak_cost";
  const { results } = await fetched(page, `${insights}/performance-ranking/watchlist?${query}`, shapes.watchlist);
  const tones = await watchlist
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-marked")));
  expect(tones).toEqual(results.map(({ ranking }) => ranking));
  expect(await watchlist.getByRole("columnheader").allTextContents()).toEqual([
    ...["Property", "Ranking", "Units", "Leaking Units", "Leaking Toilets", "Other Leaks"],
    ...["Leak Gallons gal", "Leak Volume %", "Leak Cost", "Leak Cost per Unit", "Use per Bedroom gal"],
  ]);
  const figures = await watchlist.locator("tbody tr").first().locator("td").allTextContents();
  const [top] = results;
  expect(figures.slice(2, 6)).toEqual(
    [top?.total_units, top?.leaking_units, top?.leaking_toilets, top?.leaking_other].map(String),
  );
  // As it is painted: each ranking in a colour of its own.
  const painted = await watchlist
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row.querySelector("td") ?? row).backgroundColor));
  const colours = Map.groupBy(painted, (_, place) => results[place]?.ranking);
  expect([...colours.values()].map((of) => new Set(of).size)).toEqual([...colours].map(() => 1));
  expect(new Set(painted).size).toBe(colours.size);
  expect(colours.size).toBeGreaterThan(1);
  const rowTexts = await watchlist.locator("tbody tr").allTextContents();
  for (const [place, { ranking }] of results.entries())
    expect(rowTexts[place]?.toLowerCase()).toContain(ranking ?? "none");
  const costs = await fetched(page, `${insights}/costs?days_ago=30`, shapes.costs);
  await watchlist
    .locator("tfoot")
    .getByText(`$${(costs.total_cost ?? 0).toLocaleString("en-US", { minimumFractionDigits: 2 })}`)
    .waitFor();

  const order = (description: string) => page.getByText(`Last 30 days. ${description}.`, { exact: true }).waitFor();
  await order("By Leak Cost, highest first");
  await panel(page, "Five properties cost you most").getByText("Highest leak cost first").waitFor();
  await panel(page, "Five properties cost you most").getByRole("link", { name: "Show all" }).click();
  await page.waitForURL((url) => url.searchParams.get("ordering") === "-leak_cost");
  await watchlist
    .getByRole("columnheader", { name: /^Leak Cost/ })
    .and(page.locator("[aria-sort=descending]"))
    .waitFor();
  await page.goto(`${address}&ordering=rank`);
  await order("Highest leak cost per unit first");
  await page.goto(address);

  await page.getByRole("tab", { name: "Toplist" }).click();
  await page.waitForURL((url) => url.searchParams.get("tab") === "toplist" && !url.searchParams.has("ordering"));
  const toplist = page.getByRole("table", { name: "Toplist, Last 30 days" });
  await toplist.getByRole("link").first().waitFor();
  await atRest(page);
  const best = await toplist.getByRole("link").first().textContent();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname.startsWith("/properties/"));
  await page.getByRole("heading", { name: best ?? "" }).waitFor();
  await page.goBack();
  await toplist.getByRole("link").first().waitFor();

  // Today is not over: it is compared with nothing, and switched off it is yesterday.
  await page.getByRole("switch", { name: "Show Today's Data" }).click();
  await panel(page, "Water lost").getByText("Today so far is compared with no other day.").waitFor();
  expect(await page.getByLabel("Compare").isDisabled()).toBe(true);
  await page.getByRole("switch", { name: "Show Today's Data" }).click();
  await page.waitForURL((url) => url.searchParams.get("period") === "yesterday");
});

// Covers cockpit-5
test("the star makes a card first and favorite, and a second click undoes it", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(address);
  const overview = panel(page, "Overview");
  const first = overview.getByRole("heading", { level: 3 }).first();
  const star = overview.getByRole("button", { name: "Leak Expense: favourite" });
  await star.waitFor();
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith("/v1/me/preferences"));
  const [kept] = await Promise.all([saved(), star.click()]);
  expect(kept.request().postDataJSON().favorites.cockpit_overview_tiles).toEqual(["leak_cost"]);
  expect(await first.textContent()).toBe("Leak Expense");
  await page.reload();
  await star.and(page.locator("[aria-pressed=true]")).waitFor();
  await Promise.all([saved(), star.click()]);
  await star.and(page.locator("[aria-pressed=false]")).waitFor();
  await Promise.all([saved(), overview.getByRole("button", { name: "Water-Usage Efficiency: favourite" }).click()]);
  expect(await first.textContent()).toBe("Water-Usage Efficiency");
});

// Covers cockpit-12
test("panels load in parallel, and a failed one shows its own error and Retry", async ({ visit }) => {
  const page = await visit({ as: "portfolio", expects: /status of 500/ });
  const called = new Set<string>();
  const calls = ["costs", "savings", "overview", "portfolio-performance", "water-usage-efficiency", "watchlist", "map"];
  const all = page.waitForRequest((request) => {
    const last = new URL(request.url()).pathname.split("/").at(-1) ?? "";
    if (request.url().includes(insights) && calls.includes(last)) called.add(last);
    return called.size === calls.length;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // No answer comes before all requests were made.
  await page.route("**/v1/reporting/**", async (route) => {
    await held;
    const fails = /\/(costs|savings)\?/.test(route.request().url());
    await (fails ? route.fulfill({ status: 500, json: {} }) : route.continue());
  });
  await page.goto(address);
  await all;
  release();
  const money = panel(page, "Costs");
  await money.getByText("The costs could not be loaded.").waitFor();
  const lost = panel(page, "Water lost");
  await lost.getByText("What repairs saved could not be loaded.").waitFor();
  await panel(page, "Portfolio performance").getByRole("listitem").first().waitFor();
  await page.unrouteAll();
  await money.getByRole("button", { name: "Retry" }).click();
  await money.getByText("lost to leaks").waitFor();
  await lost.getByRole("button", { name: "Retry" }).click();
  await lost.getByText(/saved by|Nothing saved yet/).waitFor();
});

test("on a phone the summary comes first, actions are in one menu, and nothing overflows", async ({ visit }) => {
  const page = await visit({ as: "portfolio", viewport: { width: 360, height: 740 } });
  await page.goto(address);
  const headline = panel(page, "Water lost").getByText(/gal leaked/);
  await headline.waitFor();
  await atRest(page);
  expect((await headline.boundingBox())?.y).toBeLessThan(740);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: "Reports & prices" }).click();
  await page.getByRole("menuitem", { name: "Set Custom Cost per Gallon" }).click();
  await page.getByRole("dialog", { name: "Set Custom Cost per Gallon" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Reports & prices" }).click();
  await page.getByRole("menuitem", { name: "Owner's report" }).click();
  await page.waitForURL((url) => url.pathname === "/owner-report" && url.searchParams.get("period") === "last-30-days");
});

// Covers cockpit-9
test("more properties on track are green with +, fewer red with -; leak classes are the reverse", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.route(/portfolio-performance\?/, async (route) => {
    const answer = await route.fetch();
    const changes = { on_track_comparison: 11.1, opportunities_comparison: 20, critical_comparison: -50 };
    const json = { ...shapes.performance.parse(await answer.json()), ...changes, zero_usage_comparison: -25 };
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`${address}&comparison=previous_period`);
  const classes = panel(page, "Portfolio performance");
  const ink = (text: string) =>
    classes.getByText(text, { exact: true }).evaluate((badge) => getComputedStyle(badge).color);
  const colours = await page.evaluate(() =>
    ["--online", "--critical"].map((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }),
  );
  expect([await ink("+11.1%"), await ink("-25%")], "On Track, Zero Usage").toEqual(colours);
  expect([await ink("-50%"), await ink("+20%")], "Critical, Opportunities").toEqual(colours);
});

// Covers validation-9
test("the comparison is on until turned off, which persists on Finance and after signing in; a link overrides it", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  const compared = async (path: string) => {
    await page.goto(path);
    await panel(page, path.startsWith("/finance") ? "What leaks cost" : "Water lost").waitFor();
    await page.waitForURL((url) => url.searchParams.has("comparison"));
    return new URL(page.url()).searchParams.get("comparison");
  };
  const kept = async () => (await (await page.request.get("/v1/me/preferences")).json()).comparison;
  expect(await compared("/finance?period=last-7-days")).toBe("previous_period");
  expect(await compared("/cockpit?period=last-7-days&comparison=none")).toBe("none");
  await panel(page, "Water lost").getByRole("button", { name: "Compare with the days before" }).waitFor();
  expect(await kept(), "a link changes nothing that is kept").toBe("previous_period");

  expect(await compared("/cockpit?period=last-7-days")).toBe("previous_period");
  await page.getByLabel("Compare").selectOption("No Comparison");
  await expect.poll(kept).toBe("none");
  await page.evaluate(() => localStorage.clear());
  expect(await compared("/finance")).toBe("none");
  expect(await compared("/finance?comparison=previous_period")).toBe("previous_period");
  expect(await compared("/cockpit")).toBe("none");
  await panel(page, "Water lost").getByRole("button", { name: "Compare with the days before" }).click();
  await expect.poll(kept).toBe("previous_period");
});
