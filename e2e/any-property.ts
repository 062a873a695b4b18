import type { Page } from "playwright-core";

/** A property of the demo with a rent roll and more meters than two pages. */
export async function anyProperty(page: Page): Promise<number> {
  await page.goto("/history");
  const all: { id: number; units_count: number }[] = await (
    await page.request.get("/v1/reporting/my-properties/")
  ).json();
  const large = all.toSorted((one, other) => other.units_count - one.units_count)[0];
  if (large === undefined) throw new Error("The demo has no property.");
  return large.id;
}
