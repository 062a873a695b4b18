import type { Page } from "playwright-core";
import { expect } from "vitest";
import { FAR, focusOn, focusWithin, hasFocus, press, tabTo } from "./tab-to.ts";
import { addressOf, atRest, test } from "./test.ts";

const month = "period=last-30-days";
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
// Covers beyond-2
test("Cockpit: selects and clears places, stars a card, opens the toplist and a property", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto(`/cockpit?${month}`);
  await atRest(page);
  const opener = page.getByRole("button", { name: /^Organizations \| Properties/ });
  await tabTo(page, opener);
  await press(page, "Enter");
  const menu = page.getByRole("dialog", { name: /^Organizations/ });
  await focusOn(menu.getByRole("textbox"));
  // From the search down to the first organization, its properties unfolded, one of them taken out.
  await press(page, "ArrowDown");
  await focusOn(menu.getByRole("checkbox").first());
  await tabTo(page, menu.getByRole("button", { name: /^Properties of/ }).nth(1), 3);
  await press(page, "Enter", "ArrowDown", "ArrowDown");
  await focusOn(menu.getByRole("checkbox").nth(2));
  await press(page, "Space");
  await tabTo(page, menu.getByRole("button", { name: "Apply" }));
  await press(page, "Enter");
  await expect.poll(() => addressOf(page).searchParams.has("property_id")).toBe(true);
  await focusOn(opener);
  await tabTo(page, page.getByRole("button", { name: /^Remove filter/ }).first());
  await press(page, "Enter");
  await expect.poll(() => page.getByRole("button", { name: /^Remove filter/ }).count()).toBe(0);
  await focusWithin(page.getByRole("main"));

  const toplist = page.getByRole("tab", { name: "Toplist" });
  await tabTo(page, page.getByRole("tab", { name: "Watchlist" }), FAR);
  await press(page, "ArrowRight");
  await page.waitForURL(/tab=toplist/);
  await focusOn(toplist);
  await press(page, "ArrowLeft");
  await page.waitForURL((url) => !url.searchParams.has("tab"));

  const overview = region(page, "Overview");
  const star = overview.getByRole("button", { name: "Units with Leak: favourite" });
  await tabTo(page, star, FAR);
  for (const on of ["true", "false"]) {
    await press(page, "Space");
    await expect.poll(() => star.getAttribute("aria-pressed")).toBe(on);
    await focusOn(star);
  }

  const watchlist = page.getByRole("table", { name: /^Watchlist/ });
  const second = await watchlist.getByRole("link").nth(1).textContent();
  await press(page, "j", "j", "Enter");
  await page.waitForURL(/\/properties\/\d+/);
  await page.getByRole("heading", { level: 1, name: second ?? "" }).waitFor();
});

test("the map: moves between properties by cost, expands and closes a cluster, lists all, opens one", async ({
  visit,
}) => {
  // A link under the focus asks for its page before it is opened, and these are nowhere.
  const page = await visit({ as: "portfolio", expects: /status of 404/ });
  await page.route(/portfolio-insights\/properties\/map\?/, async (route) => {
    const answer: { properties: object[] } = await (await route.fetch()).json();
    const [first, ...others] = answer.properties;
    const crowd = Array.from({ length: 9 }, (_, place) => ({
      ...first,
      property_id: 9000 + place,
      property_name: `Crowd ${place}`,
      latitude: 39.76 + place * 0.2,
      longitude: -104.97,
      leak_cost: 0,
    }));
    await route.fulfill({ json: { properties: [first, ...others, ...crowd] } });
  });
  await page.goto(`/cockpit?${month}`);
  const map = region(page, "Map");
  const marks = map.getByRole("group", { name: "Properties on the map, by leak cost" });
  const list = map.getByRole("list", { name: "Properties by leak cost" });
  await marks.waitFor();
  await atRest(page);
  const reached = marks.locator("[tabindex='0']");
  await tabTo(page, reached, FAR);
  const [first] = await list.getByRole("link").allTextContents();
  const label = async () => (await reached.getAttribute("aria-label")) ?? "";
  expect(first).toContain((await label()).split(",")[0]);
  await press(page, "ArrowRight");
  await focusOn(reached);
  expect(first).not.toContain((await label()).split(",")[0]);
  const crowd = marks.getByRole("button", { name: /^\d+ properties close together/ }).first();
  for (let step = 0; step < FAR && !(await hasFocus(crowd)); step += 1) await press(page, "ArrowRight");
  await press(page, "Enter");
  const back = map.getByRole("button", { name: "Show all properties" });
  await back.waitFor();
  await focusWithin(marks);
  await tabTo(page, back, FAR);
  await press(page, "Enter");
  await back.waitFor({ state: "detached" });
  await focusWithin(map);
  const before = await list.getByRole("link").count();
  await tabTo(page, map.getByRole("button", { name: /^Show all \d+$/ }), FAR);
  await press(page, "Enter");
  await expect.poll(() => list.getByRole("link").count()).toBeGreaterThan(before);
  await focusOn(list.getByRole("link").nth(before));
  await press(page, "Shift+Tab", "Enter");
  await page.waitForURL(/\/properties\/\d+/);
});

