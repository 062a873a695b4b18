import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { RankingRow } from "../contract/portfolio/portfolio-ranking.ts";
import type { SavedCase, Savings } from "../contract/portfolio/portfolio-savings.ts";
import type { Overview, PropertyRow } from "../contract/reporting/reporting.ts";
import { readPdf } from "../server/report-files/testing/read-pdf.ts";
import { readWorkbook } from "../server/report-files/testing/read-workbook.ts";
import { sampleAnswers } from "../web/pages/portfolio/owner-report/sample-answers.ts";
import { addressOf, atRest, test } from "./test.ts";

const reporting = "/v1/reporting";
const insights = `${reporting}/portfolio-insights`;

async function fetched<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return answer.json();
}

const whole = (figure: number | null) => Math.round(figure ?? 0).toLocaleString("en-US");

// Covers owner-report-1
test("the owner's report has the API's figures, printed on Letter and A4 and as a PDF", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/owner-report");
  await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("last-30-days");
  const sheet = page.getByRole("article", { name: "Owner's report" });
  await sheet.getByRole("heading", { name: "Three things to do" }).waitFor();
  await atRest(page);
  const overview = await fetched<Overview>(page, `${reporting}/overview?days_ago=30&comparison=previous_period`);
  const savings = await fetched<Savings>(page, `${insights}/savings?days_ago=30`);
  const costliest = await fetched<{ results: RankingRow[] }>(
    page,
    `${insights}/performance-ranking/watchlist?days_ago=30&ordering=-leak_cost&page_size=5`,
  );
  const saved = await fetched<{ results: SavedCase[] }>(page, `${insights}/savings/cases?days_ago=30&page_size=50`);
  const properties = await fetched<{ results: PropertyRow[] }>(page, `${insights}/properties/performance?days_ago=30`);
  const headline = (await sheet.getByText(/^(Better|Worse|Unchanged|Leaks cost)/).innerText()).trim();
  expect(headline).toContain(`$${whole(overview.leak_cost)}`);
  const figures = [
    `${whole(overview.gallons_leaked)} gal`,
    `${overview.leak_percentage?.toFixed(1)}%`,
    String(overview.units_with_leakage),
    ...costliest.results.filter(({ leak_cost }) => (leak_cost ?? 0) > 0).map(({ property_name }) => property_name),
  ];
  const sheetText = await sheet.innerText();
  for (const figure of figures) expect(sheetText).toContain(figure);
  const { verified, ended } = savings;
  const ofUnits = saved.results.filter(({ in_totals }) => in_totals);
  for (const { case_id, repair_cost, payback_days } of ofUnits.slice(0, 3)) {
    const fix = await sheet
      .getByRole("listitem")
      .filter({ has: page.locator(`a[href^="/cases/${case_id}"]`) })
      .innerText();
    if (repair_cost !== null && payback_days !== null) expect(fix).toMatch(/the repair cost \$.* after \d+ days?$/);
  }
  const table = sheet.getByRole("table", { name: "Where leaks cost most" });
  for (const row of properties.results) {
    const cells = table.getByRole("row").filter({ hasText: row.property_name }).getByRole("cell");
    expect((await cells.allInnerTexts()).slice(0, 3), row.property_name).toEqual([
      whole(row.gallons_consumed),
      whole(row.gallons_leaked),
      `${row.leak_percentage?.toFixed(1)}%`,
    ]);
  }
  if (verified.gallons_saved > 0) expect(sheetText).toContain(`${whole(verified.gallons_saved)} gal, $`);
  if (ended.cases > 0) expect(sheetText).toMatch(/\d+ leaks? ended on (its|their) own\./);
  expect(sheetText, "a change must not read as a share").not.toMatch(/[+-][\d.]+ ?(%|pp) of /);
  const things = await sheet
    .getByRole("listitem")
    .filter({ hasText: /Saves|Not known/ })
    .allInnerTexts();
  expect(things.length).toBeGreaterThan(0);
  expect(things.length).toBeLessThanOrEqual(3);

  for (const format of ["Letter", "A4"]) {
    const printed = await readPdf(new Uint8Array(await page.pdf({ format })));
    expect(printed.pages, format).toBeLessThanOrEqual(2);
    for (const figure of figures) expect(printed.text, format).toContain(figure);
    expect(printed.text).not.toContain("Download PDF");
  }
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^owner-report_.*\.pdf$/);
  const own = await readPdf(new Uint8Array(await readFile(await file.path())));
  expect(own.pages).toBeLessThanOrEqual(3);
  for (const figure of [`$${whole(overview.leak_cost)}`, ...figures]) expect(own.text).toContain(figure);

  const workbookComing = page.waitForEvent("download");
  await page.getByRole("button", { name: "Workbook" }).click();
  const workbook = await workbookComing;
  expect(workbook.suggestedFilename()).toMatch(/^portfolio_.*\.xlsx$/);
  const sheets = readWorkbook(await readFile(await workbook.path()));
  const lost = sheets.get("Summary")?.lines.find(([label]) => label?.value === "Water lost (gal)");
  expect(lost?.[1]?.value).toBe(overview.gallons_leaked);

  await sheet.getByRole("link", { name: /^Water lost/ }).click();
  await page.waitForURL((url) => url.pathname === "/properties");
  expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
  expect(addressOf(page).searchParams.get("ordering")).toBe("-gallons_leaked");
});

