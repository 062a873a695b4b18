import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { FinanceCosts, LeakExpenseRow, LeakTypeCosts } from "../contract/costs/finances.ts";
import type { Overview } from "../contract/reporting/reporting.ts";
import { changeText, costText, dollarsText, gallonsText, percentText } from "./expected-text.ts";
import { addressOf, atRest, test } from "./test.ts";

const reporting = "/v1/reporting";
const finances = `${reporting}/portfolio-insights/finances`;
const month = "period=last-30-days&comparison=previous_period";

async function ask<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(path)).json();
}

const leaks = (page: Page) => page.getByRole("table", { name: /^Leaks and what they cost/ });
const headline = (page: Page) => page.getByRole("region", { name: "What leaks cost" });
const kinds = (page: Page) => page.getByRole("region", { name: "By kind of leak" });
const chart = (page: Page) => page.getByRole("region", { name: "Costs", exact: true });
const dollarsOf = (text: string) => Number(text.replace(/[$,]/g, ""));

// Covers finance-2, finance-3, finance-7
test("shows the API's leak costs, which open the rows that add up to them", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(`/finance?${month}`);
  const query = "days_ago=30&comparison=previous_period";
  const costs = await ask<FinanceCosts>(page, `${finances}/costs?${query}&resolution=day`);
  const byKind = await ask<LeakTypeCosts>(page, `${finances}/leak-type-costs?${query}`);
  const overview = await ask<Overview>(page, `${reporting}/overview?${query}`);
  const [leaked, all] = [costs.leak_related_cost ?? 0, costs.total_cost ?? 0];

  const figure = headline(page).getByRole("link", { name: `${costText(leaked)} lost to leaks` });
  await figure.waitFor();
  await headline(page)
    .getByText(`${percentText((100 * leaked) / all)} of the ${costText(all)} that all water cost.`)
    .waitFor();
  await headline(page)
    .getByText(`Previous 30 days (days 31-60): ${costText(costs.previous_period_cost)}`)
    .waitFor();
  await headline(page)
    .getByText(`At this rate ${costText((leaked / 30) * 365)} a year: ${costText(leaked)} in 30 days, times 365 / 30.`)
    .waitFor();

  const most = Math.max(byKind.toilet_leak_cost ?? 0, byKind.other_leak_cost ?? 0);
  await kinds(page)
    .getByText(new RegExp(`cost most: \\${costText(most)}\\.$`))
    .waitFor();
  const rows = await kinds(page).getByRole("table").locator("tbody tr").allInnerTexts();
  const cells = rows.map((row) => row.split("\t").map((cell) => cell.trim()));
  expect(cells.map(([name, dollars]) => [name, dollars])).toEqual([
    ["Toilet leaks", dollarsText(byKind.toilet_leak_cost, 2)],
    ["Other leaks", dollarsText(byKind.other_leak_cost, 2)],
    ["All leaks", dollarsText(byKind.total_cost, 2)],
  ]);
  const [toilet = 0, other = 0] = cells.map(([, , share = ""]) => Number.parseFloat(share));
  expect(toilet + other).toBeCloseTo(100, 9);
  expect(cells.map((row) => row.at(-1))).toEqual(
    [
      byKind.toilet_leak_percentage_difference,
      byKind.other_leak_percentage_difference,
      byKind.percentage_difference,
    ].map((change) => changeText(change)),
  );

  // From a list of some leaks in another order to all of them, the dearest first.
  await page.goto(`/finance?${month}&only_active=true&ordering=gallons_leaked&page_size=50`);
  await page.getByText("Only active leaks are listed: the costs above are of all leaks.").waitFor();
  expect(await leaks(page).locator("tfoot").count()).toBe(0);
  await figure.click();
  await leaks(page).locator("tfoot").waitFor();
  const address = addressOf(page);
  expect([address.hash, address.searchParams.get("only_active"), address.searchParams.get("ordering")]).toEqual([
    "#leaks",
    null,
    null,
  ]);
  await expect
    .poll(() => leaks(page).evaluate((table) => table.getBoundingClientRect().top < innerHeight / 2))
    .toBe(true);
  const total = leaks(page).locator("tfoot");
  await total.getByText(dollarsText(byKind.total_cost, 2), { exact: true }).waitFor();
  await total.getByText(gallonsText(overview.gallons_leaked), { exact: true }).waitFor();
  const column = (await leaks(page).getByRole("columnheader").allInnerTexts()).findIndex((name) =>
    /Leak\s+Expense/.test(name),
  );
  const body = leaks(page).locator("tbody tr");
  const { count } = await ask<{ count: number }>(page, `${finances}/leak-overview?days_ago=30`);
  expect(await body.count()).toBe(count);
  const expenses = await body.locator(`td:nth-child(${column + 1})`).allInnerTexts();
  const sum = expenses.reduce((more, text) => more + dollarsOf(text), 0);
  expect(Math.abs(sum - (byKind.total_cost ?? 0))).toBeLessThanOrEqual(0.005 * count + 0.001);
  expect(expenses.map(dollarsOf)).toEqual(expenses.map(dollarsOf).toSorted((a, b) => b - a));
});

