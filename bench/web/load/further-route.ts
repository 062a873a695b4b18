import type { Browser, Page } from "playwright-core";
import { DESKTOP } from "./first-load.ts";
import type { Screen, Way } from "./screen.ts";
import { atRest, figuresShown, forgetFigures } from "./shown-figures.ts";
import type { SignedIn } from "./sign-in.ts";
import { countTraffic } from "./traffic.ts";

/** One going to a screen from another that is open. */
export interface FurtherRoute {
  /** Milliseconds from the click to the screen's first figure. */
  figuresMs: number;
  /** Bytes of scripts that came for it, without those of charts. */
  script: number;
}

/** Goes to a screen for the first time, in the way that a person does. @throws Error when its figures do not come */
export async function furtherRoute(
  browser: Browser,
  url: string,
  screen: Screen,
  way: Way,
  storageState: SignedIn,
): Promise<FurtherRoute> {
  const context = await browser.newContext({ storageState, viewport: DESKTOP });
  try {
    const page = await context.newPage();
    await page.goto(url + way.from, { waitUntil: "commit" });
    await page.locator(way.clicks[0]).first().waitFor();
    await atRest(page);
    const traffic = await countTraffic(page);
    await noteClicks(page);
    await forgetFigures(page, screen);
    for (const selector of way.clicks) await page.locator(selector).first().click();
    const shownAt = await figuresShown(page, screen);
    const clickedAt = await page.evaluate(() => Number(Reflect.get(window, "benchClickedAt")));
    await atRest(page);
    return { figuresMs: shownAt - clickedAt, script: traffic().script };
  } finally {
    await context.close();
  }
}

async function noteClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = ({ timeStamp }: Event) => Object.assign(window, { benchClickedAt: timeStamp });
    window.addEventListener("click", note, { capture: true });
  });
}
