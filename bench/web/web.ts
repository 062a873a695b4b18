import { Command } from "commander";
import { type Browser, chromium } from "playwright-core";
import { buildWeb } from "../../scripts/build-web.ts";
import { chromiumFlags, findChromium } from "../../scripts/chromium.ts";
import { demoAccountList } from "../../server/accounts/demo-accounts.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";
import { type FirstLoad, firstLoad } from "./first-load.ts";
import { type Screen, screens } from "./screens.ts";

const TIMES = 5;

/** `bench web`: what a browser that has nothing yet must load until the figures stand there, and how long that takes. */
export function webBench(): Command {
  return new Command("web")
    .description("first load of screens with the demo in Chromium: script over the wire, time to the first figures")
    .option("--record", "keep the figures in docs/")
    .action(async (options: { record?: true }) => {
      await buildWeb();
      const { figures, postgres } = await inScratchFolder(measure);
      const what =
        `Screens of the demo opened in Chromium on the same machine with an empty cache, ${TIMES} times each, the ` +
        "median: kB (1,000 bytes) of script that came over the wire until the first figure could be seen, charts' " +
        "code apart, and milliseconds from navigation until then. On the sign-in page the button stands for figures.";
      const result = { bench: "web", what, command: "npm run bench -- web", postgres, figures };
      await report(result, options.record === true);
    });
}

async function measure(folder: string): Promise<{ figures: Figure[]; postgres: string }> {
  process.stdout.write("Starting with the demo…\n");
  const server = await startServer("server/main.ts", { DATA_DIR: folder, DEMO: "on" }, ["/health/ready"]);
  try {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
    const figures: Figure[] = [];
    for (const screen of screens) figures.push(...(await measureScreen(browser, server.url, screen)));
    await browser.close();
    return { figures, postgres: await besideServer(folder, postgresVersion) };
  } finally {
    await server.program.stop();
  }
}

async function measureScreen(browser: Browser, url: string, screen: Screen): Promise<Figure[]> {
  const loads: FirstLoad[] = [];
  const state = await signedIn(browser, url, screen);
  for (let i = 0; i < TIMES; i++) {
    // A context has a cache of its own, empty at first.
    const context = await browser.newContext({ storageState: state });
    loads.push(await firstLoad(context, url, screen));
    await context.close();
  }
  const median = (of: (load: FirstLoad) => number) => loads.map(of).sort((a, b) => a - b)[Math.floor(TIMES / 2)];
  const name = screen.path.split("?")[0];
  return [
    { name: `${name}: script before the first figures`, value: median(({ script }) => script) / 1000, unit: "kB" },
    { name: `${name}: of charts, by then`, value: median(({ chartScript }) => chartScript) / 1000, unit: "kB" },
    { name: `${name}: everything by then`, value: median(({ everything }) => everything) / 1000, unit: "kB" },
    { name: `${name}: first figures`, value: median(({ figuresMs }) => figuresMs), unit: "ms" },
  ];
}

/** The cookies of the screen's account. @throws Error when it cannot sign in */
async function signedIn(browser: Browser, url: string, { account }: Screen) {
  const context = await browser.newContext();
  const found = demoAccountList.find(({ email }) => email === account);
  if (found !== undefined) {
    const { email, password } = found;
    const answer = await context.request.post(`${url}/v1/session`, {
      headers: { origin: url },
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  }
  const state = await context.storageState();
  await context.close();
  return state;
}
