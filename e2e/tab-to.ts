import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Whether the focus is on this element, once the page's timers of the last key have run: leaving a date field, a dialog
 * looks a moment later at where the focus went, and takes it back from a second Tab that was pressed meanwhile.
 */
export function hasFocus(goal: Locator): Promise<boolean> {
  return goal.evaluate(
    (element) => new Promise<boolean>((resolve) => setTimeout(() => resolve(element === document.activeElement))),
  );
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
  await goal.waitFor({ state: "attached" });
  await expect.poll(() => hasFocus(goal)).toBe(true);
}

/** Waits until the focus is within this part of the page: who goes on by keys goes on from there. */
export async function focusWithin(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** How far the last part of a long screen is from its first. */
export const FAR = 200;

/** Goes to a button or link and presses it. */
export async function enter(page: Page, goal: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await tabTo(page, goal, FAR);
  await page.keyboard.press(key);
}

/** Goes to a field and types over what stands there. */
export async function typeIn(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field, FAR);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Goes to a field with a list and takes its option with the given name. */
export async function choose(page: Page, field: Locator, name: string): Promise<void> {
  await tabTo(page, field, FAR);
  const option = page.getByRole("listbox").getByRole("option", { name, exact: true });
  if (!(await option.isVisible())) await page.keyboard.press("ArrowDown");
  await option.waitFor();
  const id = await option.getAttribute("id");
  for (let step = 0; step < FAR; step += 1) {
    // A list that has just opened notes a moment later, by a timer of its own, which option Enter takes.
    await hasFocus(field);
    if ((await field.getAttribute("aria-activedescendant")) === id) {
      await page.keyboard.press("Enter");
      return option.waitFor({ state: "hidden" });
    }
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`${name} is not reached in the list.`);
}
