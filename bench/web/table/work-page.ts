import type { CDPSession, Page } from "playwright-core";
import { painted, SHORTEST_MS, takeFrames, takeInteractions, watchFrames } from "./interactions.ts";
import { FILTER, KEY_MOVES, sortedColumns, tablePage, wheelSteps } from "./table-page.ts";

/** Milliseconds until the next paint of each interaction of a kind; between frames where it is scrolling. */
export interface Worked {
  sorting: number[];
  filtering: number[];
  moving: number[];
  scrolling: number[];
  /** Milliseconds of processor time that the page's own thread spent on all of it. */
  processorMs: number;
  /** Bytes of the page's JavaScript heap afterwards, rubbish collected. */
  heapBytes: number;
}

/** Works with the table as a person does: sorts, scrolls, filters, moves by keys. @throws Error if it does not react */
export async function workPage(page: Page, session: CDPSession): Promise<Worked> {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await processorMs(session);
  const sorting: number[] = [];
  for (const place of sortedColumns) {
    for (let click = 0; click < 2; click++) sorting.push(await one(page, () => page.click(tablePage.header(place))));
  }
  const scrolling = await scroll(page);
  const filter = page.getByLabel("Filter", { exact: true });
  await runUnmeasured(page, () => filter.click());
  const filtering: number[] = [];
  for (const letter of FILTER) filtering.push(await one(page, () => page.keyboard.press(letter)));
  const left = (await page.locator(tablePage.cell).nth(1).textContent()) ?? "";
  if (!left.toLowerCase().includes(FILTER)) throw new Error(`The table does not filter: ${left}`);
  for (const _ of FILTER) filtering.push(await one(page, () => page.keyboard.press("Backspace")));
  await runUnmeasured(page, () => page.locator(tablePage.cell).nth(2).click());
  const moving: number[] = [];
  for (const key of [tablePage.down, tablePage.up]) {
    for (let move = 0; move < KEY_MOVES; move++) moving.push(await one(page, () => page.keyboard.press(key)));
  }
  const spent = (await processorMs(session)) - before;
  return { sorting, filtering, moving, scrolling, processorMs: spent, heapBytes: await heapBytes(session) };
}

/** Does something that is on the way and not measured. */
async function runUnmeasured(page: Page, act: () => Promise<void>): Promise<void> {
  await one(page, act);
}

/** Does one thing and tells how long it took until the next paint. */
async function one(page: Page, act: () => Promise<void>): Promise<number> {
  await act();
  await page.evaluate(painted);
  return Math.max(SHORTEST_MS, ...(await page.evaluate(takeInteractions)));
}

async function scroll(page: Page): Promise<number[]> {
  const box = page.locator(tablePage.scroller);
  await box.evaluate((element) => element.scrollTo({ top: 0 }));
  await box.hover();
  await page.evaluate(watchFrames);
  for (const pixels of wheelSteps) await page.mouse.wheel(0, pixels);
  await page.evaluate(painted);
  if ((await box.evaluate(({ scrollTop }) => scrollTop)) === 0)
    throw new Error(`${tablePage.scroller} does not scroll.`);
  await box.evaluate((element) => element.scrollTo({ top: 0 }));
  return page.evaluate(takeFrames);
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

async function processorMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}
