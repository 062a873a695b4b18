import { type Browser, chromium, type Page, type Route } from "playwright-core";
import { accounts, fillLogin, password } from "../../e2e/accounts.ts";
import { atRest } from "../../e2e/at-rest.ts";
import { emptied } from "../../e2e/emptied.ts";
import { figureCalls, knownLeak, type Screen } from "../../e2e/screens/screen.ts";
import { dialogs, screens } from "../../e2e/screens/screens.ts";
import { chromiumFlags, findChromium } from "../chromium.ts";

const widths = [1440, 768, 360];
const schemes = ["light", "dark"] as const;
const states: Record<string, ((route: Route) => Promise<void>) | null> = {
  data: null,
  empty: async (route) => {
    // A page that was left no longer waits for the answer.
    const answer = await route.fetch().catch(() => null);
    if (answer === null) return;
    await route.fulfill({ response: answer, json: emptied(await answer.json()) }).catch(() => {});
  },
  failing: (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" }),
};

/** The number of alerts loads seconds after everything else. */
const WITHOUT_LATE = 'header a[aria-label^="Alerts"] span { visibility: hidden }';

/** All screens and dialogs with a part in their names. */
export const screensNamed = (part: string): readonly Screen[] =>
  [...screens, ...dialogs].filter(({ name }) => name.includes(part));

export const openBrowser = () => chromium.launch({ executablePath: findChromium(), args: chromiumFlags });

/**
 * Takes pictures of a screen in all states, at all widths, light and dark.
 * @param baseURL of the product @param now the browser's time, in ms since 1970; default: the machine's
 * @returns each PNG with its file's name
 */
export async function* pictures(
  browser: Browser,
  baseURL: string,
  screen: Screen,
  now?: number,
): AsyncGenerator<{ name: string; png: Buffer }> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ baseURL, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    if (now !== undefined) await page.clock.setFixedTime(now);
    await page.goto("/login");
    await fillLogin(page, accounts[screen.as], password);
    await page.waitForURL((url) => url.pathname !== "/login" && url.pathname !== "/");
    const path = screen.path(await knownLeak(page));
    const calls = screen.calls ?? figureCalls;
    for (const [state, fault] of Object.entries(states)) {
      if (fault) await page.route(calls, fault);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 360 ? 780 : 900 });
        const name = `${screen.name.replaceAll(" ", "-")}-${state}-${width}-${colorScheme}.png`;
        yield { name, png: await picture(page, screen, path, name) };
      }
      await page.unroute(calls);
    }
    await context.close();
  }
}

async function picture(page: Page, screen: Screen, path: string, name: string): Promise<Buffer> {
  await page.goto(path);
  const isStill = () => process.stdout.write(`${name}: still waiting for something\n`);
  await atRest(page).catch(isStill);
  if (dialogs.includes(screen)) {
    await screen.ready(page).catch(isStill);
    await page.waitForFunction(() => document.querySelector("[role=dialog] [aria-busy=true]") === null).catch(isStill);
    await atRest(page).catch(isStill);
  }
  return stablePicture(page);
}

/** A picture of the page once two in a row are the same, or after ten tries. */
async function stablePicture(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ fullPage: true, style: WITHOUT_LATE });
  let last = await take();
  for (let tries = 0; tries < 10; tries++) {
    await page.waitForTimeout(200);
    const next = await take();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}