test("Properties: filters a class, sorts, chooses columns, expands leaking units, pages, opens one", async ({
  visit,
}) => {
  const page = await visit({ as: "admin" });
  await page.goto(`/properties?${month}`);
  const table = page.getByRole("table", { name: /^Properties,/ });
  await table.getByRole("link").first().waitFor();
  await atRest(page);
  const critical = region(page, "Performance").getByRole("button", { name: /^Critical/ });
  await tabTo(page, critical);
  for (const chosen of ["critical", null]) {
    await press(page, "Space");
    await expect.poll(() => addressOf(page).searchParams.get("performance")).toBe(chosen);
    await focusOn(critical);
  }
  await tabTo(page, page.getByRole("button", { name: "Toggle Columns" }).first(), FAR);
  await press(page, "Enter");
  const picker = page.getByRole("dialog", { name: "Toggle Columns" });
  const bedrooms = picker.getByRole("checkbox", { name: "Bedrooms" });
  await tabTo(page, bedrooms);
  const column = table.getByRole("columnheader", { name: /Bedrooms/ });
  for (const count of [0, 1]) {
    await press(page, "Space");
    await expect.poll(() => column.count()).toBe(count);
  }
  await press(page, "Escape");
  await focusOn(page.getByRole("button", { name: "Toggle Columns" }).first());
  const header = table.getByRole("button", { name: /^Units with leak/ });
  await tabTo(page, header);
  for (const ordering of [/ordering=units_with_leakage/, /ordering=-units_with_leakage/]) {
    await press(page, "Enter");
    await page.waitForURL(ordering);
    await atRest(page);
    await focusOn(header);
  }

  await page.getByRole("main").locator("h1").click();
  await press(page, "j", "Tab", "Enter");
  const fold = table.getByRole("button", { name: /^Hide Leak of/ });
  await focusOn(fold);
  const more = page.getByRole("button", { name: /^Load More units of/ });
  await tabTo(page, more, FAR);
  await press(page, "Enter");
  await more.waitFor({ state: "detached" });
  const units = page.getByRole("table", { name: /^Leaking units of/ });
  await expect.poll(() => units.locator("tbody tr[data-row]").count()).toBeGreaterThan(5);
  await focusWithin(table);

  const pages = page.getByRole("navigation", { name: /^Pages of Properties/ });
  const next = pages.getByRole("button", { name: "Next page" });
  await tabTo(page, next, FAR);
  await press(page, "Enter");
  await page.waitForURL(/page=2/);
  await atRest(page);
  await focusWithin(pages);
  await press(page, "j", "Enter");
  await page.waitForURL(/\/properties\/\d+/);
});

// Covers beyond-2
test("Finance: opens costs on the full screen, starts a custom cost with an error and leaves it, opens a leak", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(`/finance?${month}`);
  const leaks = page.getByRole("table", { name: /^Leaks and what they cost/ });
  await leaks.locator("tbody tr").first().waitFor();
  await atRest(page);
  const opener = page.getByRole("button", { name: "Set Custom Cost per Gallon" });
  await tabTo(page, opener);
  await press(page, "Enter");
  const form = page.getByRole("dialog", { name: "Set Custom Cost per Gallon" });
  const row = (nth: number) => form.getByRole("group", { name: `Property cost ${nth}` });
  await tabTo(page, row(1).getByRole("combobox", { name: "Property" }));
  const options = page.getByRole("listbox").getByRole("option");
  await options.first().waitFor();
  await press(page, "ArrowDown", "Enter");
  await options.first().waitFor({ state: "detached" });
  await row(1).getByRole("slider").waitFor();
  await atRest(page);
  await tabTo(page, row(1).getByRole("slider"));
  const read = await row(1).getByRole("slider").getAttribute("aria-valuetext");
  await press(page, "Home");
  await expect.poll(() => row(1).getByRole("slider").getAttribute("aria-valuetext")).not.toBe(read);
  await tabTo(page, form.getByRole("button", { name: "Add another property cost" }));
  await press(page, "Enter");
  await focusOn(row(2).getByRole("combobox", { name: "Property" }));
  await options.first().waitFor();
  // The list first, the dialog only then.
  await press(page, "Escape");
  await options.first().waitFor({ state: "detached" });
  await tabTo(page, row(2).getByLabel("Average Cost per Gallon"));
  await press(page, "Control+a", "Delete", "Tab");
  await form.getByText("Average Cost per Gallon is required").waitFor();
  await tabTo(page, form.getByRole("button", { name: "Remove property cost 2" }));
  await press(page, "Enter");
  await focusOn(form.getByRole("button", { name: "Add another property cost" }));
  await tabTo(page, form.getByRole("button", { name: "Save" }));
  await press(page, "Enter");
  await form.getByText("Start Date for Cost is required").waitFor();
  await focusOn(row(1).getByLabel("Start Date for Cost"));
  await press(page, "Escape");
  await form.waitFor({ state: "detached" });
  await focusOn(opener);

  const costs = region(page, "Costs");
  const larger = costs.getByRole("button", { name: "Costs on the full screen" });
  await tabTo(page, larger, FAR);
  await press(page, "Enter");
  const dialog = page.getByRole("dialog", { name: "Leak-Related Costs" });
  await tabTo(page, dialog.getByRole("tab", { name: "Day" }));
  await press(page, "ArrowRight");
  await dialog.getByRole("tab", { name: "Week", selected: true }).waitFor();
  await press(page, "Escape");
  await dialog.waitFor({ state: "detached" });
  await focusOn(larger);
  await costs.getByRole("tab", { name: "Week", selected: true }).waitFor();
  await press(page, "j", "Enter");
  await page.waitForURL(/\/leak-detail\?/);
});

