import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CellValue, writeXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "./test.ts";

const inventory = "/v1/admin/staff/inventory";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A workbook as a file to be chosen. */
async function book(name: string, rows: CellValue[][], more: object = {}) {
  const bytes = await writeXlsx({ sheets: [{ name: "Units", rows, ...more }] });
  return { name, mimeType: xlsx, buffer: Buffer.from(bytes) };
}

/** What Excel makes of a workbook with a password: no zip archive, but a container with encrypted bytes in it. */
const locked = {
  name: "locked.xlsx",
  mimeType: xlsx,
  buffer: Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4088)]),
};

/** A property of the test's own, which it archives. */
async function ownProperty(page: Page, name: string) {
  const body = { organization_id: null, name: `${name} ${Date.now()}`, time_zone: "America/Chicago" };
  const made = await page.request.post(`${inventory}/organizations/properties`, { data: body });
  const { id } = await made.json();
  const count = async (path: string) => (await (await page.request.get(path)).json()).count;
  return {
    id,
    units: () => count(`${inventory}/properties/${id}/units`),
    rejected: () => count(`/v1/properties/${id}/rejected-readings`),
    stored: async () => {
      const { results } = await (await page.request.get(`/v1/properties/${id}/imports`)).json();
      return results.reduce((sum: number, { stored }: { stored: number }) => sum + stored, 0);
    },
    archive: () => page.request.post(`${inventory}/organizations/properties/${id}/archive`),
  };
}

// Covers inventory-8
test("reads a workbook of units with merged cells as displayed, and explains what is wrong with others", async ({
  visit,
}) => {
  const page = await visit({ as: "admin", expects: /status of 4(13|22)/ });
  const property = await ownProperty(page, "Workbooks");
  await page.goto(`/admin/properties/${property.id}?dialog=upload`);
  const upload = page.getByRole("dialog", { name: "Upload a spreadsheet" });
  const give = (file: Awaited<ReturnType<typeof book>> | string) =>
    upload.getByLabel("Spreadsheet file").setInputFiles(file);
  page.setDefaultTimeout(8000);
  const head = ["building", "unit", "bedrooms", "point", "serial"];

  await give(locked);
  await upload
    .getByRole("alert")
    .getByText(/locked\.xlsx .*without a password/)
    .waitFor();
  await give(await book("rows.xlsx", [head]));
  await upload
    .getByRole("alert")
    .getByText(/rows\.xlsx .*no rows?/)
    .waitFor();
  await give({ ...locked, name: "broken.xlsx", buffer: Buffer.from("PK\u0003\u0004 and no more") });
  await upload.getByRole("alert").getByText("Save it again as .xlsx").waitFor();
  const folder = await mkdtemp(join(tmpdir(), "dripline-huge-"));
  const huge = join(folder, "huge.xlsx");
  const file = await open(huge, "w");
  await file.truncate(100 * 1024 * 1024);
  await file.close();
  await give(huge);
  await upload.getByText(/huge\.xlsx has 100\.0 MB, and at most 4 MB are taken/).waitFor();
  await rm(folder, { recursive: true });
  expect(await property.units()).toBe(0);

  // Another list than that of units: its columns can be named, or another file chosen.
  await give(
    await book("rents.xlsx", [
      ["Tenant", "Rent"],
      ["Ann", 900],
    ]),
  );
  await upload.getByText(/not recognized by the headings/).waitFor();
  await upload.getByRole("button", { name: "Another file" }).click();

  const rows = [head, ["A", "101", 1, "SPOE", "w-1"], [null, "102", 2, "SPOE", "w-2"], [null, "103", 2, "SPOE", "w-3"]];
  await give(await book("merged.xlsx", rows, { merges: [{ startRow: 1, startCol: 0, endRow: 3, endCol: 0 }] }));
  await upload.getByText("2 merged cells filled with what they show").waitFor();
  expect(await property.units()).toBe(0);
  await upload.getByRole("button", { name: /^Add \d+ new things/ }).click();
  await upload.getByText("The inventory is as merged.xlsx says.").waitFor();
  expect(await property.units()).toBe(3);
  await property.archive();
});

// Covers data-12
test("rejects a locked, empty or unrelated workbook of readings with a message", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /status of 4(13|22)/ });
  const property = await ownProperty(page, "Locked readings");
  await page.goto(`/admin/data?property_id=${property.id}`);
  const rejected = async (file: { name: string; mimeType: string; buffer: Buffer }, message: RegExp) => {
    await page.getByLabel("Readings file").setInputFiles(file);
    const look = page.getByRole("button", { name: "See what it comes to" });
    await look.or(page.getByRole("alert").getByText(message)).first().waitFor();
    if (await look.isVisible()) await look.click();
    await page.getByText(message).first().waitFor();
    await page.reload();
  };
  const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await rejected(await book("merged.xlsx", [["serial", "hour", "gallons"]]), /has no sheet with rows/);
  await rejected(locked, /locked\.xlsx is an Excel workbook with a password.*as .xlsx or as CSV/);
  await rejected(csv("rows.csv", "serial,hour,gallons\n"), /has a header and no rows/);
  expect([await property.rejected(), await property.stored()]).toEqual([0, 0]);
  await property.archive();
});

// Covers data-1
test("previews and imports a workbook of readings with day and time in two columns", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const property = await ownProperty(page, "Workbook of readings");
  await page.goto(`/admin/data?property_id=${property.id}`);
  const day = new Date("2026-05-01T00:00:00Z");
  const rows = [
    ["Meter", "Day", "Clock", "Used (kgal)"],
    ["W-1", day, "0:00", 0.01],
    ["W-1", day, "1:00 PM", 0.02],
  ];
  await page.getByLabel("Readings file").setInputFiles(await book("may.xlsx", rows));
  await page.getByLabel("Date", { exact: true }).waitFor();
  expect(await page.getByLabel("Date", { exact: true }).inputValue()).toBe("Day");
  expect(await page.getByLabel("Time of day").inputValue()).toBe("Clock");
  expect(await page.getByLabel("Unit of the figures").inputValue()).toBe("kgal");
  await page.getByRole("button", { name: "See what it comes to" }).click();
  await page.getByText(/All 2 rows were rejected: their meters are not at this property/).waitFor();
  await page.getByRole("button", { name: "Change how it is read" }).click();
  await page.getByRole("button", { name: "Dates, interval, time zone, decimals…" }).click();
  await page.getByLabel("Make a unit for each meter that is not known").check();
  await page.getByRole("button", { name: "See what it comes to" }).click();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await page.getByText("The file is imported.").waitFor();
  expect(await property.stored()).toBeGreaterThan(0);
  await property.archive();
});
