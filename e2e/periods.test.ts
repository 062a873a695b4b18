import { expect } from "vitest";
import { addressOf, test } from "./test.ts";

const note =
  "Hourly data is available from yesterday up to three months ago. Data between three and six months is aggregated daily. Data beyond six months is available upon request.";

// Covers filters-3
test("the period tabs change days and URL; yesterday is the default", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties");
  await page.getByRole("button", { name: "Yesterday", pressed: true }).waitFor();
  const request = page.waitForRequest(/reporting\/overview\?.*days_ago=30/);
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await request;
  await page.getByRole("button", { name: "Last 30 days", pressed: true }).waitFor();
  expect(addressOf(page).searchParams.get("period")).toBe("last-30-days");
});

// Covers filters-3, states-6, validation-7
test("a custom range shows its note, disables future days, and a tab clears it", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties");
  await page.getByRole("button", { name: "Custom range" }).click();
  const picker = page.getByRole("dialog", { name: "Custom range" });
  await picker.getByText(note).waitFor();
  const days = picker.locator("table button");
  const disabled = await days.evaluateAll((all) => all.map((one) => one.matches("[disabled], [data-disabled]")));
  const lastOpen = disabled.lastIndexOf(false);
  const today = new Date().getDate();
  expect(Number(await days.nth(lastOpen).textContent())).toBe(today);
  await picker.getByRole("button", { name: "Previous month" }).click();
  const month = days.filter({ hasNot: page.locator("[data-outside]") });
  await month.nth(10).click();
  await month.nth(16).click();
  await picker.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("custom-date-range");
  expect(addressOf(page).searchParams.get("start_date")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect.poll(() => addressOf(page).searchParams.get("start_date")).toBeNull();
});

// Covers states-7
test("History opens with the last seven days as a range", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/history");
  await expect.poll(() => addressOf(page).searchParams.get("period")).toBe("custom-date-range");
  const { searchParams } = addressOf(page);
  const [first, last] = ["start_date", "end_date"].map((name) => Date.parse(searchParams.get(name) ?? ""));
  expect((Number(last) - Number(first)) / 86_400_000).toBe(6);
});

test("empty days show the time of the last reading and offer its days", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=custom-date-range&start_date=2001-01-01&end_date=2001-01-07");
  await page.getByText(/The last reading came on [A-Z][a-z]{2} \d{2}, \d{4}/).waitFor();
  await page.getByRole("button", { name: /^Show [A-Z][a-z]{2} \d{2}/ }).click();
  await page.getByRole("heading", { name: "Performance" }).waitFor();
  const { searchParams } = addressOf(page);
  expect(searchParams.get("start_date")).not.toBe("2001-01-01");
  expect(searchParams.get("period")).toBe("custom-date-range");
});

// Covers filters-10
test("Reset restores the screen's own period when only the period differs", async ({ visit }) => {
  const screens = [
    ["admin", "/cockpit"],
    ["admin", "/finance"],
    ["admin", "/properties"],
    ["property", "/top5-leaks-home"],
    ["property", "/history"],
  ] as const;
  for (const [as, path] of screens) {
    const page = await visit({ as });
    await page.goto(path);
    await expect.poll(() => addressOf(page).search).toContain("period=");
    const { search } = addressOf(page);
    const reset = page.getByRole("button", { name: "Reset filters" });
    await page.getByRole("button", { name: "Last 30 days" }).waitFor();
    expect(await reset.count(), `${path} as it opens`).toBe(0);
    await page.getByRole("button", { name: "Last 30 days" }).click();
    await reset.click();
    await expect.poll(() => addressOf(page).search).toBe(search);
    await reset.waitFor({ state: "detached" });
  }
});
