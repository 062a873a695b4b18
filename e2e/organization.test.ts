import { expect } from "vitest";
import { addressOf, atRest, test } from "./test.ts";

// Covers people-1, states-10
test("switching the organization resets selections, pages and filters, and every call names it", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  await page.goto("/properties?period=last-30-days&ordering=units&page_size=25");
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Details of/ })
    .first()
    .waitFor();
  // Only what a person sets is kept; what a link says goes with the link.
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect.poll(() => addressOf(page).search).toBe("?period=last-7-days&ordering=units&page_size=25");
  await atRest(page);
  const before = await page.locator("tbody tr td:nth-child(2)").allTextContents();
  const selector = page.getByRole("button", { name: /^Organization:/ });
  await selector.click();
  const other = page
    .getByRole("menuitem")
    .filter({ hasNot: page.getByLabel("chosen") })
    .first();
  const name = (await other.textContent()) ?? "";
  const request = page.waitForRequest(/properties\/performance/);
  await other.click();
  expect((await request).headers()["x-current-organization-id"]).toMatch(/^\d+$/);
  await page.getByRole("button", { name: `Organization: ${name}` }).waitFor();
  await expect.poll(() => addressOf(page).search).toBe("?period=yesterday");
  await expect
    .poll(async () => {
      const after = await page.locator("tbody tr td:nth-child(2)").allTextContents();
      return after.length > 0 && after.every((property) => !before.includes(property));
    })
    .toBe(true);
});

// Covers nav-11
test("a member of one organization has no selector", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history");
  await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
  expect(await page.getByRole("button", { name: /^Organization:/ }).count()).toBe(0);
});