// Covers owner-report-3
test("the owner's report names fixes of units, although leaks outside of units saved more", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  const [fix] = sampleAnswers.saved;
  if (fix === undefined) throw new Error("The sample has no fix.");
  const outside = [1, 2, 3].map((case_id) => ({ ...fix, case_id, unit_id: null, unit_name: null, in_totals: false }));
  await page.route(/savings\/cases\?/, async (route) => {
    const size = Number(new URL(route.request().url()).searchParams.get("page_size"));
    const json = { count: 4, next: null, previous: null, results: [...outside, fix].slice(0, size) };
    await route.fulfill({ json });
  });
  await page.goto("/owner-report");
  const sheet = page.getByRole("article", { name: "Owner's report" });
  await sheet.getByRole("heading", { name: "Three things to do" }).waitFor();
  expect(await sheet.locator(`a[href^="/cases/${fix.case_id}"]`).count()).toBe(1);
});

// Covers owner-report-7, owner-report-8
test("two periods compare any API figure, warn about few readings, and are in the URL", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/compare-periods");
  await page.getByRole("button", { name: "Last week, the week before" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("before_end")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.getByLabel("Figure", { exact: true }).selectOption("Gallons leaked");
  await page.getByText(/^Gallons leaked: .* in period A than in period B/).waitFor();
  // Figures of other days stay, dimmed, until those of the new ones are there.
  const links = page.getByRole("link", { name: /see what it is made of/ });
  await expect.poll(() => links.count()).toBe(2);
  const [now, before] = await Promise.all(
    (await links.all()).map(async (link) => {
      const { searchParams } = new URL((await link.getAttribute("href")) ?? "", "http://here");
      const range = `start_date=${searchParams.get("start_date")}&end_date=${searchParams.get("end_date")}`;
      const overview = await fetched<Overview>(page, `${reporting}/overview?${range}`);
      await expect.poll(() => link.innerText()).toBe(`${whole(overview.gallons_leaked)} gal`);
      return { range, overview };
    }),
  );
  expect(now?.overview.start_date).not.toBe(before?.overview.start_date);
  const table = page.getByRole("table", { name: /^Gallons leaked by property/ });
  const first = table.locator("tbody tr[data-row]").first();
  const rows = await fetched<{ results: PropertyRow[] }>(page, `${insights}/properties/performance?${now?.range}`);
  await expect
    .poll(async () => {
      const rowText = await first.innerText();
      const row = rows.results.find(({ property_name }) => rowText.startsWith(property_name));
      return row !== undefined && rowText.includes(whole(row.gallons_leaked));
    })
    .toBe(true);
  const address = addressOf(page);
  expect(address.searchParams.get("figure")).toBe("gallons_leaked");

  // Days of before the first reading have nothing to be compared with.
  await page.goto("/compare-periods?period=last-7-days&before_start=2001-01-01&before_end=2001-01-07");
  await page.getByText("The second period has under 80% of its meter days read, so no change is shown.").waitFor();
  await page.goto(address.pathname + address.search);
  await page.getByText(/^Gallons leaked: .* in period A than in period B/).waitFor();
  await first.click();
  await page.waitForURL((url) => /^\/properties\/\d+$/.test(url.pathname));
  expect(addressOf(page).searchParams.get("start_date")).toBe(now?.overview.start_date);
});
