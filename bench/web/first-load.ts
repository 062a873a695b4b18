import type { BrowserContext } from "playwright-core";
import type { Screen } from "./screens.ts";

/** One opening of a screen by a browser that has nothing of it yet. */
export interface FirstLoad {
  /** Milliseconds from navigation to the first figure that a person sees. */
  figuresMs: number;
  /** Bytes over the wire of scripts that had come until then: all but those of charts, and those of charts. */
  script: number;
  chartScript: number;
  /** Bytes over the wire of everything that had come until then. */
  everything: number;
}

/** Chart code lies in files of its own, named after the chart. */
const CHART = /chart|echarts/i;

/** Opens a screen in a new page of a context whose cache is empty, and measures until its figures stand there. */
export async function firstLoad(context: BrowserContext, baseUrl: string, screen: Screen): Promise<FirstLoad> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const kinds = new Map<string, { isScript: boolean; url: string }>();
  const bytes = new Map<string, number>();
  network.on("Network.responseReceived", ({ requestId, type, response }) => {
    kinds.set(requestId, { isScript: type === "Script", url: response.url });
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));
  await page.goto(baseUrl + screen.path, { waitUntil: "commit" });
  const shown = await page.waitForFunction(timeOfFigures, [screen.figures, screen.isText === true] as const);
  const figuresMs = await shown.jsonValue();
  const load: FirstLoad = { figuresMs, script: 0, chartScript: 0, everything: 0 };
  for (const [requestId, size] of bytes) {
    const kind = kinds.get(requestId);
    load.everything += size;
    if (kind?.isScript !== true) continue;
    if (CHART.test(kind.url)) load.chartScript += size;
    else load.script += size;
  }
  await page.close();
  return load;
}

/** Runs in the page, before each picture is drawn: milliseconds since navigation once the figures are there, else 0. */
function timeOfFigures([selector, isText]: readonly [string, boolean]): number {
  const matches = Array.from(document.querySelectorAll(selector));
  const isThere = matches.some((match) => match.checkVisibility() && (isText || /\d/.test(match.textContent ?? "")));
  return isThere ? performance.now() : 0;
}
