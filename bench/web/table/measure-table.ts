import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { fastify } from "fastify";
import type { Browser } from "playwright-core";
import type { Figure } from "../../record/figure.ts";
import { percentile } from "../../run/percentile.ts";
import { DESKTOP, type FirstLoad, firstLoad } from "../load/first-load.ts";
import { buildPage } from "./build-page.ts";
import { watchInteractions } from "./interactions.ts";
import { tablePage } from "./table-page.ts";
import { type Worked, workPage } from "./work-page.ts";

const LOADS = 5;
const ROUNDS = 3;

/** The leak list with 10,000 rows. */
export async function measureTable(browser: Browser, folder: string): Promise<Figure[]> {
  process.stdout.write("10,000 rows\n");
  const files = join(folder, "table");
  await buildPage(files);
  const { url, close } = await servePage(files);
  const screen = { path: "/index.html", figures: tablePage.cell };
  const loads: FirstLoad[] = [];
  const rounds: Worked[] = [];
  for (let load = 0; load < LOADS; load++) loads.push(await firstLoad(browser, url, screen));
  for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound(browser, url + screen.path));
  await close();
  return figuresOf(loads, rounds);
}

async function oneRound(browser: Browser, address: string): Promise<Worked> {
  const context = await browser.newContext({ viewport: DESKTOP });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(watchInteractions);
  await page.goto(address);
  await page.locator(tablePage.cell).first().waitFor();
  const worked = await workPage(page, session);
  await context.close();
  return worked;
}

function figuresOf(loads: readonly FirstLoad[], rounds: readonly Worked[]): Figure[] {
  const figure = (name: string, value: number, unit: string, most?: number): Figure => ({
    name: `10,000 rows: ${name}`,
    value,
    unit,
    ...(most === undefined ? {} : { goal: { must: "be at most", value: most } }),
  });
  const within = (name: string, values: number[]) =>
    figure(`${name}, 95 % within`, percentile(values, 0.95), "ms", 100);
  const median = (values: number[]) => percentile(values, 0.5);
  const sorting = rounds.flatMap((one) => one.sorting);
  const filtering = rounds.flatMap((one) => one.filtering);
  const moving = rounds.flatMap((one) => one.moving);
  const frames = rounds.flatMap(({ scrolling }) => scrolling);
  return [
    within("sorting", sorting),
    within("filtering", filtering),
    within("moving by keys", moving),
    within("between frames while scrolling", frames),
    figure("the longest interaction", Math.max(...sorting, ...filtering, ...moving), "ms"),
    figure("the longest between frames while scrolling", Math.max(...frames), "ms"),
    figure("layout shift, the worst", Math.max(...loads.map(({ shift }) => shift)), "", 0.02),
    figure("script", median(loads.map(({ script }) => script)) / 1000, "kB", 220),
    figure("first figures, cold", median(loads.map(({ figuresMs }) => figuresMs)), "ms", 1000),
    figure("processor time of all the work", median(rounds.map(({ processorMs }) => processorMs)), "ms"),
    figure("heap after the work", median(rounds.map(({ heapBytes }) => heapBytes)) / 1e6, "MB"),
  ];
}

/** A server of a folder's files on a free port, compressed as the product's are. */
async function servePage(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const app = fastify();
  app.register(fastifyStatic, { root: folder, preCompressed: true });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, close: () => app.close() };
}
