import type { Page } from "playwright-core";
import { getDocumentProxy } from "unpdf";
import { expect } from "vitest";
import type { LeakCase } from "../contract/leaks/cases.ts";
import { atRest, test } from "./test.ts";

/** The texts of each sheet of a printed page, with where they stand, in points from the left. */
async function printed(page: Page): Promise<{ text: string; left: number; right: number }[][]> {
  const margin = "0.4in";
  const margins = { top: margin, right: margin, bottom: margin, left: margin };
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: "Letter", margin: margins })));
  const sheets = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    sheets.push(
      items.flatMap((item) =>
        "str" in item && item.str.trim() !== ""
          ? [{ text: item.str, left: Number(item.transform[4]), right: Number(item.transform[4]) + item.width }]
          : [],
      ),
    );
  }
  return sheets;
}

const textsOf = (sheets: readonly { text: string }[][]) => sheets.flat().map(({ text }) => text);
const joined = (sheets: readonly { text: string }[][]) => textsOf(sheets).join(" ");

/** The canvas of a chart while the page is as it is printed. */
async function asPrinted<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.setViewportSize({ width: 739, height: 979 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const seen = await look();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 900 });
  return seen;
}

// Covers beyond-10
test("Finance prints all days, rows and colors, without an empty sheet", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  const answer = await page.request.get(
    "/v1/reporting/portfolio-insights/finances/leak-overview?days_ago=30&page_size=50",
  );
  const { count } = await answer.json();
  expect(count, "more than a page of rows").toBeGreaterThan(10);
  await page.goto("/finance?period=last-30-days&comparison=none");
  const table = page.getByRole("table", { name: /^Leaks and what they cost/ });
  await table.waitFor();
  const chart = page.getByRole("img", { name: /T shows it/ }).first();
  await chart.waitFor();
  await atRest(page);
  expect(await table.locator("tbody tr").count()).toBe(10);

  const widths = await asPrinted(page, () =>
    chart.evaluate((box) => ({
      drawn: box.querySelector("canvas")?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY,
      panel: box.closest("section")?.getBoundingClientRect().right ?? 0,
      colours: getComputedStyle(box).printColorAdjust,
    })),
  );
  expect(widths.drawn).toBeLessThanOrEqual(widths.panel);
  expect(widths.colours).toBe("exact");

  const sheets = await printed(page);
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet.length, `texts on sheet ${index + 1}`).toBeGreaterThan(5);
    for (const { text, right } of sheet) expect(right, text).toBeLessThanOrEqual(612 - 28);
  }
  expect(joined(sheets)).toContain(`1–${count} of ${count}`);
  expect(joined(sheets), "what can only be clicked").not.toMatch(/Compare with/);
  // The screen is as it was.
  await expect.poll(() => table.locator("tbody tr").count()).toBe(10);
});

// Covers beyond-10
test("Cockpit prints without controls that need a click, and without empty sheets", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/cockpit?period=last-30-days&comparison=none");
  await page.getByRole("button", { name: "Compare with the days before" }).waitFor();
  await page.getByRole("table", { name: /^Watchlist/ }).waitFor();
  await atRest(page);
  const sheets = await printed(page);
  expect(joined(sheets)).not.toContain("Better or worse?");
  expect(sheets.length).toBeLessThanOrEqual(4);
  for (const [index, sheet] of sheets.entries())
    expect(sheet.length, `texts on sheet ${index + 1}`).toBeGreaterThan(25);
});

// Covers beyond-10
test("a list of more than 500 rows states how many are printed", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  // The first page as it is, shown as one of very many; for further ones, the server returns what it has again.
  await page.route(/finances\/leak-overview\?/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("page", "1");
    const answer = await route.fetch({ url: url.href });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), count: 1234, next: "more" } });
  });
  await page.goto("/finance?period=last-30-days");
  await page.getByText("1–10 of 1,234").waitFor();
  await atRest(page);
  const printedText = joined(await printed(page));
  expect(printedText).toMatch(/5\d\d of 1,234 rows are printed|500 of 1,234 rows are printed/);
  expect(printedText).toContain("The CSV and XLSX files have all of them.");
});

test("the list of cases prints as a route sheet: boxes and serials under each property and building", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  await page.goto("/cases");
  const table = page.getByRole("table", { name: "Leak cases" });
  await table.locator("tbody tr[data-row]").first().waitFor();
  await atRest(page);
  expect(await table.getByRole("rowheader").count()).toBe(0);
  const answer = await page.request.get(
    "/v1/cases?state=open&state=acknowledged&state=assigned&state=visited&state=returned&is_snoozed=false&page_size=50",
  );
  const { results }: { results: LeakCase[] } = await answer.json();
  const buildings = new Set(results.map((row) => `${row.property_name} | ${row.building_name}`));
  expect(buildings.size).toBeGreaterThan(1);
  await asPrinted(page, async () => {
    expect(await table.getByRole("rowheader").allTextContents()).toEqual([...buildings].toSorted());
    const rows = table.locator("tbody tr[data-row]");
    expect(await rows.count()).toBe(results.length);
    const [first] = await rows.allTextContents();
    const serials = results.map((row) => row.meter_serial_number);
    expect(serials.some((serial) => first?.includes(serial))).toBe(true);
    const box = rows.first().getByText(" | ").first();
    expect(await box.evaluate((place) => getComputedStyle(place, "::before").content)).toContain("☐");
  });
});
