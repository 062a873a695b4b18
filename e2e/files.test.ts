import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { knownLeak } from "./screens/screen.ts";
import { atRest, test } from "./test.ts";

/** What a click on the button of an open menu downloads. */
async function downloaded(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
  const download = await started;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** The lines of a CSV file, cut at commas: enough for headers and counts. */
function linesOf(content: Buffer): string[][] {
  const text = content.toString("utf8").replace(/^\uFEFF/, "");
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(","));
}

/** The picture of a chart's panel. */
const drawing = (panel: Locator) => panel.getByRole("img", { name: /T shows it/ });

/** Drags from before the middle of a drawing to well behind it. */
async function dragAcross(page: Page, picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await atRest(page);
  const box = await picture.boundingBox();
  if (box === null) throw new Error("The chart is not drawn.");
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

const meters = "/history?period=yesterday&tab=meters&ordering=meter_serial_number";

// Covers beyond-9
test("a table's files have all rows with the visible columns; a click copies a serial number", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(meters);
  const table = page.getByRole("table", { name: /^Meter consumption/ });
  const copy = table.getByRole("button", { name: /^Copy serial number/ });
  await copy.first().waitFor();
  const serials = await copy.allTextContents();
  const count = (await page.getByText(/^1–10 of \d+$/).textContent())?.split(" of ")[1];
  const shown = await table.getByRole("columnheader").allTextContents();

  const files = page.getByRole("button", { name: "CSV, XLSX" });
  await files.click();
  const csv = await downloaded(page, `All ${count} rows as CSV`);
  expect(csv.name).toMatch(/meters-day.*_\d{4}-\d\d-\d\d\.csv$/);
  const [header = [], ...rows] = linesOf(csv.content);
  // A file says the unit in brackets.
  expect(header.map((name) => name.replace(/ \(.*\)$/, ""))).toEqual(shown.map((name) => name.replace(/ gal$/, "")));
  expect(rows).toHaveLength(Number(count));
  expect(rows.slice(0, 10).map((row) => row[header.indexOf("Device Serial Number")])).toEqual(serials);

  await files.click();
  const xlsx = await downloaded(page, `All ${count} rows as XLSX`);
  expect(xlsx.name).toBe(csv.name.replace(/csv$/, "xlsx"));
  const [sheet] = (await readXlsx(xlsx.content)).sheets;
  expect(sheet?.rows[0]).toEqual(header);
  expect(sheet?.rows).toHaveLength(Number(count) + 1);

  await copy.nth(2).click();
  await page.getByText("Copied").waitFor({ state: "attached" });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(serials[2]);
  // The click was not one on the row.
  await table.waitFor();
});

const days = "period=last-30-days";
const listed = [
  { as: "portfolio", path: `/finance?${days}`, name: /^Leaks and what they cost/, totals: "All units" },
  { as: "portfolio", path: `/properties?${days}`, name: /^Properties, /, totals: "Total" },
  { as: "portfolio", path: `/cockpit?${days}`, name: /^Watchlist, /, totals: "Total" },
  { as: "portfolio", path: "/portfolio-gateway-device-health", name: /^Device health by property/, totals: null },
  { as: "property", path: `/top5-leaks-details?${days}`, name: /^Leaks, /, totals: null },
  { as: "property", path: `/top5-leaks-home?${days}`, name: /^Top-leaking units/, totals: null },
  { as: "property", path: meters, name: /^Meter consumption/, totals: null },
  { as: "property", path: "/alerts?about=leaks&state=all", name: /^Alerts/, totals: null },
] as const;

