import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { CaseTimes } from "../contract/leaks/case-times.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { addressOf, test } from "./test.ts";

const table = (page: Page) => page.getByRole("table", { name: "Case times" });
const names = async (page: Page) =>
  table(page)
    .locator("tbody tr[data-row]")
    .evaluateAll((rows) => rows.map((row) => row.querySelector("td, th")?.textContent));
const times = async (page: Page, by: string): Promise<CaseTimes[]> =>
  (await page.request.get(`/v1/reporting/case-times?days_ago=30&by=${by}`)).json();

test("leads from the leak cases to their times by property, person and kind, and saves them in their order", async ({
  visit,
}) => {
  const page = await visit({ as: "property" });
  await page.goto("/cases");
  await page.getByRole("link", { name: "Case times" }).click();
  const properties = await times(page, "property");
  await expect.poll(() => names(page)).toEqual(properties.map(({ name }) => name));
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole("columnheader", { name: /^Property/ })
    .getByRole("button")
    .first()
    .click();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toBe("name");
  const sorted = properties.map(({ name }) => name).toSorted();
  await expect.poll(() => names(page)).toEqual(sorted);
  await page.getByRole("button", { name: "CSV, XLSX" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /rows as CSV$/ }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  const lines = file.trim().split(/\r?\n/).slice(1);
  expect(lines.map((line) => line.split(",")[0]?.replaceAll('"', ""))).toEqual(sorted);

  await page.getByRole("tab", { name: "By kind" }).click();
  await expect.poll(async () => (await names(page)).length).toBe((await times(page, "kind")).length);
  await page.getByRole("tab", { name: "By person" }).click();
  await table(page).getByText("Unassigned").waitFor();
  expect(addressOf(page).searchParams.get("by")).toBe("person");
  await page.goBack();
  await page.getByRole("tab", { name: "By kind", selected: true }).waitFor();
});

test("says what to do where no leak was found, and opens the cases of a property", async ({ visit }) => {
  const phone = await visit({ as: "property", viewport: { width: 360, height: 740 }, hasTouch: true });
  await phone.goto("/cases/times?period=custom-date-range&start_date=2024-01-01&end_date=2024-01-02");
  await phone.getByText("No leak was found in this period. Choose a longer one.").waitFor();
  expect(await tooWide(phone)).toEqual([]);
  const page = await visit({ as: "portfolio" });
  await page.goto("/cases/times");
  const [first] = await times(page, "property");
  await table(page)
    .getByText(first?.name ?? "")
    .click();
  await page.waitForURL(/\/cases\?/);
  expect(addressOf(page).searchParams.get("property_id")).toContain(String(first?.id));
});
