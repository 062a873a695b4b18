import type { Browser } from "playwright-core";
import type { Figure } from "../record/figure.ts";
import { percentile } from "../run/percentile.ts";
import { type FirstLoad, firstLoad, PHONE } from "./load/first-load.ts";
import { type FurtherRoute, furtherRoute } from "./load/further-route.ts";
import type { Screen } from "./load/screen.ts";
import { signIn } from "./load/sign-in.ts";
import { warmLoads } from "./load/warm-load.ts";

/** How often a screen is opened in each way. */
export const TIMES = 5;

/** What a screen costs who opens it. One whose figures do not come is reported, and misses its goal. */
export async function measureScreen(browser: Browser, url: string, screen: Screen): Promise<Figure[]> {
  process.stdout.write(`${screen.name}\n`);
  try {
    return await figuresOf(browser, url, screen);
  } catch (error) {
    process.stdout.write(`  It did not show what it should: ${error instanceof Error ? error.message : error}\n`);
    return [{ name: `${screen.name}: shows its figures`, value: 0, unit: "", goal: { must: "be", value: 1 } }];
  }
}

async function figuresOf(browser: Browser, url: string, screen: Screen): Promise<Figure[]> {
  const state = await signIn(browser, url, screen.account);
  const loads: FirstLoad[] = [];
  for (let i = 0; i < TIMES; i++) loads.push(await firstLoad(browser, url, screen, state));
  const onPhone = await firstLoad(browser, url, screen, state, PHONE);
  const warm = await warmLoads(url, screen, state, TIMES);
  const routes: FurtherRoute[] = [];
  for (let i = 0; i < TIMES && screen.way; i++)
    routes.push(await furtherRoute(browser, url, screen, screen.way, state));
  const median = (of: (load: FirstLoad) => number) => percentile(loads.map(of), 0.5);
  const shift = Math.max(onPhone.shift, ...loads.map((load) => load.shift));
  const figure = (name: string, value: number, unit: string, most?: number): Figure => ({
    name: `${screen.name}: ${name}`,
    value,
    unit,
    ...(most === undefined ? {} : { goal: { must: "be at most", value: most } }),
  });
  const figures = [
    figure("script before the first figures", median(({ script }) => script) / 1000, "kB", 220),
    figure("charts' script", median(({ chartScript }) => chartScript) / 1000, "kB", 220),
    figure("everything before the first figures", median(({ everything }) => everything) / 1000, "kB"),
    figure(
      "first figures, cold",
      median(({ figuresMs }) => figuresMs),
      "ms",
      1000,
    ),
    figure("first figures, warm", percentile(warm, 0.5), "ms", 300),
    figure("layout shift, the worst", shift, "", 0.02),
  ];
  if (routes.length === 0) return figures;
  const ofRoutes = (of: (route: FurtherRoute) => number) => percentile(routes.map(of), 0.5);
  return [
    ...figures,
    figure("as a further route, script", ofRoutes(({ script }) => script) / 1000, "kB", 60),
    figure(
      "as a further route, click to figures",
      ofRoutes(({ figuresMs }) => figuresMs),
      "ms",
    ),
  ];
}
