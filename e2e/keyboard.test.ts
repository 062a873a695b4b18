import { expect } from "vitest";
import { accounts, password } from "./accounts.ts";
import { knownLeak } from "./screens/screen.ts";
import { tabTo } from "./tab-to.ts";
import { atRest, test } from "./test.ts";

const month = "period=last-30-days";
const list = `/top5-leaks-details?${month}`;

// Covers beyond-1
test("from the sign-in page to the first leak of the morning", async ({ visit }) => {
  const page = await visit();
  await page.goto("/login");
  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(accounts.property);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Home" }).waitFor();
  await atRest(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const first = page.getByRole("main").getByRole("region", { name: "Start here" }).getByRole("link").first();
  await tabTo(page, first);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Day" }).waitFor();
});

// Covers beyond-5
test("Ctrl K to a unit", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  const { leak } = await knownLeak(page);
  await atRest(page);
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByPlaceholder(/Property, unit/).waitFor();
  await page.keyboard.type(`${leak.property_name} ${leak.unit_name}`);
  await search.getByText(`Unit ${leak.unit_name}`, { exact: true }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/history\?.*unit_id=\d+/);
});

// Covers beyond-5
test("Ctrl K to a meter by a part of its serial number", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/properties");
  const { leak } = await knownLeak(page);
  await atRest(page);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(/Property, unit/).waitFor();
  await page.keyboard.type(leak.meter_serial_number.slice(1));
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByText(leak.meter_serial_number, { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/leak-detail\?.*meter=/);
});

// Covers beyond-12
test("down a list with j, open, and back", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  await page
    .getByRole("table", { name: /^Leaks/ })
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  await atRest(page);
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.waitForURL(/meter=/);
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has("meter"));
});

test("to the days of last week", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  await tabTo(page, page.getByRole("button", { name: "Last 7 days" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/period=last-7-days/);
  await tabTo(page, page.getByRole("button", { name: "Custom range" }));
  await page.keyboard.press("Enter");
  const picker = page.getByRole("dialog", { name: "Custom range" });
  await picker.getByRole("button", { name: "Apply" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => picker.count()).toBe(0);
});

// Covers filters-7, states-14
test("selects and clears a building", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  await atRest(page);
  await tabTo(page, page.getByRole("button", { name: "Building", exact: true }));
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "Building" });
  const box = menu.getByRole("checkbox").first();
  await tabTo(page, box, 5);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, menu.getByRole("button", { name: "Apply" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/building_id=\d+/);
  await tabTo(page, page.getByRole("button", { name: /^Remove filter Building/ }));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.searchParams.has("building_id"));
});

// Covers constants-12
test("sorts a table, chooses and moves its columns", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  const table = page.getByRole("table", { name: /^Leaks/ });
  await table
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  await atRest(page);
  await tabTo(page, table.getByRole("button", { name: /Average Events/ }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/ordering=-?events_sum/);
  await page.getByRole("button", { name: "Toggle Columns" }).focus();
  await page.keyboard.press("Enter");
  const picker = page.getByRole("dialog", { name: "Toggle Columns" });
  await tabTo(page, picker.getByRole("checkbox", { name: "Average Events" }));
  await page.keyboard.press("Space");
  await expect.poll(() => table.getByRole("columnheader", { name: /Average Events/ }).count()).toBe(0);
  const headers = () => table.getByRole("columnheader").allTextContents();
  expect((await headers()).indexOf("Leaking Period")).toBe(6);
  await picker.getByRole("button", { name: "Move Leaking Period" }).focus();
  const place = async () => (await picker.getByRole("listitem").allTextContents()).indexOf("Leaking Period");
  for (const next of [6, 5]) {
    await page.keyboard.press("ArrowUp");
    await expect.poll(place).toBe(next);
  }
  await expect.poll(async () => (await headers()).indexOf("Leaking Period")).toBe(5);
  await tabTo(page, picker.getByRole("button", { name: "Reset columns" }));
  await page.keyboard.press("Enter");
  await table.getByRole("columnheader", { name: /Average Events/ }).waitFor();
  expect((await headers()).indexOf("Leaking Period")).toBe(7);
  await page.keyboard.press("Escape");
  await expect.poll(() => picker.count()).toBe(0);
});

// Covers leak-detail-2, beyond-11
test("opens a leak's hours, and its chart as a table", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const { leak } = await knownLeak(page);
  await page.goto(`${list}&meter=${leak.meter_serial_number}&property_id=${leak.property_id}`);
  await tabTo(page, page.getByRole("tab", { name: "Day" }));
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Hour", selected: true }).waitFor();
  await page.waitForURL(/tab=hour/);
  const figure = page.getByRole("figure", { name: "(Per Hour)" });
  await figure.waitFor();
  await figure.getByRole("button").first().focus();
  await page.keyboard.press("t");
  await figure
    .getByRole("table")
    .or(page.getByRole("region", { name: "(Per Hour)" }))
    .first()
    .waitFor();
});

test("shows a weekly chart in a dialog, and returns the focus", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(`/history?${month}`);
  await atRest(page);
  const opener = page.getByRole("button", { name: "Gallons & Leaks Dynamics" }).first();
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Gallons & Leaks Dynamics" });
  await tabTo(page, dialog.getByRole("tab", { name: "Day" }));
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("tab", { name: "Week", selected: true }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("lists devices without data, opens the thresholds and leaves", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/gateway-device-health");
  await atRest(page);
  await tabTo(page, page.getByRole("button", { name: /Thresholds/ }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /Thresholds/ });
  const save = dialog.getByRole("button", { name: "Save" });
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
});

test("opens a property's information, and loads more of its meters", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const { leak } = await knownLeak(page);
  await page.goto(`/properties/${leak.property_id}?${month}`);
  await atRest(page);
  await tabTo(page, page.getByRole("button", { name: "Property Information" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Property Information" });
  await dialog.getByText("Average Consumption").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
});

test("the list of keys", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto(list);
  await atRest(page);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("Search properties, units, meters and screens").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => keys.count()).toBe(0);
});
