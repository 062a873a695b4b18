import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { atRest } from "./at-rest.ts";

/** axe's findings, each with where. */
export async function violations(page: Page): Promise<string[]> {
  // In the page itself, which has no frames, and only what is wrong is sent back: several times as fast.
  const rules = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const found = (await rules.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** What is wider than the window, each with how wide. A dialog scrolls by itself, so that the page does not tell of it. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="dialog"] > *')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, className, scrollWidth }) => `${tagName} ${className} has ${scrollWidth} pixels`),
  );
}

/** A screen as it stands has no violation of axe's rules in light, in dark and on a phone, and fits in every width. */
export async function keepsTheRules(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    expect(await violations(page), colorScheme).toEqual([]);
  }
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await atRest(page);
    expect(await tooWide(page), `${width} pixels`).toEqual([]);
  }
  // What a phone draws is other elements.
  expect(await violations(page), "phone").toEqual([]);
}
