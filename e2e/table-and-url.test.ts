import { expect } from "vitest";
import { addressOf, test } from "./test.ts";

test("ordering stands in the URL, goes back to the first page, and Back undoes it", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days&page=2");
  const gallons = page.getByRole("columnheader", { name: /^Gallons/ });
  await page.getByRole("button", { name: "Page 2" }).and(page.locator("[aria-current=page]")).waitFor();
  await gallons.getByRole("button").click();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toMatch(/^-?gallons_consumed$/);
  expect(addressOf(page).searchParams.get("page")).toBeNull();
  await expect.poll(() => gallons.getAttribute("aria-sort")).toMatch(/ascending|descending/);
  await page.goBack();
  await expect.poll(() => addressOf(page).searchParams.get("page")).toBe("2");
  expect(addressOf(page).searchParams.get("ordering")).toBeNull();
});

test("figures ascend after a click on a header that descended", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days&ordering=-units");
  const units = page.getByRole("columnheader", { name: "Units", exact: true });
  await units.getByRole("button").click();
  await expect.poll(() => addressOf(page).searchParams.get("ordering")).toBe("units");
  const cells = page.locator("tbody tr td:nth-child(4)");
  await expect
    .poll(async () => {
      const figures = (await cells.allTextContents()).map((text) => Number(text.replaceAll(",", "")));
      return (
        figures.length > 1 && figures.every((figure, place) => place === 0 || figure >= Number(figures[place - 1]))
      );
    })
    .toBe(true);
});

test("page and page size stand in the URL and survive a reload", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  const rows = page.locator("tbody tr");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("page")).toBe("2");
  await page.reload();
  await page.getByRole("button", { name: "Page 2" }).and(page.locator("[aria-current=page]")).waitFor();
  await page.getByLabel("Rows").selectOption("25");
  await expect.poll(() => addressOf(page).searchParams.get("page_size")).toBe("25");
  expect(addressOf(page).searchParams.get("page")).toBeNull();
  await expect.poll(() => rows.count()).toBeGreaterThan(10);
});

test("a page beyond the end falls back to the last one", async ({ visit }) => {
  const page = await visit({ as: "admin", expects: /404/ });
  await page.goto("/properties?period=last-30-days&page=99");
  await expect.poll(() => Number(addressOf(page).searchParams.get("page"))).toBeLessThan(99);
  await page.locator("button[aria-current=page]").waitFor();
  expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
});

test("places that are not there are dropped from the address, and nothing is asked about them", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-details?period=last-30-days&property_id=999999&unit_id=999999");
  await expect.poll(() => addressOf(page).search).toBe("?period=last-30-days");
  await page
    .getByRole("table", { name: /^Leaks/ })
    .getByTitle(/^Only /)
    .first()
    .waitFor();
});

test("a part of a leak's place filters the list to it", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-details?period=last-30-days");
  const table = page.getByRole("table", { name: /^Leaks/ });
  // Not the first button of the row: the kind of a leak can be one too.
  const part = table
    .getByRole("row")
    .nth(1)
    .getByTitle(/^Only /)
    .first();
  const name = (await part.textContent()) ?? "";
  await part.click();
  await page.getByRole("button", { name: `Remove filter Property: ${name}` }).waitFor();
  expect(addressOf(page).searchParams.get("property_id")).toMatch(/^\d+$/);
  await expect
    .poll(async () => new Set(await table.locator("tbody tr td:nth-child(2) button:first-child").allTextContents()))
    .toEqual(new Set([name]));
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=yesterday");
});

test("filters are kept from one visit to the next, and a link that names its period wins", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties");
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("last-7-days");
  await page.goto("/properties");
  await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("last-7-days");
  await page.goto("/properties?period=yesterday");
  await page.getByRole("button", { name: "Yesterday", pressed: true }).waitFor();
});

test("? lists the keys, and Escape gives the page back", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  await page.getByRole("heading", { level: 1, name: "Properties" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("Next row").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("j and Enter open a row", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/properties\/\d+/);
});
