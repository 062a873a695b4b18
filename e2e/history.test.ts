import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { MeterDayRow, MeterHourRow } from "../contract/reporting/meter-volumes.ts";
import type { LeakRow } from "../contract/reporting/reporting.ts";
import { hourText } from "./expected-text.ts";
import { addressOf, atRest, test } from "./test.ts";

/** What the API answers to the signed-in user of a page. */
async function ask<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return await answer.json();
}

const leaks = (page: Page) => page.getByRole("table", { name: /^Leaks/ });
const meters = (page: Page) => page.getByRole("table", { name: /^Meter consumption/ });
/** The texts of a column's cells. */
async function column(page: Page, name: string): Promise<string[]> {
  const headers = await meters(page).getByRole("columnheader").allTextContents();
  const place = headers.findIndex((text) => text.startsWith(name));
  return meters(page)
    .locator(`tbody tr td:nth-child(${place + 1})`)
    .allTextContents();
}

// Covers lists-2, lists-4
test("lists meters by day and by hour in tabs and the URL, with the API's figures", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history?period=last-7-days");
  await page.getByRole("tab", { name: "Leak Overview", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Leak Overview" }).press("ArrowRight");
  await page.getByRole("tab", { name: "Day", selected: true }).waitFor();
  expect(addressOf(page).searchParams.get("tab")).toBe("meters");
  await page.goto("/history?period=last-7-days&tab=meters&ordering=-leak_details");
  await meters(page).getByText("Water Heater Leak").first().waitFor();
  const days = await ask<{ count: number; results: MeterDayRow[] }>(
    page,
    "/v1/reporting/top-leak-volume/meters/day?days_ago=7&ordering=-leak_details",
  );
  expect(await column(page, "Device Serial Number")).toEqual(days.results.map((row) => row.meter_serial_number));
  expect(await column(page, "Leak Details")).toEqual(days.results.map((row) => row.leak_details));
  await page.getByText(`1–10 of ${days.count.toLocaleString("en-US")}`).waitFor();

  await page.getByRole("tab", { name: "Hour" }).click();
  await page.getByText("Hours of several properties are ordered by date.").waitFor();
  expect(addressOf(page).searchParams.get("granularity")).toBe("hour");
  expect(addressOf(page).searchParams.get("ordering")).toBeNull();
  // Headers that the server would reject do not sort.
  await expect
    .poll(() => meters(page).getByRole("columnheader").getByRole("button", { name: "Events" }).count())
    .toBe(0);
  await page.goto("/history?period=yesterday&tab=meters&granularity=hour&property_id=1&ordering=-gallons_leaked");
  await meters(page)
    .getByRole("columnheader", { name: /^Gallons/ })
    .getByRole("button")
    .first()
    .waitFor();
  const hours = await ask<{ results: MeterHourRow[] }>(
    page,
    "/v1/reporting/top-leak-volume/meters/hour?days_ago=1&property_id=1&ordering=-gallons_leaked",
  );
  await expect
    .poll(() => column(page, "Hour"))
    .toEqual(hours.results.map((row) => hourText(Number(row.hour.slice(0, 2)))));
  expect(await column(page, "Device Serial Number")).toEqual(hours.results.map((row) => row.meter_serial_number));
  await page.goBack();
  await page.getByRole("tab", { name: "Hour", selected: true }).waitFor();
});

// Covers lists-3, leak-detail-4
test("marks leaks and gaps separately, explains a catch-up, and opens a row's meter", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const say = (details: MeterDayRow["leak_details"][]) =>
    page.route(/meters\/day\?/, async (route) => {
      const answer = await route.fetch();
      const json: { results: MeterDayRow[] } = await answer.json();
      const results = json.results.map((row, index) => ({ ...row, leak_details: details[index] ?? "No Leak" }));
      await route.fulfill({ response: answer, json: { ...json, results, days_kept_from: "2026-01-31" } });
    });
  await say(["Toilet Leak", "Catch-Up", "No Data", "No Leak"]);
  await page.goto("/history?period=last-7-days&tab=meters&page_size=25");
  const row = (details: string) => meters(page).getByRole("row").filter({ hasText: details }).first();
  await row("Toilet Leak").waitFor();
  const marks = await Promise.all(
    ["Toilet Leak", "Catch-Up", "No Data", "No Leak"].map((details) => row(details).getAttribute("data-marked")),
  );
  expect(marks).toEqual(["leak", "gap", "gap", null]);
  await meters(page).getByRole("button", { name: "Catch-Up" }).hover();
  await page.getByText("Caused by delayed reporting rather than leak activity.").waitFor();
  await page.getByText("Rows begin with Jan 31, 2026: what is older is archived.").waitFor();
  const serial = (await column(page, "Device Serial Number"))[1] ?? "";
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/history\/leak-detail/);
  expect(addressOf(page).searchParams.get("meter")).toBe(serial);
});

