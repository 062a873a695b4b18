import { expect } from "vitest";
import { test } from "./test.ts";

test("a long form keeps its actions visible without covering the focused field", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  await page.setViewportSize({ width: 1024, height: 560 });
  await page.goto("/admin/users?search=property%40dripline.example");
  await page.getByRole("button", { name: "Edit Paula Brooks" }).click();
  const save = page.getByRole("dialog").getByRole("button", { name: "Save" });
  await save.waitFor();
  const place = async (one: typeof save) => (await one.boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY };
  const foot = await place(save);
  expect(foot.y + foot.height).toBeLessThan(560);
  // Down to the last field, which is another one until all choices have been loaded.
  const last = page.getByRole("dialog").getByRole("checkbox").last();
  await expect
    .poll(async () => {
      await last.focus();
      const { y, height } = await place(last);
      return y + height;
    })
    .toBeLessThanOrEqual((await place(save)).y);
});
