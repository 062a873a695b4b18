import { Command } from "commander";
import { type Browser, chromium } from "playwright-core";
import { buildWeb } from "../../scripts/build-web.ts";
import { chromiumFlags, findChromium } from "../../scripts/chromium.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";
import { findPlaces } from "./demo-places.ts";
import { measureScreen, TIMES } from "./measure-screen.ts";
import { screensOf } from "./screens.ts";
import { measureTable } from "./table/measure-table.ts";

const WHAT =
  `Screens of the demo opened in Chromium on the same machine, ${TIMES} times in each way, the median. Cold: with an empty
cache; kB (1,000 bytes, gzip) of script that came over the wire until the first figure could be seen, without the headers of its answers, those of charts apart and until
nothing more came, everything with its headers, and milliseconds from navigation until then. Warm: in a browser that has opened the screen before. As a further route:
from another screen by its link. Layout shift: the largest of all cold openings and of one on a phone. On the sign-in page the button stands for figures.
Then the leak list with 10,000 rows, sorted and filtered in the page: milliseconds from a click or key until the next
picture (of less than 16 the browser does not tell, so 16 is the least) and between frames while the wheel turns.`.replaceAll(
    "\n",
    " ",
  );

/** `bench web`: what a browser must load until the figures of a screen stand there, how long that takes, and how fast the table is. */
export function webBench(): Command {
  return new Command("web")
    .description("screens in Chromium: script over the wire, time to figures, layout shift, a table of 10,000 rows")
    .option("--record", "keep the figures in docs/")
    .option("--only <name>", "only screens with this in their name, or 'rows' for the table")
    .action(async (options: { record?: true; only?: string }) => {
      if (options.record && options.only !== undefined) throw new Error("Only a whole run is recorded.");
      await buildWeb();
      const { figures, postgres } = await inScratchFolder((folder) => measure(folder, options.only ?? ""));
      const result = { bench: "web", what: WHAT, command: "npm run bench -- web", postgres, figures };
      await report(result, options.record === true);
    });
}

async function measure(folder: string, only: string): Promise<{ figures: Figure[]; postgres: string }> {
  process.stdout.write("Starting with the demo…\n");
  const server = await startServer("server/main.ts", { DATA_DIR: folder, DEMO: "on" }, ["/health/ready"]);
  try {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
    const figures = await measureScreens(browser, server.url, only);
    if ("10,000 rows".includes(only)) figures.push(...(await measureTable(browser, folder)));
    await browser.close();
    return { figures, postgres: await besideServer(folder, postgresVersion) };
  } finally {
    await server.program.stop();
  }
}

async function measureScreens(browser: Browser, url: string, only: string): Promise<Figure[]> {
  const screens = screensOf(await findPlaces(browser, url)).filter(({ name }) => name.includes(only));
  const figures: Figure[] = [];
  for (const screen of screens) figures.push(...(await measureScreen(browser, url, screen)));
  return figures;
}
