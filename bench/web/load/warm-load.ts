import { chromium } from "playwright-core";
import { chromiumFlags, findChromium } from "../../../scripts/chromium.ts";
import { inScratchFolder } from "../../run/scratch.ts";
import { DESKTOP } from "./first-load.ts";
import type { Screen } from "./screen.ts";
import { atRest, figuresShown } from "./shown-figures.ts";
import type { SignedIn } from "./sign-in.ts";

/** The browser keeps a script compiled once it has met it a second time, and takes that the third time. */
const FILLING = 2;

/**
 * Milliseconds from navigation to the first figure for one who has opened the screen before: a browser with a profile
 * on disk, with the files and the compiled scripts of the visits before.
 */
export async function warmLoads(url: string, screen: Screen, state: SignedIn, times: number): Promise<number[]> {
  return inScratchFolder(async (folder) => {
    const options = { executablePath: findChromium(), args: chromiumFlags, viewport: DESKTOP };
    const context = await chromium.launchPersistentContext(folder, options);
    try {
      await context.addCookies(state.cookies);
      const loads: number[] = [];
      for (let load = 0; load < FILLING + times; load++) {
        const page = await context.newPage();
        await page.goto(url + screen.path, { waitUntil: "commit" });
        const figuresMs = await figuresShown(page, screen);
        await atRest(page);
        await page.close();
        if (load >= FILLING) loads.push(figuresMs);
      }
      return loads;
    } finally {
      await context.close();
    }
  });
}
