import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { figures, knownLeak } from "./screens/screen.ts";
import { screens } from "./screens/screens.ts";
import { atRest, test } from "./test.ts";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** Pixels that a thumb needs in either direction. */
const THUMB = 44;

/**
 * The targets of a page that a thumb reaches on less than 44 pixels. What counts is the area that answers to it, not
 * what is drawn. Links within a text are as high as their line.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const wanted =
      "a[href], button, input, select, summary, [role=tab], [role=switch], [role=checkbox], li[tabindex='0']";
    const words = (element: Element) => (element.textContent ?? "").trim();
    const isInText = (element: Element) => {
      const around = element.parentElement;
      return (
        element.matches("a, button") &&
        getComputedStyle(element).display.startsWith("inline") &&
        around !== null &&
        [...around.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "",
        )
      );
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
      if (element.matches(":disabled") || isInText(element)) continue;
      // Only a screen reader or the keyboard comes here.
      const clip = element.closest("[data-visually-hidden]");
      const isTicked = element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type);
      const labels = isTicked ? [...(element.labels ?? [])] : [];
      const label = labels.at(-1) ?? null;
      element.scrollIntoView({ block: "center", inline: "center" });
      const box = (label ?? element).getBoundingClientRect();
      if (clip !== null || box.width <= 1 || box.height <= 1) continue;
      const hits = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || labels.some((one) => one.contains(hit)));
      };
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!hits(x, y)) continue;
      const reach = (dx: number, dy: number) => {
        let far = 0;
        while (far < 44 && hits(x + dx * (far + 1), y + dy * (far + 1))) far += 1;
        return far;
      };
      const width = reach(-1, 0) + reach(1, 0) + 1;
      const height = reach(0, -1) + reach(0, 1) + 1;
      // Pictures beside each other share the room between them: an i and a star, two of a kind.
      const isPicture = words(element) === "";
      if (width < (isPicture ? 24 : least) || height < least) {
        const name = element.getAttribute("aria-label") ?? (words(element) || element.id || element.className);
        found.push(`${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${width} x ${height}`);
      }
    }
    return [...new Set(found)];
  }, THUMB);
}

/** The screens whose targets are all wide and high enough. */
const done: readonly string[] = [
  "meters by hour",
  "heat map",
  "gateway and device health",
  "owner's report",
  "user management",
  "user management of an organization",
  "getting started",
  "getting started with a new property",
  "data: imports",
  "data: refused rows",
  "data: quarantine",
  "data: repairs",
];

describe.for(screens.filter(({ name }) => done.includes(name)))(
  "$name",
  { concurrent: true },
  ({ as, path, ready }) => {
    test("every target is at least 44 pixels wide and high on a phone", async ({ visit }) => {
      const page = await visit({ as, ...phone });
      await page.goto(path(await knownLeak(page)));
      await ready(page);
      await atRest(page);
      expect(await smallTargets(page)).toEqual([]);
    });
  },
);

test("the first leak stands within 160 pixels below the header on a phone", async ({ visit }) => {
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

test("every card of a leak and of a ranked property says dollars on a phone", async ({ visit }) => {
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

test.for([360, 768, 1440])(
  "a unit's details and the first screen do not move while they load, at %i pixels",
  async (width, { visit }) => {
    const page = await visit({ as: "property", viewport: { width, height: 900 } });
    const { leak } = await knownLeak(page);
    const shifted = await shiftsOf(page);
    const unit = `property_id=${leak.property_id}&building_id=${leak.building_id}&unit_id=${leak.unit_id}`;
    for (const address of [`/history?period=last-30-days&${unit}`, "/top5-leaks-home?period=last-7-days"]) {
      await page.goto(address);
      await figures(page);
      await atRest(page);
      expect(await shifted(), address).toBeLessThan(0.02);
    }
  },
);
