import type { Page } from "playwright-core";

/** A moment in which something on the page moved. */
export interface Shift {
  /** Milliseconds since the page was opened. */
  time: number;
  /** How much of the view moved how far. */
  value: number;
}

const GAP_MS = 1000;
const WINDOW_MS = 5000;

/**
 * Cumulative Layout Shift: shifts less than a second apart are summed as one window of at most five seconds; the
 * largest sum counts.
 * @param shifts in the order of time
 */
export function layoutShift(shifts: readonly Shift[]): number {
  let largest = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { time, value } of shifts) {
    const goesOn = time - last < GAP_MS && time - first < WINDOW_MS;
    sum = goesOn ? sum + value : value;
    if (!goesOn) first = time;
    last = time;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** Notes from the next page on what moves without a person having caused it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { benchShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, "hadRecentInput") === true) continue;
        shifts.push({ time: entry.startTime, value: Number(Reflect.get(entry, "value")) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The layout shift of a page since it was opened. */
export async function shiftOf(page: Page): Promise<number> {
  return layoutShift(await page.evaluate((): Shift[] => Reflect.get(window, "benchShifts")));
}
