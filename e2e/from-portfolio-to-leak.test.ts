import { expect } from "vitest";
import type { LeakDetailOverview } from "../contract/reporting/leak-details.ts";
import { addressOf, test } from "./test.ts";

// Covers nav-3, leak-detail-1, leak-detail-2, leak-detail-3
test("from the portfolio to one meter's hours", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.goto("/properties?period=last-30-days");
  const properties = page.getByRole("table", { name: /^Properties/ });
  const first = properties.getByRole("row").nth(1);
  await first.getByRole("link", { name: /^Details of/ }).waitFor();
  const name = (await first.locator("strong").first().textContent()) ?? "";
  await first.getByText(name, { exact: true }).click();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  expect(addressOf(page).pathname).toMatch(/^\/properties\/\d+$/);

  const leaks = page.getByRole("table", { name: /^Leaks/ });
  await leaks
    .getByRole("link", { name: /^Details of/ })
    .first()
    .click();
  await page.getByRole("tab", { name: "Day", selected: true }).waitFor();
  await page.getByRole("heading", { name: "Leak Gallons vs Gallons (Per Day)" }).waitFor();
  const { pathname, searchParams } = addressOf(page);
  const meter = searchParams.get("meter") ?? "";
  const call = `/v1/reporting/leak-report/leak-details/meters/${encodeURIComponent(meter)}/overview`;
  const answer = await page.request.get(`${call}?days_ago=30&property_id=${pathname.split("/")[2]}`);
  const overview: LeakDetailOverview = await answer.json();
  const facts = page.getByRole("main").locator("header dl");
  await facts.getByText(overview.attached_to, { exact: true }).waitFor();
  expect(await facts.locator("dt").allTextContents()).toEqual(["Leak type", "Location", "Device", "Attached to"]);
  const [, location, device] = await facts.locator("dd").allTextContents();
  expect(location).toBe([overview.building_name, overview.unit_name].filter(Boolean).join(" | "));
  expect(device).toContain(meter);
  await page.getByRole("button", { name: "View Full Property Information" }).waitFor();
  for (const column of ["Total Leak Gallons", "22h+ Gallons", "Flow Time"]) {
    await page.getByRole("columnheader", { name: column }).waitFor();
  }
  expect(addressOf(page).searchParams.get("dateRangeLabel")).toBe("last-30-days");
  await page.getByText("What was found").waitFor();

  await page.getByRole("tab", { name: "Day" }).press("ArrowRight");
  await page.getByRole("heading", { name: "Leak Gallons vs Gallons (Per Hour)" }).waitFor();
  await page.getByRole("columnheader", { name: "Leak Details" }).waitFor();
  expect(addressOf(page).searchParams.get("tab")).toBe("hour");
  await page.goBack();
  await page.getByRole("tab", { name: "Day", selected: true }).waitFor();

  await page.getByRole("link", { name: "Unit details" }).click();
  await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
  expect(addressOf(page).searchParams.get("building_id")).toMatch(/^\d+$/);
});

// Covers nav-5
test("the biggest leak is one click away from the first screen", async ({ visit }) => {
  const page = await visit({ as: "property" });
  await page.goto("/top5-leaks-details?period=last-30-days");
  const start = page.getByRole("region", { name: "Start here" });
  await start.getByRole("link").first().click();
  await page.getByRole("tab", { name: "Day", selected: true }).waitFor();
  const address = addressOf(page);
  expect(address.pathname).toBe("/top5-leaks-details");
  expect(address.searchParams.get("meter")).not.toBeNull();
  expect(address.searchParams.get("property_id")).toMatch(/^\d+$/);
});

test("an unknown meter shows a message", async ({ visit }) => {
  const page = await visit({ as: "property", expects: /status of 404/ });
  await page.goto("/history/leak-detail?meter=no-such-meter");
  await page.getByText("No such meter").waitFor();
});
