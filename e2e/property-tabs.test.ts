import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { anyProperty } from "./any-property.ts";
import { atRest, test } from "./test.ts";

const serials = (page: Page) =>
  page.getByRole("dialog", { name: "Property Information" }).getByRole("button", { name: /^Copy serial number/ });

const tabs = ["tab=units", "tab=occupancy", "tab=devices", "dialog=property-information"];

describe.for(["light", "dark"] as const)("%s colours", (colorScheme) => {
  test("tabs and dialog have no violation of axe's rules", async ({ visit }) => {
    const page = await visit({ as: "property", colorScheme });
    const id = await anyProperty(page);
    for (const tab of tabs) {
      await page.goto(`/properties/${id}?period=last-30-days&${tab}`);
      await (tab.startsWith("tab") ? page.locator("tbody tr[data-row]") : serials(page)).first().waitFor();
      await atRest(page);
      const part = tab.startsWith("tab") ? "[role=tabpanel]" : "[role=dialog]";
      const { violations } = await new AxeBuilder({ page }).include(part).analyze();
      const found = violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(" | ")}`);
      expect(found, tab).toEqual([]);
    }
  });
});

test.for([360, 768, 1440])("has no horizontal scrolling at %i pixels", async (width, { visit }) => {
  const page = await visit({ as: "property", viewport: { width, height: 800 } });
  const id = await anyProperty(page);
  for (const tab of tabs) {
    await page.goto(`/properties/${id}?period=last-30-days&${tab}`);
    await (tab.startsWith("tab") ? page.locator("[data-row]") : serials(page)).first().waitFor();
    await atRest(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, tab).toBeLessThanOrEqual(0);
  }
});
