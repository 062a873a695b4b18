import type { Page } from "playwright-core";
import { expect } from "vitest";
import { inSpanish } from "./in-spanish.ts";
import { figures, knownLeak } from "./screens/screen.ts";
import { smallTargets } from "./targets.ts";
import { atRest, test } from "./test.ts";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

// Covers beyond-7
test("the first leak is within 160 pixels below the header on a phone", async ({ visit }) => {
  const page = await visit({ as: "property", ...phone });
  for (const screen of ["/top5-leaks-home", "/top5-leaks-details"]) {
    await page.goto(`${screen}?period=yesterday`);
    await figures(page);
    await atRest(page);
    const from = await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().top);
    const first = await page.getByRole("main").getByRole("region").first().boundingBox();
    expect(Math.round((first?.y ?? 999) - from), screen).toBeLessThanOrEqual(160);
  }
});

// Covers beyond-7
test("every card of a leak or ranked property shows dollars on a phone", async ({ visit }) => {
  for (const [as, path] of [
    ["property", "/top5-leaks-home?period=last-7-days"],
    ["property", "/top5-leaks-details?period=last-7-days"],
    ["property", "/history?period=last-7-days"],
    ["portfolio", "/cockpit?period=last-7-days"],
    ["portfolio", "/finance?period=last-7-days"],
  ] as const) {
    const page = await visit({ as, ...phone });
    await page.goto(path);
    const list = page.locator("li[data-row]");
    const cards = path.startsWith("/cockpit")
      ? list
      : list.filter({ hasText: /Leak Type|(Toilet|Other|Heater|Hybrid) Leak/ });
    await cards.first().waitFor();
    await atRest(page);
    const figures = await cards.locator("dl").filter({ visible: true }).allTextContents();
    expect(figures.length).toBeGreaterThan(0);
    for (const text of figures) expect(text, path).toContain("$");
  }
});

test("the alerts in Spanish, whose words take more lines, have targets for a thumb", async ({ visit }) => {
  const page = await visit({ as: "property", ...phone });
  await inSpanish(page);
  await page.goto("/alerts");
  await page.getByRole("heading", { name: "Alertas", level: 1 }).waitFor();
  await atRest(page);
  expect(await smallTargets(page)).toEqual([]);
});

/** How far parts of the page moved by themselves: 0 is not at all. */
async function shiftsOf(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput) shifts.push(Number(entry.value));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() =>
      "shifts" in window && Array.isArray(window.shifts)
        ? window.shifts.reduce((sum, one) => sum + Number(one), 0)
        : -1,
    );
}

test("the search's results follow its field without a gap", async ({ visit }) => {
  const page = await visit({ as: "property", viewport: { width: 360, height: 780 } });
  await page.goto("/top5-leaks-home?period=yesterday");
  await figures(page);
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog", { name: "Search" });
  const field = await search
    .getByRole("textbox")
    .or(search.getByRole("combobox"))
    .or(search.getByRole("searchbox"))
    .boundingBox();
  const first = await search.getByRole("button").first().boundingBox();
  if (field === null || first === null) throw new Error("The search shows nothing.");
  expect(first.y - field.y - field.height, "room for the group's name").toBeLessThan(44);
});

test("a unit's lists keep their places while its occupancy loads", async ({ visit }) => {
  const page = await visit({ as: "property", viewport: { width: 768, height: 900 } });
  const { leak } = await knownLeak(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/occupancy/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/history?period=last-30-days&building_id=${leak.building_id}&unit_id=${leak.unit_id}`);
  const list = page.getByRole("heading", { name: /^Leaks so far/ });
  const topOf = async () => (await list.boundingBox())?.y ?? Number.NaN;
  await list.waitFor();
  await figures(page);
  const before = await topOf();
  held.resolve();
  await page.getByText("Moved in").waitFor();
  await atRest(page);
  expect(Math.abs((await topOf()) - before)).toBeLessThan(2);
});

// Covers beyond-7
test.for([360, 768, 1440])(
  "a unit's details and the first screen do not shift while loading, at %i pixels",
  async (width, { visit }) => {
    const page = await visit({ as: "property", viewport: { width, height: 900 } });
    const { leak } = await knownLeak(page);
    const shifted = await shiftsOf(page);
    const unit = `property_id=${leak.property_id}&building_id=${leak.building_id}&unit_id=${leak.unit_id}`;
    for (const address of [
      `/history?period=last-30-days&${unit}`,
      "/top5-leaks-home?period=last-7-days",
      "/top5-leaks-details?period=last-30-days",
    ]) {
      await page.goto(address);
      await figures(page);
      await atRest(page);
      expect(await shifted(), address).toBeLessThan(0.02);
    }
  },
);

test("the cockpit reserves the height of what was lost before its figures are there", async ({ visit }) => {
  const page = await visit({ as: "portfolio", ...phone });
  for (const period of ["yesterday", "last-7-days", "last-30-days", "today"]) {
    for (const comparison of ["previous_period", "none"]) {
      const held = Promise.withResolvers<void>();
      await page.route(/\/reporting\/overview\?/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`/cockpit?period=${period}&comparison=${comparison}`);
      const panel = page.getByRole("region", { name: "Water lost" });
      const heightOf = async () => (await panel.boundingBox())?.height ?? Number.NaN;
      await panel.waitFor();
      const reserved = await heightOf();
      held.resolve();
      const nothing = panel.getByText("Nothing was read in this period.");
      await panel
        .getByText(/gal leaked/)
        .or(nothing)
        .waitFor();
      // In the hour after midnight nothing of today was read.
      if (period === "today" && (await nothing.isVisible())) continue;
      await atRest(page);
      const height = await panel.evaluate((element) => {
        if (element.parentElement !== null) element.parentElement.style.gridTemplateRows = "auto";
        return element.getBoundingClientRect().height;
      });
      // Sentences may need a line more or less. On one day leaks were repaired, ended on their own, both or neither: room
      // is reserved for one of the two links, each as high as a finger.
      const most = period === "yesterday" || period === "today" ? 24 + 46 : 24;
      const message = `${period}, ${comparison}: ${reserved} px for ${height} px`;
      expect(Math.abs(height - reserved), message).toBeLessThan(most);
      await page.unrouteAll();
    }
  }
});
