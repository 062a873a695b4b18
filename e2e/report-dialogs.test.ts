import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { FinanceCosts, LeakTypeCosts } from "../contract/costs/finances.ts";
import type { GallonsDynamics, LeakVolumePercentage } from "../contract/reporting/charts.ts";
import type { LeakRow } from "../contract/reporting/reporting.ts";
import { dollarsText, gallonsText, monthDayText, percentText } from "./expected-text.ts";
import { tabTo } from "./tab-to.ts";
import { addressOf, atRest, test } from "./test.ts";

const days = "period=last-30-days";

const dialogs = [
  { dialog: "gallons-leaks-dynamics", button: "Gallons & Leaks Dynamics", title: "Gallons & Leaks Dynamics" },
  { dialog: "leak-related-costs", button: "Leak-Related Costs", title: "Leak-Related Costs" },
  { dialog: "custom-cost", button: "Set Custom Cost per Gallon", title: "Set Custom Cost per Gallon" },
  { dialog: "bar-chart", button: "Bar Chart", title: "Leak Gallons by Unit" },
] as const;

/** Opens a dialog by its address and waits for what it shows. */
async function openDialog(page: Page, { dialog, title }: (typeof dialogs)[number]) {
  await page.goto(`/history?${days}&dialog=${dialog}`);
  const shown = page.getByRole("dialog", { name: title });
  const content = {
    "gallons-leaks-dynamics": shown.getByRole("table", { name: title }).getByRole("row").nth(1),
    "leak-related-costs": shown.getByRole("table", { name: title }).getByRole("row").nth(1),
    "custom-cost": shown.getByLabel("Average Cost per Gallon"),
    "bar-chart": shown.getByRole("listitem").first(),
  };
  await content[dialog].or(shown.locator("li[data-row]")).first().waitFor();
  return shown;
}

// Covers lists-5
test("each dialog opens by its button, is in the URL, and Escape returns the focus", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto(`/history?${days}`);
  for (const { dialog, button, title } of dialogs) {
    const opener = page.getByRole("button", { name: button, exact: true });
    await opener.click();
    await page.getByRole("dialog", { name: title }).waitFor();
    expect(addressOf(page).searchParams.get("dialog")).toBe(dialog);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(addressOf(page).searchParams.get("dialog")).toBeNull();
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

// Covers dialogs-4, constants-5, constants-7
test("gallons and leaks are the API's, by day, week and month", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const call = (name: string, resolution: string) =>
    page
      .waitForResponse((answer) => answer.url().includes(`/${name}?`) && answer.url().includes(resolution))
      .then((answer) => answer.json());
  for (const resolution of ["day", "week", "month"]) {
    const ran: Promise<GallonsDynamics> = call("gallons-dynamics", `resolution=${resolution}`);
    const leaked: Promise<LeakVolumePercentage> = call("leak-volume-percentage", `resolution=${resolution}`);
    await page.goto(
      `/history?${days}&comparison=previous_period&dialog=gallons-leaks-dynamics&resolution=${resolution}`,
    );
    const dialog = page.getByRole("dialog");
    const [{ points }, shares] = [await ran, await leaked];
    const table = dialog.getByRole("table", { name: "Gallons & Leaks Dynamics" }).last();
    await expect.poll(() => table.locator("tbody tr").count()).toBe(points.length);
    const [first] = points;
    const cells = await table.locator("tbody tr").first().locator("td, th").allTextContents();
    expect(cells.slice(1, 6)).toEqual([
      gallonsText(first?.total_consumed ?? null),
      gallonsText(first?.normal_consumption ?? null),
      gallonsText(first?.toilet_leaks ?? null),
      gallonsText(first?.other_leaks ?? null),
      percentText(shares.points[0]?.percent_of_leaks ?? null),
    ]);
    // A week is named from its start to six days later.
    if (resolution === "week") expect(cells[0]).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4} - [A-Z][a-z]{2} \d\d, \d{4}$/);
    expect(cells).toHaveLength(8);
    await dialog.getByRole("button", { name: "% of leaks", pressed: true }).waitFor();
  }
  await page.getByRole("tab", { name: "Week" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("resolution")).toBe("week");
  await page.getByRole("tab", { name: "Day" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("resolution")).toBeNull();
});

// Covers lists-5, dialogs-5
test("costs are the API's, with badges, and their columns can be chosen", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const answer = (name: string) => page.waitForResponse((one) => one.url().includes(`/finances/${name}?`));
  const [pendingCosts, split] = [answer("costs"), answer("leak-type-costs")];
  await page.goto(`/history?${days}&comparison=previous_period&dialog=leak-related-costs`);
  const costs: FinanceCosts = await (await pendingCosts).json();
  const kinds: LeakTypeCosts = await (await split).json();
  const dialog = page.getByRole("dialog", { name: "Leak-Related Costs" });
  const card = dialog.getByRole("region", { name: "Toilet leaks" });
  await card.getByText(dollarsText(kinds.toilet_leak_cost)).waitFor();
  await card.getByText(`${percentText(kinds.toilet_leak_percentage)} of it`).waitFor();
  if (kinds.toilet_leak_percentage_difference !== null) await card.getByText(/^[+-]?\d[\d.]*%$/).waitFor();
  const table = dialog.getByRole("table", { name: "Leak-Related Costs" }).last();
  await expect.poll(() => table.locator("tbody tr").count()).toBe(costs.points.length);
  await table.getByText(dollarsText(costs.leak_related_cost, 2), { exact: true }).first().waitFor();
  await dialog.getByRole("button", { name: "Toggle Columns" }).click();
  await page.getByRole("checkbox", { name: "All water" }).click();
  await expect.poll(() => table.getByRole("columnheader", { name: /^All water/ }).count()).toBe(0);
  await page.getByRole("checkbox", { name: "All water" }).click();
  await table.getByRole("columnheader", { name: /^All water/ }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor();
});

// Covers lists-5
test("bars are the largest leaks in order, link to their leak, and T shows them as a table", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const response = page.waitForResponse((answer) => /leak-overview\?.*page_size=50/.test(answer.url()));
  await page.goto(`/history?${days}&dialog=bar-chart`);
  const { results }: { results: LeakRow[] } = await (await response).json();
  const gallons = results.map(({ gallons_leaked }) => gallons_leaked);
  expect(gallons, "biggest first").toEqual(gallons.toSorted((one, other) => other - one));
  const dialog = page.getByRole("dialog", { name: "Leak Gallons by Unit" });
  const bars = dialog.getByRole("listitem");
  await expect.poll(() => bars.count()).toBe(results.length);
  expect(await bars.first().textContent()).toContain(gallonsText(results[0]?.gallons_leaked ?? null));
  await page.keyboard.press("t");
  await expect.poll(() => dialog.getByRole("table").locator("tbody tr").count()).toBe(results.length);
  await page.keyboard.press("t");
  await bars.first().getByRole("link").click();
  await page.waitForURL(/leak-detail/);
  expect(addressOf(page).searchParams.get("meter")).toBe(results[0]?.meter_serial_number);
});

