import type { Browser, Page } from "playwright-core";
import type { Running } from "../reports/server/running.ts";
import { DESKTOP } from "../web/load/first-load.ts";
import { figuresShown } from "../web/load/shown-figures.ts";

const PATH = "/cockpit?period=last-30-days";
const GIVE_UP_MS = 60_000;

/** One opening of the cockpit with an empty cache; milliseconds since navigation. */
export interface Opening {
  firstMs: number;
  allMs: number;
  /** Reporting calls that it made. */
  calls: number;
  /** Of them those that began after the first of them was answered. */
  late: number;
  togetherMs: number;
  /** The slowest of the same calls, made one after the other afterwards. */
  slowestAloneMs: number;
}

/** Opens the cockpit as the admin of a large portfolio. @throws Error when its figures do not come */
export async function openCockpit(
  browser: Browser,
  { url, cookie }: Pick<Running, "url" | "cookie">,
): Promise<Opening> {
  const context = await browser.newContext({ viewport: DESKTOP });
  try {
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    await page.goto(url + PATH, { waitUntil: "commit" });
    const firstMs = await figuresShown(page, { figures: "main p, main td, main dd" });
    const settled = await page.waitForFunction(settledAt, undefined, { timeout: GIVE_UP_MS });
    const allMs = await settled.jsonValue();
    const calls = await page.evaluate(callsOf);
    const firstAnswer = Math.min(...calls.map(({ end }) => end));
    const begin = Math.min(...calls.map(({ start }) => start));
    return {
      firstMs,
      allMs,
      calls: calls.length,
      late: calls.filter(({ start }) => start > firstAnswer).length,
      togetherMs: Math.max(...calls.map(({ end }) => end)) - begin,
      slowestAloneMs: await slowestAlone(
        page,
        calls.map((call) => call.url),
      ),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page: when no panel waits any more; 0 until then. */
function settledAt(): number {
  const panels = document.querySelectorAll("main section");
  return panels.length > 3 && document.querySelector("main [aria-busy=true]") === null ? performance.now() : 0;
}

/** Runs in the page. */
function callsOf(): { url: string; start: number; end: number }[] {
  return performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.includes("/v1/reporting/"))
    .map(({ name, startTime, duration }) => ({ url: name, start: startTime, end: startTime + duration }));
}

async function slowestAlone(page: Page, urls: readonly string[]): Promise<number> {
  let slowest = 0;
  for (const url of urls) {
    const took = await page.evaluate(async (address) => {
      const began = performance.now();
      await (await fetch(address, { cache: "no-store" })).text();
      return performance.now() - began;
    }, url);
    slowest = Math.max(slowest, took);
  }
  return slowest;
}
