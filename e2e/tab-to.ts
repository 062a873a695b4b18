import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Whether the focus is on this element. */
export function hasFocus(goal: Locator): Promise<boolean> {
  return goal.evaluate((element) => element === document.activeElement);
}

/** Presses Tab until the focus is where it shall be; never more often than a person would put up with. */
export async function tabTo(page: Page, goal: Locator, most = 60): Promise<void> {
  await goal.waitFor();
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await hasFocus(goal)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Not reached with ${most} times Tab.`);
}

/** Waits until the focus is on this element. */
export async function focusOn(goal: Locator): Promise<void> {
  await expect.poll(() => hasFocus(goal)).toBe(true);
}

/** Waits until the focus is within this part of the page: who goes on by keys goes on from there. */
export async function focusWithin(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}