// Covers beyond-9
test("a file has its screen's titles, figures and totals, from the screen and the API", async ({ visit }) => {
  for (const { as, path, name, totals } of listed) {
    let compared = 0;
    const page = await visit({ as });
    await page.goto(path);
    const table = page.getByRole("table", { name });
    await table.locator("tbody tr").first().waitFor();
    await atRest(page);
    const grid = await table.evaluate((element) => ({
      titles: [...element.querySelectorAll("thead th")].map((cell) => cell.textContent?.trim() ?? ""),
      rows: [...element.querySelectorAll("tbody tr")].map((row) =>
        [...row.querySelectorAll("td, th")].map((cell) => cell.textContent?.trim() ?? ""),
      ),
    }));
    const box = page.locator("[data-table]").filter({ has: table });
    await box.getByRole("button", { name: "CSV, XLSX" }).click();
    const request = page.waitForRequest(/\/export\?.*file_type=csv/);
    const started = page.waitForEvent("download");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /rows? as CSV$/ })
      .click();
    const content = await readFile(await (await started).path());
    const byProgram = await page.request.get((await request).url());
    expect((await byProgram.body()).equals(content), path).toBe(true);

    const lines: string[][] = parse(content, { bom: true });
    const [header = [], ...rows] = lines;
    const bare = header.map((title) => title.replace(/ \([^)]*\)$/, ""));
    if (totals !== null) expect(rows.at(-1)?.[0], path).toBe(totals);
    for (const [place, title] of grid.titles.entries()) {
      if (/\||^Details$|^Next Step$|^Leaking Period$|^Unfold$|^$/.test(title)) continue;
      const there = bare.indexOf(title.replace(/\s*(gal|%|\$|dBm)$/, ""));
      expect(there, `${path}: ${title} of ${bare.join(", ")}`).not.toBe(-1);
      for (const [i, row] of grid.rows.slice(0, 5).entries()) {
        const shown = row[place] ?? "";
        if (!/^-?\$?[\d,]+(\.\d+)?%?$/.test(shown)) continue;
        expect(rows[i]?.[there], `${path}: ${title}`).toBe(shown.replaceAll(/[$,%]/g, ""));
        compared++;
      }
    }
    // Of alerts only those of leaks have gallons, and those that ended may have none.
    expect(compared, path).toBeGreaterThan(path.startsWith("/alerts") ? 0 : 2);
  }
});

// Covers beyond-9
test("a failed export shows an error and can be retried", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 503/ });
  await page.goto(meters);
  await page.route(/meters\/day\/export/, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page.getByRole("button", { name: "CSV, XLSX" }).click();
  const all = page.getByRole("button", { name: /^All \d+ rows as CSV$/ });
  await all.click();
  await page.getByRole("alert").filter({ hasText: "The file could not be made. Try again." }).waitFor();
  const again = page.waitForEvent("download");
  await all.click();
  await again;
});

// Covers beyond-11
test("a chart opens as a table, zooms by drag, hides a series, and exports PNG and CSV", async ({ visit }) => {
  const page = await visit({ as: "property" });
  const { leak } = await knownLeak(page);
  await page.goto(
    `/top5-leaks-details?period=last-30-days&meter=${leak.meter_serial_number}&property_id=${leak.property_id}`,
  );
  const chart = page.getByRole("region", { name: "Leak Gallons vs Gallons (Per Day)" }).first();
  const rows = chart.getByRole("table").locator("tbody tr");
  await rows.first().waitFor({ state: "attached" });
  expect(await rows.count()).toBe(30);
  await drawing(chart).waitFor();
  await atRest(page);
  await chart.getByRole("button", { name: "Save chart" }).click();
  const png = await downloaded(page, "Save as PNG");
  expect(png.content.subarray(1, 4).toString()).toBe("PNG");
  expect(png.content.length).toBeGreaterThan(5_000);
  await chart.getByRole("button", { name: "Save chart" }).click();
  const csv = await downloaded(page, "Save as CSV");
  expect(csv.name).toBe(`leak ${leak.meter_serial_number} per day.csv`);
  expect(linesOf(csv.content)).toHaveLength(31);

  await dragAcross(page, drawing(chart));
  const out = chart.getByRole("button", { name: "Zoom out" });
  await out.waitFor();
  const zoomed = await rows.count();
  expect(zoomed).toBeGreaterThan(5);
  expect(zoomed).toBeLessThan(15);
  await chart.getByRole("button", { name: "Show as table" }).click();
  await expect.poll(() => drawing(chart).count()).toBe(0);
  expect(await rows.count()).toBe(zoomed);
  await out.click();
  await expect.poll(() => rows.count()).toBe(30);
  const headers = await chart.getByRole("columnheader").count();
  await chart.getByRole("button", { name: "Leak Gallons", pressed: true }).click();
  await expect.poll(() => chart.getByRole("columnheader").count()).toBe(headers - 1);
  await chart.getByRole("button", { name: "Show as chart" }).click();
  await drawing(chart).waitFor();

  // Another period is shown whole: the places that were zoomed to are other days there, or none.
  await atRest(page);
  await dragAcross(page, drawing(chart));
  await out.waitFor();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect.poll(() => rows.count()).toBe(7);
  await expect.poll(() => out.count()).toBe(0);

  // A drag across a report's chart makes the days the report's.
  await page.goto(`/history?period=last-30-days&unit_id=${leak.unit_id}`);
  await dragAcross(page, drawing(page.getByRole("region", { name: "Gallons & Leaks Dynamics" })));
  await page.waitForURL(/period=custom-date-range/);
});
