import { expect } from "vitest";
import { test } from "./test.ts";

const words = /No water rate is set for 4 units: their dollars use the default of \$0\.015 a gallon\./;

test("screens say once that dollars are at the default rate, with a way to set one for who may", async ({ visit }) => {
  const screens = [
    { as: "portfolio", paths: ["/cockpit", "/finance", "/properties"] },
    { as: "property", paths: ["/top5-leaks-details", "/history"] },
  ] as const;
  for (const { as, paths } of screens) {
    const page = await visit({ as });
    let units = 4;
    await page.route(/\/(reporting|properties)\/overview\?/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), units_without_price: units } });
    });
    for (const path of paths) {
      await page.goto(`${path}?period=last-7-days`);
      const note = page.getByText(words);
      await note.waitFor();
      expect(await note.count(), path).toBe(1);
      expect(await page.getByRole("link", { name: "Set a rate" }).count(), path).toBe(as === "portfolio" ? 1 : 0);
    }
    if (as === "portfolio") {
      await page.getByRole("link", { name: "Set a rate" }).click();
      await page.getByRole("dialog", { name: "Set Custom Cost per Gallon" }).waitFor();
    }
    units = 0;
    await page.goto(`${paths[0]}?period=last-30-days`);
    await page
      .getByText(/of meter days read/)
      .first()
      .waitFor();
    expect(await page.getByText(/No water rate is set/).count()).toBe(0);
  }
});
