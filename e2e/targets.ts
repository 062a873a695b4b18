import type { Page } from "playwright-core";

/** Pixels that a thumb needs in either direction. */
const THUMB = 44;

/**
 * The targets of a page that a thumb reaches on less than 44 pixels. What counts is the area that answers to it, not
 * what is drawn. Links within a text are as high as their line.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const wanted =
      "a[href], button, input, select, summary, [role=tab], [role=switch], [role=checkbox], li[tabindex='0']";
    const textOf = (element: Element) => (element.textContent ?? "").trim();
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
      const isPicture = textOf(element) === "";
      if (width < (isPicture ? 24 : least) || height < least) {
        const name = element.getAttribute("aria-label") ?? (textOf(element) || element.id || element.className);
        found.push(`${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${width} x ${height}`);
      }
    }
    return [...new Set(found)];
  }, THUMB);
}