// Covers lists-4, constants-12
test("keeps the chosen columns by table and user", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const kept = async () => {
    const { columns } = await ask<{ columns: Record<string, { hidden: string[] }> }>(page, "/v1/me/preferences");
    return columns.meters_day?.hidden ?? [];
  };
  const extra = ["gallons_leaked", "toilet_leaks", "other_leaks", "leak_volume_percentage"];
  try {
    await page.goto("/history?period=last-7-days&tab=meters");
    await meters(page)
      .getByRole("columnheader", { name: /^Events/ })
      .waitFor();
    await page.getByRole("button", { name: "Toggle Columns" }).click();
    await page.getByRole("checkbox", { name: "Events" }).click();
    await page.getByRole("checkbox", { name: "Toilet Leaks" }).click();
    await expect
      .poll(async () => (await kept()).toSorted())
      .toEqual(["events", ...extra.filter((id) => id !== "toilet_leaks")].toSorted());
    await page.reload();
    await meters(page)
      .getByRole("columnheader", { name: /^Toilet Leaks/ })
      .waitFor();
    expect(
      await meters(page)
        .getByRole("columnheader", { name: /^Events/ })
        .count(),
    ).toBe(0);
    await page.getByRole("tab", { name: "Hour" }).click();
    await meters(page)
      .getByRole("columnheader", { name: /^Events/ })
      .waitFor();
    const other = await visit({ as: "organizationAdmin" });
    await other.goto("/history?period=last-7-days&tab=meters");
    await meters(other)
      .getByRole("columnheader", { name: /^Events/ })
      .waitFor();
  } finally {
    await page.evaluate(
      (hidden) =>
        fetch("/v1/me/preferences", {
          method: "PUT",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ columns: { meters_day: { order: [], hidden } } }),
        }),
      extra,
    );
  }
});

// Covers nav-4
test("a link to a unit shows its details", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history");
  const { results } = await ask<{ results: LeakRow[] }>(
    page,
    "/v1/reporting/leak-report/leak-overview?days_ago=30&page_size=50",
  );
  const leak = results.find((row) => row.unit_id !== null && row.is_active);
  if (leak === undefined || leak.unit_id === null) throw new Error("The demo has no leak in a unit.");
  await page.goto(`/history?building_id=${leak.building_id}&unit_id=${leak.unit_id}`);
  const unit = page.getByRole("region", { name: "Unit details" });
  await unit.getByRole("link", { name: leak.property_name }).waitFor();
  const facts = new Map<string, string>();
  await expect
    .poll(async () => {
      for (const fact of await unit.locator("dl > div").all()) {
        facts.set((await fact.locator("dt").textContent()) ?? "", (await fact.locator("dd").textContent()) ?? "");
      }
      // The last that comes.
      return facts.get("Last 7 days");
    })
    .toMatch(/gal$/);
  expect(facts.get("Bedrooms")).toMatch(/^(\d+|Studio)$/);
  expect([facts.get("Building"), facts.get("Unit")]).toEqual([leak.building_name, leak.unit_name]);
  const occupancy = await ask<{ results: { last_7_days_gallons: number | null }[] }>(
    page,
    `/v1/properties/${leak.property_id}/occupancy?unit_id=${leak.unit_id}`,
  );
  const week = Math.round(occupancy.results[0]?.last_7_days_gallons ?? 0).toLocaleString("en-US");
  expect(facts.get("Last 7 days")).toBe(`${week} gal`);
  const list = unit.getByRole("region", { name: "Meters" });
  const known = await ask<{ results: { meter_serial_number: string }[] }>(
    page,
    `/v1/reporting/leak-report/properties/${leak.property_id}/meters?unit_id=${leak.unit_id}`,
  );
  for (const { meter_serial_number } of known.results) await list.getByText(meter_serial_number).waitFor();
  await page.getByRole("region", { name: "Gallons & Leaks Dynamics" }).waitFor();
  await unit.getByRole("region", { name: "Leaks so far" }).getByRole("link").first().click();
  await page.waitForURL(/\/cases\/\d+/);
  // The unit alone is enough: its property is found.
  await page.goto(`/history?unit_id=${leak.unit_id}`);
  await unit.getByRole("link", { name: leak.property_name }).waitFor();
});

test("reports an unknown tab or order as left out", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  for (const path of ["/history", "/top5-leaks-details", "/top5-leaks-home", "/properties", "/properties/1"]) {
    await page.goto(`${path}?period=last-7-days&tab=metres&ordering=-height`);
    await page.getByText("Some of this link could not be read and is left out: the tab and the order.").waitFor();
    expect(addressOf(page).searchParams.has("tab")).toBe(false);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => addressOf(page).searchParams.has("unread")).toBe(false);
  }
});