test("Device Health: expands a property, moves through its devices, and collapses it", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/portfolio-gateway-device-health?date=now");
  const table = page.getByRole("table", { name: "Device health by property" });
  await table.locator("tbody tr[data-row]").first().waitFor();
  await atRest(page);
  await press(page, "j", "j", "Enter");
  await page.waitForURL(/open=\d/);
  const fold = table.getByRole("button", { name: /^Hide devices of/ });
  await tabTo(page, fold, 3);
  const tabs = table.getByRole("tab");
  await tabs.first().waitFor();
  await atRest(page);
  await tabTo(page, table.getByRole("tab", { selected: true }), FAR);
  await press(page, "End");
  await page.waitForURL(/listed=/);
  await focusOn(tabs.last());
  for (let pressed = 0; pressed < FAR && !(await hasFocus(fold)); pressed += 1) await press(page, "Shift+Tab");
  await press(page, "Enter");
  await tabs.first().waitFor({ state: "detached" });
  await focusOn(table.getByRole("button", { name: /^Show devices of/ }).nth(1));
});

test("Owner's report and two periods: days, a figure, first and last day, details of a figure", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(`/owner-report?${month}`);
  const sheet = page.getByRole("article", { name: "Owner's report" });
  await sheet.waitFor();
  await atRest(page);
  await tabTo(page, page.getByRole("button", { name: "Last 7 days" }));
  await press(page, "Enter");
  await page.waitForURL(/period=last-7-days/);
  const pdf = page.getByRole("button", { name: "Download PDF" });
  await atRest(page);
  await page.getByRole("main").locator("h1").click();
  await tabTo(page, pdf);
  const coming = page.waitForEvent("download");
  await press(page, "Enter");
  await coming;
  await focusOn(pdf);
  await tabTo(page, sheet.getByRole("link", { name: /^Water lost/ }), FAR);

  await page.goto("/compare-periods");
  const links = page.getByRole("link", { name: /see what it is made of/ });
  await links.first().waitFor();
  await atRest(page);
  await tabTo(page, page.getByLabel("Figure", { exact: true }));
  await press(page, "ArrowDown");
  await page.waitForURL(/figure=/);
  await focusOn(page.getByLabel("Figure", { exact: true }));
  for (const [name, field] of [
    ["Period A", "start_date"],
    ["Period B", "before_start"],
  ] as const) {
    const opener = page.getByRole("group", { name }).getByRole("button");
    const before = addressOf(page).searchParams.get(field);
    await tabTo(page, opener);
    await press(page, "Enter");
    const picker = page.getByRole("dialog");
    await tabTo(page, picker.getByRole("button", { name: "Previous month" }));
    await press(page, "Enter");
    const day = picker.locator("table button[tabindex='0']").first();
    await tabTo(page, day);
    await press(page, "Enter", "ArrowDown", "Enter");
    await tabTo(page, picker.getByRole("button", { name: "Apply" }));
    await press(page, "Enter");
    await expect.poll(() => addressOf(page).searchParams.get(field)).not.toBe(before);
    await focusOn(opener);
  }
  await tabTo(page, links.first());
  await press(page, "Enter");
  await page.waitForURL(/\/(finance|properties)\?/);
});

test("the heat map: moves along days and units by arrow keys, and opens a unit on a day", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties/1?period=last-7-days&tab=heat-map");
  const heat = region(page, "Heat map");
  const grid = heat.getByRole("grid");
  await grid.waitFor();
  await atRest(page);
  const reached = grid.locator("[tabindex='0']");
  await tabTo(page, reached, FAR);
  const place = () =>
    page.evaluate(() => {
      const cell = document.activeElement;
      return cell instanceof HTMLTableCellElement ? [cell.closest("tr")?.rowIndex, cell.cellIndex] : null;
    });
  const from = await place();
  await press(page, "ArrowDown", "ArrowRight", "ArrowRight");
  const to = await place();
  expect(to).not.toEqual(from);
  await focusOn(reached);
  await press(page, "PageDown", "End", "Home", "ArrowRight");
  await focusOn(reached);
  await press(page, "Enter");
  await page.waitForURL(/\/history\?.*unit_id/);
  expect(addressOf(page).searchParams.get("start_date")).toBe(addressOf(page).searchParams.get("end_date"));
});