// Covers custom-cost-10
test("without Portfolio Insights there is no link to costs, and a direct link names the missing permission", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  for (const dialog of ["leak-related-costs", "custom-cost"]) {
    await page.goto(`/history?${days}&dialog=${dialog}`);
    await page
      .getByRole("dialog")
      .getByText(/need the permission Portfolio Insights/)
      .waitFor();
  }
  await page.getByRole("button", { name: "Back to the report" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Bar Chart" }).waitFor();
  expect(await page.getByRole("button", { name: "Leak-Related Costs" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Set Custom Cost per Gallon" }).count()).toBe(0);
});

test("a failed dialog shows an error, and Retry loads its figures", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 503/ });
  await page.route(/finances\/costs\?/, (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });
  await page.goto(`/history?${days}&dialog=leak-related-costs`);
  const dialog = page.getByRole("dialog", { name: "Leak-Related Costs" });
  await dialog.getByText("The costs could not be loaded.").waitFor();
  await dialog.getByRole("button", { name: "Retry" }).click();
  await dialog.getByRole("table", { name: "Leak-Related Costs" }).first().waitFor();
});

test("on a phone no dialog overflows, and a menu opens them", async ({ visit }) => {
  const page = await visit({ as: "admin", viewport: { width: 360, height: 780 } });
  for (const one of dialogs) {
    const dialog = await openDialog(page, one);
    await atRest(page);
    const wide = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll("section, form, ol, figure")]
        .filter((box) => box.getBoundingClientRect().right > window.innerWidth)
        .map((box) => box.outerHTML.slice(0, 80)),
    );
    expect(wide, one.title).toEqual([]);
  }
  await page.goto(`/history?${days}`);
  const menu = page.getByRole("button", { name: "Costs & charts" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Bar Chart" }).click();
  await page.getByRole("dialog", { name: "Leak Gallons by Unit" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
});

// Covers leak-detail-5
test("a hybrid leak's bar is explained by keyboard and touch", async ({ visit }) => {
  for (const touch of [false, true]) {
    const page = await visit({ as: "admin", hasTouch: touch });
    await page.route(/leak-overview\?/, async (route) => {
      const answer = await route.fetch();
      const body: { results: LeakRow[] } = await answer.json();
      const results = body.results.map((row) => ({ ...row, leak_type: "toilet leak, other leak" }));
      await route.fulfill({ response: answer, json: { ...body, results } });
    });
    const dialog = await openDialog(page, dialogs[3]);
    const hybrid = dialog.getByRole("button", { name: "Hybrid Leak" }).first();
    if (touch) await hybrid.tap();
    else await tabTo(page, hybrid);
    await page.getByRole("tooltip", { name: "This leak has more than one type" }).waitFor();
    expect(addressOf(page).pathname).toBe("/history");
  }
});

/** The texts that are drawn on canvases from now on, in their order. */
async function drawnTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const drawn: string[] = [];
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      drawn.push(text);
      return fillText.call(this, text, x, y, ...rest);
    };
    Object.assign(window, { drawn });
  });
  return () => page.evaluate(() => ("drawn" in window && Array.isArray(window.drawn) ? window.drawn : []));
}

// Covers constants-8
test("a long chart labels only every second or third day", async ({ visit }) => {
  const DAY = 86_400_000;
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
  for (const [points, step] of [
    [201, 2],
    [501, 3],
  ] as const) {
    const page = await visit({ as: "property" });
    const texts = await drawnTexts(page);
    const last = Date.parse("2026-10-31");
    const first = last - (points - 1) * DAY;
    await page.goto(
      `/history?period=custom-date-range&start_date=${iso(first)}&end_date=${iso(last)}&dialog=gallons-leaks-dynamics&resolution=day`,
    );
    const days = Array.from({ length: points }, (_, place) => monthDayText(iso(first + place * DAY)));
    // Left to right; a drawing that restarts begins at the left again.
    const named = async () => {
      let place = -1;
      return (await texts()).flatMap((text) => {
        if (!days.includes(text)) return [];
        const further = days.indexOf(text, place + 1);
        place = further === -1 ? days.indexOf(text) : further;
        return [place];
      });
    };
    await expect.poll(async () => (await named()).length, { timeout: 60_000 }).toBeGreaterThan(3);
    for (const place of await named()) expect(place % step, `point ${place} of ${points}`).toBe(0);
  }
});
