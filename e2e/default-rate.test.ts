import { expect } from "vitest";
import { test } from "./test.ts";

const notice = "No water rate is set for 4 units: their costs use the default of $0.015 per gallon.";

// Covers owner-report-5
test("screens show that dollars use the default rate, with a link to set one for users who may", async ({ visit }) => {
  const screens = [
    { as: "portfolio", paths: ["/cockpit", "/finance", "/properties", "/compare-periods"] },
    { as: "property", paths: ["/top5-leaks-home", "/top5-leaks-details", "/history"] },
  ] as const;
  for (const { as, paths } of screens) {
    const page = await visit({ as });
    let units = 4;
    await page.route(/\/(reporting|properties)\/overview\?/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), units_without_price: units } });
    });
    const note = page.getByText("Default rate", { exact: true });
    for (const path of paths) {
      units = 0;
      await page.goto(`${path}?period=last-30-days`);
      await page
        .getByText(/of meter days read|had (a leak|leaks)\./)
        .first()
        .waitFor();
      expect(await note.count(), path).toBe(0);
      units = 4;
      await page.goto(`${path}?period=last-7-days`);
      await note.waitFor();
      expect(await note.count(), path).toBe(1);
      await page.getByRole("button", { name: notice }).hover();
      await page.getByRole("tooltip", { name: notice }).waitFor();
    }
    // Other figures than leak cost are no dollars.
    if (as === "portfolio") {
      await page.goto("/compare-periods?figure=gallons_leaked");
      await page
        .getByText(/of meter days read/)
        .first()
        .waitFor();
      expect(await note.count()).toBe(0);
      await page.goto("/compare-periods");
      await note.waitFor();
    } else {
      await page.goto("/top5-leaks-home?period=last-30-days");
      await page.getByRole("region", { name: "Start here" }).getByRole("link").first().click();
      await page.waitForURL((url) => url.searchParams.has("meter"));
      await page
        .getByRole("region", { name: /^The last days$|^Before and after$/ })
        .getByText("Default rate")
        .waitFor();
      await page.getByRole("button", { name: notice }).hover();
      await page.getByRole("tooltip", { name: notice }).waitFor();
    }
    const link = page.getByRole("link", { name: "Default rate" });
    expect(await link.count()).toBe(as === "portfolio" ? 1 : 0);
    if (as === "portfolio") {
      await link.click();
      await page.getByRole("dialog", { name: "Set Custom Cost per Gallon" }).waitFor();
    }
  }
});

test("screens that list leaks outside of units show that these use the default rate, where every unit has its own", async ({
  visit,
}) => {
  const outside = "No water rate is set for 1 leak outside of units: its costs use the default of $0.015 per gallon.";
  const page = await visit({ as: "admin" });
  const replace = (url: RegExp, fields: object) =>
    page.route(url, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), ...fields } });
    });
  await replace(/\/(reporting|properties)\/overview\?/, { units_without_price: 0 });
  await replace(/\/leak-overview\?/, { outside_units_without_price: 1 });
  for (const path of ["/finance", "/top5-leaks-home", "/top5-leaks-details", "/history"]) {
    await page.goto(`${path}?period=last-30-days`);
    await page.getByRole("button", { name: outside }).waitFor();
  }
  // These sums exclude leaks outside of units.
  await page.goto("/cockpit?period=last-30-days");
  await page
    .getByText(/of meter days read|had (a leak|leaks)\./)
    .first()
    .waitFor();
  expect(await page.getByText("Default rate", { exact: true }).count()).toBe(0);
});

test("the list of alerts shows that dollars of its leaks use the default rate", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  let isDefault = false;
  await page.route(/\/v1\/alerts\?/, async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    const [first] = list.results;
    await route.fulfill({ json: { ...list, results: [{ ...first, unit_id: 1, is_default_price: isDefault }] } });
  });
  await page.goto("/alerts");
  await page.getByRole("main").getByText("What costs most a day first").waitFor();
  await page.getByRole("main").getByRole("row").nth(1).waitFor();
  expect(await page.getByText("Default rate", { exact: true }).count()).toBe(0);
  isDefault = true;
  await page.reload();
  await page
    .getByRole("button", {
      name: "No water rate is set for some of these: their costs use the default of $0.015 per gallon.",
    })
    .waitFor();
});
