import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page, type Route } from "playwright-core";
import { accounts, fillLogin, password } from "../../e2e/accounts.ts";
import { atRest } from "../../e2e/at-rest.ts";
import { emptied } from "../../e2e/emptied.ts";
import { figureCalls, knownLeak, type Screen } from "../../e2e/screens/screen.ts";
import { dialogs, screens } from "../../e2e/screens/screens.ts";
import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/start-server.ts";
import { buildWeb } from "../build-web.ts";
import { chromiumFlags, findChromium } from "../chromium.ts";

// Pictures of every screen and dialog with data, empty and failing, at three widths, light and dark, to be looked at:
// npm run screenshots, or with a part of a screen's name for a few. They come into screenshots/.
const only = process.argv[2] ?? "";
const folder = "screenshots";
const widths = [1440, 768, 360];
const schemes = ["light", "dark"] as const;

const states: Record<string, ((route: Route) => Promise<void>) | null> = {
  data: null,
  empty: async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: emptied(await answer.json()) });
  },
  failing: (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" }),
};

async function picture(page: Page, screen: Screen, path: string, file: string): Promise<void> {
  await page.goto(path);
  await atRest(page).catch(() => process.stdout.write(`${file}: still waiting for something\n`));
  if (screen.name.includes("dialog")) await screen.ready(page).catch(() => {});
  await page.screenshot({ path: file, fullPage: true });
}

async function pictures(browser: Browser, baseURL: string, screen: Screen): Promise<void> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ baseURL, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto("/login");
    await fillLogin(page, accounts[screen.as], password);
    await page.waitForURL((url) => url.pathname !== "/login" && url.pathname !== "/");
    const path = screen.path(await knownLeak(page));
    const calls = screen.calls ?? figureCalls;
    for (const [state, fault] of Object.entries(states)) {
      if (fault) await page.route(calls, fault);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 360 ? 780 : 900 });
        const file = join(folder, `${screen.name.replaceAll(" ", "-")}-${state}-${width}-${colorScheme}.png`);
        await picture(page, screen, path, file);
        process.stdout.write(`${file}\n`);
      }
      await page.unroute(calls);
    }
    await context.close();
  }
}

/** The product that PRODUCT_URL names, or one of our own with the demo. */
async function product(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.PRODUCT_URL;
  if (url !== undefined) return { url, stop: async () => {} };
  buildWeb();
  const data = await mkdtemp(join(tmpdir(), "dripline-screenshots-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(data, 0o755);
  process.stdout.write("Starting with the demo…\n");
  const server = await startServer(readConfig({ DATA_DIR: data, PORT: "0", DEMO: "on", LOG_LEVEL: "error" }), () => {});
  return { url: server.url, stop: () => server.stop().then(() => rm(data, { recursive: true, force: true })) };
}

const { url, stop } = await product();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
await mkdir(folder, { recursive: true });
for (const screen of [...screens, ...dialogs]) {
  if (screen.name.includes(only)) await pictures(browser, url, screen);
}
await browser.close();
await stop();
