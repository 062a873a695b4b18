import { expect } from "vitest";
import { gallonsIn } from "../contract/display/measures.ts";
import { test } from "./test.ts";

const litres = (gallons: number) => Math.round(gallons / gallonsIn("litre")).toLocaleString("en-US");

test("choosing liters shows the same volumes in liters, and choosing gallons again restores them", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  const cockpit = "/cockpit?period=last-30-days";
  const headline = async () => {
    await page.goto(cockpit);
    const text = page.getByRole("main").getByText(/ leaked, \$/);
    return (await text.first().textContent()) ?? "";
  };
  const before = await headline();
  const answer = await page.request.get("/v1/reporting/overview?days_ago=30");
  const { gallons_leaked } = await answer.json();
  await page.goto("/profile");
  await page.getByRole("radio", { name: "Liters (L)" }).click();
  try {
    // The page loads again in the new measure.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("dripline.display"))).toBe("litre|USD");
    const after = await headline();
    expect(after).toContain(`${litres(gallons_leaked)} L leaked`);
    expect(after.split(", $")[1]).toBe(before.split(", $")[1]);
    await page.goto("/top5-leaks-home?period=last-30-days");
    await page
      .getByRole("columnheader", { name: /Leak Liters/ })
      .first()
      .waitFor();
    expect(
      await page
        .getByRole("main")
        .getByText(/\d gal\b/)
        .count(),
    ).toBe(0);
    const elsewhere = await visit({ as: "portfolio" });
    await elsewhere.goto(cockpit);
    await elsewhere.getByText(`${litres(gallons_leaked)} L leaked`).waitFor();
  } finally {
    await page.goto("/profile");
    await page.getByRole("radio", { name: "As the organization" }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("dripline.display"))).toBe("gallon|USD");
  }
  expect(await headline()).toBe(before);
});

test("an organization's price per cubic meter in euros is shown as it was typed, in any measure", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin" });
  await page.goto("/admin/settings?tab=price");
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).first().click();
    await page.getByRole("option", { name: option }).click();
  };
  const priceOf2019 = (price: string) =>
    page
      .getByRole("row", { name: `${price} Jan 01, 2019 Jan 31, 2019` })
      .first()
      .waitFor();
  await choose("Water is shown in", "Cubic Meters (m³)");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("dripline.display"))).toContain("cubic metre");
  await choose("Currency", "EUR Euro");
  try {
    await page.getByText("€3.963 per cubic meter today").waitFor();
    await page.getByRole("button", { name: "Set the default price" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Average Cost per Cubic Meter").fill("5.327");
    // Before the demo begins: its other figures stay.
    await dialog.getByLabel("First day").fill("2019-01-01");
    await dialog.getByLabel("Last day").fill("2019-01-31");
    await dialog.getByRole("button", { name: "Save the price" }).click();
    await priceOf2019("€5.327");
  } finally {
    await choose("Currency", "USD US Dollar");
    await priceOf2019("$5.327");
    await choose("Water is shown in", "Gallons (gal)");
    await priceOf2019("$0.020");
  }
});
