import { expect } from "vitest";
import { atRest, test } from "./test.ts";

test("the parts of the header lie beside each other at every width", async ({ visit }) => {
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