// Covers errors-4
test("a missing or invalid link shows a message and a way back", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history?period=last-30-days");
  await leaks(page).waitFor();
  await page.goto("/history?unit_id=999999&period=someday&page=-1");
  const notice = page.getByRole("status").filter({ hasText: "This link names" });
  await notice
    .getByText("This link names a unit that is not there or that you may not see. All units are shown instead.")
    .waitFor();
  await notice.getByText("Some of this link could not be read and is left out: the days and the page.").waitFor();
  await leaks(page)
    .getByTitle(/^Only /)
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: "Only Active Leaks" })
    .or(page.getByLabel("Only Active Leaks"))
    .first()
    .click();
  await notice.waitFor({ state: "detached" });
  expect(addressOf(page).searchParams.has("missing")).toBe(false);
  // A property of another organization reads as one that does not exist.
  const admin = await visit({ as: "admin" });
  const all = await (async () => {
    await admin.goto("/properties");
    return ask<{ id: number }[]>(admin, "/v1/reporting/my-properties/");
  })();
  const own = await ask<{ id: number }[]>(page, "/v1/reporting/my-properties/");
  const foreign = all.find(({ id }) => !own.some((mine) => mine.id === id));
  await page.goto(`/top5-leaks-details?property_id=${foreign?.id}`);
  await page.getByText("This link names a property that is not there or that you may not see.").waitFor();
  await page
    .getByRole("button", { name: "Go back" })
    .or(page.getByRole("link", { name: "Go to the start" }))
    .click();
  await page.waitForURL((url) => !url.searchParams.has("missing"));
});

// Covers lists-1, filters-10
test("each part of a leak's place filters to itself, and Reset restores the last seven days", async ({ visit }) => {
  const page = await visit({ as: "property" });
  for (const [place, name, parameters] of [
    [0, "Property", ["property_id"]],
    [1, "Building", ["property_id", "building_id"]],
    [2, "Unit", ["property_id", "building_id", "unit_id"]],
  ] as const) {
    await page.goto("/history?period=last-30-days");
    const part = leaks(page)
      .locator("tbody tr")
      .first()
      .getByTitle(/^Only /)
      .nth(place);
    const text = (await part.textContent()) ?? "";
    await part.click();
    await page.getByRole("button", { name: `Remove filter ${name}: ${text}` }).waitFor();
    const named = parameters.filter((parameter) => addressOf(page).searchParams.has(parameter));
    expect(named).toEqual(parameters);
    await atRest(page);
    const cells = leaks(page).locator("tbody tr td:nth-child(2)");
    for (const cell of await cells.all()) {
      expect(
        await cell
          .getByTitle(/^Only /)
          .nth(place)
          .textContent(),
      ).toBe(text);
    }
  }
  // The property of another place is no place for these: building and unit go with it.
  await page.getByRole("button", { name: /^Remove filter Property/ }).click();
  await expect.poll(() => addressOf(page).searchParams.has("unit_id")).toBe(false);
  await page.goto("/history?period=last-30-days&only_active=true&tab=meters");
  await page.getByText("Here all meters are listed.").waitFor();
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("custom-date-range");
  const { searchParams } = addressOf(page);
  const [first, last] = ["start_date", "end_date"].map((name) => Date.parse(searchParams.get(name) ?? ""));
  expect((Number(last) - Number(first)) / 86_400_000).toBe(6);
  expect([searchParams.get("tab"), searchParams.get("only_active")]).toEqual(["meters", null]);
});

// Covers filters-8
test("Only Active Leaks lists running leaks, including those without data", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history?period=yesterday");
  const request = page.waitForRequest(/leak-overview\?.*only_active=true/);
  await page.getByLabel("Only Active Leaks").click();
  expect((await request).url()).toContain("include_active_leak=true");
  await atRest(page);
  const shown = await leaks(page).locator("tbody tr td:nth-child(8)").allTextContents();
  expect(shown.length).toBeGreaterThan(0);
  for (const text of shown) expect(text).toMatch(/to now/);
});

test("a table that fails to load shows an error and Retry; on a phone nothing is cut off", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 500/, viewport: { width: 360, height: 780 } });
  let fails = true;
  await page.route(/meters\/day\?/, (route) =>
    fails ? route.fulfill({ status: 500, contentType: "application/problem+json", body: "{}" }) : route.continue(),
  );
  await page.goto("/history?period=last-7-days&tab=meters");
  await page.getByText("The meters could not be loaded.").waitFor();
  expect(await page.getByText("No data").count()).toBe(0);
  fails = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("listitem").filter({ hasText: "Leak Details" }).first().waitFor();
  await atRest(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
