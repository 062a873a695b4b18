import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Figure } from "../../record/figure.ts";
import { percentile } from "../../run/percentile.ts";
import { DESKTOP, type FirstLoad, firstLoad } from "../first-load.ts";
import { buildPage } from "./build-page.ts";
import { watchInteractions } from "./interactions.ts";
import { servePage } from "./serve-page.ts";
import { type TablePage, tablePages } from "./table-page.ts";
import { type Worked, workPage } from "./work-page.ts";

const LOADS = 5;
const ROUNDS = 3;

interface Measured {
  table: TablePage;
  loads: FirstLoad[];
  rounds: Worked[];
}

/** The leak list with 10,000 rows beside the same table made of a common kit, in turns. */
export async function measureTables(browser: Browser, folder: string): Promise<Figure[]> {
  const [ours, kit] = tablePages;
  const [our, other] = [await openTable(folder, ours), await openTable(folder, kit)];
  for (let load = 0; load < LOADS; load++) for (const { takeLoad } of [our, other]) await takeLoad(browser);
  for (let round = 0; round < ROUNDS; round++) for (const { takeRound } of [our, other]) await takeRound(browser);
  await our.close();
  await other.close();
  const times = (name: string, of: (one: Measured) => number): Figure => ({
    name: `10,000 rows: ours to the kit's, ${name}`,
    value: of(our.measured) / of(other.measured),
    unit: "times",
  });
  return [
    ...figuresOf(our.measured, true),
    ...figuresOf(other.measured, false),
    times("95 % of interactions within", (one) => percentile(interactions(one), 0.95)),
    times("processor time of all the work", work),
    times("script", (one) => loaded(one, ({ script }) => script)),
    times("first figures, cold", (one) => loaded(one, ({ figuresMs }) => figuresMs)),
    times("heap after the work", heap),
  ];
}

async function openTable(folder: string, table: TablePage) {
  process.stdout.write(`10,000 rows, ${table.name}\n`);
  const files = join(folder, table.folder);
  await buildPage(table.folder, files);
  const { url, close } = await servePage(files);
  const screen = { path: "/index.html", figures: table.cell };
  const measured: Measured = { table, loads: [], rounds: [] };
  return {
    measured,
    close,
    takeLoad: async (browser: Browser) => measured.loads.push(await firstLoad(browser, url, screen)),
    takeRound: async (browser: Browser) => measured.rounds.push(await oneRound(browser, url + screen.path, table)),
  };
}

async function oneRound(browser: Browser, address: string, table: TablePage): Promise<Worked> {
  const context = await browser.newContext({ viewport: DESKTOP });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(watchInteractions);
  await page.goto(address);
  await page.locator(table.cell).first().waitFor();
  const worked = await workPage(page, session, table);
  await context.close();
  return worked;
}

function figuresOf(one: Measured, hasGoals: boolean): Figure[] {
  const figure = (name: string, value: number, unit: string, most?: number): Figure => ({
    name: `10,000 rows, ${one.table.name}: ${name}`,
    value,
    unit,
    ...(hasGoals && most !== undefined ? { goal: { must: "be at most", value: most } } : {}),
  });
  const all = (of: (worked: Worked) => number[]) => one.rounds.flatMap(of);
  const within = (name: string, values: number[]) =>
    figure(`${name}, 95 % within`, percentile(values, 0.95), "ms", 100);
  const frames = all(({ scrolling }) => scrolling);
  return [
    within(
      "sorting",
      all(({ sorting }) => sorting),
    ),
    within(
      "filtering",
      all(({ filtering }) => filtering),
    ),
    within(
      "moving by keys",
      all(({ moving }) => moving),
    ),
    within("between frames while scrolling", frames),
    figure("the longest interaction", Math.max(...interactions(one)), "ms"),
    figure("the longest between frames while scrolling", Math.max(...frames), "ms"),
    figure("layout shift, the worst", Math.max(...one.loads.map(({ shift }) => shift)), "", 0.02),
    figure("script", loaded(one, ({ script }) => script) / 1000, "kB", 220),
    figure(
      "first figures, cold",
      loaded(one, ({ figuresMs }) => figuresMs),
      "ms",
      1000,
    ),
    figure("processor time of all the work", work(one), "ms"),
    figure("heap after the work", heap(one) / 1e6, "MB"),
  ];
}

function interactions({ rounds }: Measured): number[] {
  return rounds.flatMap(({ sorting, filtering, moving }) => [...sorting, ...filtering, ...moving]);
}

function loaded({ loads }: Measured, of: (load: FirstLoad) => number): number {
  return percentile(loads.map(of), 0.5);
}

function work({ rounds }: Measured): number {
  return percentile(
    rounds.map(({ processorMs }) => processorMs),
    0.5,
  );
}

function heap({ rounds }: Measured): number {
  return percentile(
    rounds.map(({ heapBytes }) => heapBytes),
    0.5,
  );
}
