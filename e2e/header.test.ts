import { expect } from "vitest";
import { violations } from "./screen-rules.ts";
import { atRest, test } from "./test.ts";

// Covers nav-16
test("the parts of the header do not overlap at any width", async ({ visit }) => {
  for (const [as, path] of [
    ["admin", "/admin/settings"],
    ["organizationAdmin", "/history"],
  ] as const) {
    const page = await visit({ as });
    await page.goto(path);
    await atRest(page);
    for (let width = 360; width <= 1440; width += 40) {
      await page.setViewportSize({ width, height: 700 });
      const apart = await page.getByRole("banner").evaluate((header) => {
        const parts = [...header.querySelectorAll("a, button")].filter((part) => part.checkVisibility());
        const boxes = parts.map((part) => part.getBoundingClientRect()).toSorted((one, other) => one.left - other.left);
        return boxes.every((box, place) => box.left >= (boxes[place - 1]?.right ?? 0) && box.right <= innerWidth);
      });
      expect(apart, `${path}, ${width} pixels`).toBe(true);
    }
  }
});

// Covers nav-16
test("the menu of a small screen has every screen and Logout", async ({ visit }) => {
  const page = await visit({ as: "property", viewport: { width: 360, height: 780 } });
  await page.goto("/history?period=last-30-days");
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Top 5 Leaks Details" }).waitFor();
  await menu.getByRole("button", { name: "Logout" }).waitFor();
  await atRest(page);
  expect(await violations(page)).toEqual([]);
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await expect
      .poll(() => menu.boundingBox(), { message: "the full screen" })
      .toEqual({ x: 0, y: 0, width, height: 780 });
  }
  await menu.getByRole("link", { name: "Top 5 Leaks Details" }).click();
  await page.getByRole("heading", { level: 1, name: "Top 5 Leaks Details" }).waitFor();
});
