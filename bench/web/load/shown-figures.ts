import type { Page } from "playwright-core";
import type { Screen } from "./screen.ts";

/** A screen that shows no figures by then shows none. */
const GIVE_UP_MS = 15_000;

type Figures = Pick<Screen, "figures" | "isText">;

/**
 * Waits until a page shows its figures. Checked before each picture that the browser draws.
 * @returns milliseconds since the page was opened
 * @throws Error when they do not come
 */
export async function figuresShown(page: Page, { figures, isText }: Figures): Promise<number> {
  const options = { timeout: GIVE_UP_MS };
  const shown = page.waitForFunction(timeOfFigures, [figures, isText === true] as const, options);
  return (await shown.catch((error) => fail(page, error))).jsonValue();
}

async function fail(page: Page, cause: unknown): Promise<never> {
  const text = (await page.locator("main").allInnerTexts()).join(" ").replaceAll(/\s+/g, " ");
  throw new Error(`No figures at ${page.url()}, ${page.viewportSize()?.width} pixels wide: ${text.slice(0, 300)}`, {
    cause,
  });
}

/** Runs in the page. Figures that {@link forgetFigures} has seen are those of the screen before. */
function timeOfFigures([selector, isText]: readonly [string, boolean]): number {
  const before: unknown = Reflect.get(window, "benchFiguresBefore");
  const isNew = (match: Element) => !(before instanceof Set && before.has(match));
  const isThere = Array.from(document.querySelectorAll(selector)).some(
    (match) => isNew(match) && match.checkVisibility() && (isText || /\d/.test(match.textContent ?? "")),
  );
  return isThere ? performance.now() : 0;
}

/** What now matches does not count as figures of the screen that is opened next. */
export async function forgetFigures(page: Page, { figures }: Figures): Promise<void> {
  await page.evaluate((selector) => {
    Object.assign(window, { benchFiguresBefore: new Set(document.querySelectorAll(selector)) });
  }, figures);
}

/** Waits until nothing more comes over the wire and what came is painted. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}
