import type { Page } from "playwright-core";
import { describe } from "vitest";
import { inSpanish } from "./in-spanish.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { knownLeak } from "./screens/screen.ts";
import { dialogs, screens } from "./screens/screens.ts";
import { atRest, test } from "./test.ts";

/** Texts that lie over others, and those that are cut off without an ellipsis. */
function hiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    const above = new Set<Element | null | undefined>([dialog, dialog?.parentElement]);
    /** Whether it is for screen readers alone, or stays in its place over a page that scrolls. */
    const isApart = (element: Element): boolean => {
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { clip, clipPath, position } = getComputedStyle(one);
        if (clip !== "auto" || clipPath !== "none" || one.clientHeight === 1) return true;
        if (/sticky|fixed/.test(position) && !above.has(one)) return true;
      }
      return false;
    };
    const found: string[] = [];
    const lines: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (text === "" || element === null || element.closest("svg, select, option, script, style, [inert]")) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isApart(element)) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (/hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut off: ${text}`);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) lines.push({ text, box });
    }
    for (const [place, { text, box }] of lines.entries()) {
      for (const other of lines.slice(place + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width > 3 && height > 5) found.push(`${text} / ${other.text}`);
      }
    }
    return found;
  });
}

describe.for([...screens, ...dialogs])("$name", { concurrent: true }, (screen) => {
  test("passes axe in Spanish, and shows all texts on a desk and a phone", async ({ visit, expect }) => {
    const page = await visit({ as: screen.as, expects: /./ });
    const path = screen.path(await knownLeak(page));
    await inSpanish(page);
    await page.goto(path);
    for (const [width, height] of [
      [1440, 900],
      [360, 780],
    ] as const) {
      await page.setViewportSize({ width, height });
      await atRest(page);
      expect(await page.locator("html").getAttribute("lang")).toBe("es");
      expect.soft(await violations(page), `${width} pixels`).toEqual([]);
      expect.soft(await tooWide(page), `${width} pixels`).toEqual([]);
      expect.soft(await hiddenTexts(page), `${width} pixels`).toEqual([]);
    }
  });
});
