import type { Browser } from "playwright-core";
import { shiftOf, watchShifts } from "./layout-shift.ts";
import type { Screen } from "./screen.ts";
import { atRest, figuresShown } from "./shown-figures.ts";
import type { SignedIn } from "./sign-in.ts";
import { countTraffic } from "./traffic.ts";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** One opening of a screen by a browser that has nothing of it yet. */
export interface FirstLoad {
  /** Milliseconds from navigation to the first figure that a person sees. */
  figuresMs: number;
  /** Bytes of scripts that had come until then, without those of charts. */
  script: number;
  /** Bytes of everything that had come until then, headers too. */
  everything: number;
  /** Bytes of the charts' scripts that had come until nothing more came. */
  chartScript: number;
  /** Cumulative layout shift until nothing more came. */
  shift: number;
}

type Seen = Pick<Screen, "path" | "figures" | "isText">;

/** Opens a screen with an empty cache. @throws Error when its figures do not come */
export async function firstLoad(
  browser: Browser,
  url: string,
  screen: Seen,
  storageState?: SignedIn,
  viewport = DESKTOP,
): Promise<FirstLoad> {
  // A context has a cache of its own, empty at first.
  const context = await browser.newContext({ storageState, viewport });
  try {
    const page = await context.newPage();
    await watchShifts(page);
    const traffic = await countTraffic(page);
    await page.goto(url + screen.path, { waitUntil: "commit" });
    const figuresMs = await figuresShown(page, screen);
    const { script, everything } = traffic();
    await atRest(page);
    return { figuresMs, script, everything, chartScript: traffic().chartScript, shift: await shiftOf(page) };
  } finally {
    await context.close();
  }
}