// Covers finance-5, finance-8, constants-7
test("costs are shown by day, week or month, also on the full screen, and a day shows those around it", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  await page.goto(`/finance?${month}`);
  await chart(page).getByRole("button", { name: "Normal consumption", pressed: true }).waitFor();
  for (const name of ["Toilet leaks", "Other leaks", "Leaks of the previous period"]) {
    await chart(page).getByRole("button", { name, pressed: true }).waitFor();
  }
  await chart(page).getByRole("tab", { name: "Week" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("resolution")).toBe("week");
  const weeks = await ask<FinanceCosts>(
    page,
    `${finances}/costs?days_ago=30&comparison=previous_period&resolution=week`,
  );
  await chart(page).getByRole("button", { name: "Show as table" }).click();
  const rows = chart(page).getByRole("table").locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(weeks.points.length);
  const [, second] = weeks.points;
  expect((await rows.nth(1).innerText()).split("\t").map((cell) => cell.trim())).toEqual([
    second?.label,
    dollarsText(second?.toilet_leaks_cost ?? null, 2),
    dollarsText(second?.other_leaks_cost ?? null, 2),
    dollarsText(second?.normal_consumption ?? null, 2),
    dollarsText(second?.previous_period_cost ?? null, 2),
  ]);
  expect(second?.label).toMatch(/^[A-Z][a-z]{2} \d\d, \d{4} - [A-Z][a-z]{2} \d\d, \d{4}$/);

  await chart(page).getByRole("button", { name: "Costs on the full screen" }).click();
  const dialog = page.getByRole("dialog", { name: "Leak-Related Costs" });
  await dialog.getByRole("tab", { name: "Week", selected: true }).waitFor();
  await dialog.getByRole("tab", { name: "Month" }).click();
  await dialog.getByRole("tab", { name: "Month", selected: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await chart(page).getByRole("tab", { name: "Month", selected: true }).waitFor();

  // Escape before anything of another tab is drawn: both hold.
  for (const name of ["Week", "Day", "Month"]) {
    await chart(page).getByRole("button", { name: "Costs on the full screen" }).click();
    await dialog.getByRole("tab", { name, exact: true }).evaluate((tab: HTMLElement) => {
      tab.focus();
      tab.click();
      tab.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    });
    await dialog.waitFor({ state: "detached" });
    await chart(page).getByRole("tab", { name, selected: true }).waitFor();
    expect(addressOf(page).searchParams.has("dialog")).toBe(false);
  }

  await headline(page)
    .getByRole("link", { name: /^\$[\d,.]+$/ })
    .click();
  const all = await ask<FinanceCosts>(page, `${finances}/costs?days_ago=30&resolution=day`);
  await dialog.locator("tfoot").getByText(dollarsText(all.total_cost, 2), { exact: true }).waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Set Custom Cost per Gallon" }).click();
  await page.getByRole("dialog", { name: "Set Custom Cost per Gallon" }).waitFor();

  await page.goto("/finance?period=yesterday");
  await chart(page).getByText("One day alone says little, so the chart shows the 30 days up to it.").waitFor();
  await headline(page).getByText("No cost per year: that takes 7 days or more.").waitFor();
  await page.goto("/finance?period=yesterday&comparison=none");
  await headline(page).getByRole("button", { name: "Compare with previous Day (N-2)" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("comparison")).toBe("previous_period");
  await headline(page)
    .getByText(/Previous Day \(N-2\): \$/)
    .waitFor();
  await page.goto("/finance?period=today");
  // Just after midnight nothing was read yet.
  const unread = page.getByText(/^Nothing was read in this period\./).first();
  await headline(page).getByText("No cost per year: today is not over.").or(unread).waitFor();
});

// Covers finance-6, finance-8
test("leaks can be filtered by place, sorted, exported, and opened", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/finance?period=last-30-days");
  await leaks(page).locator("tbody tr").first().waitFor();
  await leaks(page)
    .getByRole("button", { name: /^Total\s+Expense/ })
    .click();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toMatch(/^-?total_expense$/);
  await page.getByRole("button", { name: "Toggle Columns" }).click();
  const gallons = page.getByRole("checkbox", { name: "Gallons", exact: true });
  const kept = async () =>
    (await ask<{ columns: Record<string, { hidden: string[] }> }>(page, "/v1/me/preferences")).columns.finance_leaks;
  try {
    await gallons.click();
    await expect.poll(async () => (await kept())?.hidden).toEqual(["gallons_consumed"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "CSV, XLSX" }).click();
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: /^All \d+ rows as CSV$/ }).click();
    const content = await readFile(await (await started).path(), "utf8");
    const { count } = await ask<{ count: number }>(page, `${finances}/leak-overview?days_ago=30`);
    const lines = content.trimEnd().split(/\r?\n/);
    // The headings, the rows and the totals, as on the screen.
    expect(lines).toHaveLength(count + 2);
    expect(lines[0]).toContain("Leak Expense");
    expect(lines[0]).not.toContain(",Gallons");
    await page.keyboard.press("Escape");
  } finally {
    await page.evaluate(() =>
      fetch("/v1/me/preferences", {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ columns: { finance_leaks: { order: [], hidden: [] } } }),
      }),
    );
  }
  await page.goto("/finance?period=last-30-days");
  const { results } = await ask<{ results: LeakExpenseRow[] }>(page, `${finances}/leak-overview?days_ago=30`);
  const [first] = results;
  if (first === undefined) throw new Error("The demo has no leak.");
  const row = leaks(page).locator("tbody tr").first();
  await row.getByRole("button", { name: first.building_name, exact: true }).first().click();
  await expect
    .poll(() => [...addressOf(page).searchParams].filter(([name]) => /_id$/.test(name)))
    .toEqual([
      ["property_id", String(first.property_id)],
      ["building_id", String(first.building_id)],
    ]);
  const there = await ask<LeakTypeCosts>(
    page,
    `${finances}/leak-type-costs?days_ago=30&property_id=${first.property_id}&building_id=${first.building_id}`,
  );
  await leaks(page).locator("tfoot").getByText(dollarsText(there.total_cost, 2), { exact: true }).waitFor();
  await row.getByRole("button", { name: first.unit_name ?? "", exact: true }).click();
  await expect.poll(() => addressOf(page).searchParams.get("unit_id")).toBe(String(first.unit_id));
  await atRest(page);
  await row.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/leak-detail\?/);
  expect(addressOf(page).searchParams.get("meter")).toBe(first.meter_serial_number);
});

// Covers finance-7
test("each panel fails separately, and leaks outside of units are listed separately", async ({ visit }) => {
  const page = await visit({ as: "portfolio", expects: /status of 503/ });
  await page.route(/finances\/leak-type-costs\?/, (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });
  await page.route(/finances\/leak-overview\?/, async (route) => {
    const answer = await route.fetch();
    const page = await answer.json();
    const [row] = page.results;
    const results = [{ ...row, unit_id: null, unit_name: null }, ...page.results.slice(1)];
    await route.fulfill({ json: { ...page, results, outside_units_count: 1 } });
  });
  await page.goto(`/finance?${month}`);
  await kinds(page).getByText("The kinds of leaks could not be loaded.").waitFor();
  await headline(page)
    .getByText(/lost to leaks$/)
    .waitFor();
  await headline(page)
    .getByText(/Leaks outside of units are not in this sum\./)
    .waitFor();
  await leaks(page).getByText("not of a unit").waitFor();
  await kinds(page).getByRole("button", { name: "Retry" }).click();
  await kinds(page).getByRole("table").waitFor();
  await page
    .getByText(/^The leaks of units, on all pages, add up to \$.*Leaks outside of units are not in this sum\.$/)
    .waitFor();
});
