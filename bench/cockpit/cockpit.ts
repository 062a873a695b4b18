import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { chromium } from "playwright-core";
import { buildWeb } from "../../scripts/build-web.ts";
import { chromiumFlags, findChromium } from "../../scripts/chromium.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { openDatabases, within } from "../reports/data/databases.ts";
import { whileRunning } from "../reports/server/running.ts";
import { percentile } from "../run/percentile.ts";
import { postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { type Opening, openCockpit } from "./open-cockpit.ts";

const TIMES = 5;

interface Options {
  days: number;
  properties: number;
  perProperty: number;
  keep?: string;
  record?: true;
}

/** `bench cockpit`: how long the owner of very much waits for the cockpit, and whether its panels wait for each other. */
export function cockpitBench(): Command {
  return new Command("cockpit")
    .description("the cockpit of a large portfolio in Chromium: time to figures, its calls side by side")
    .option("--days <number>", "days of readings", wholeNumber, 65)
    .option("--properties <number>", "properties of the organization", wholeNumber, 500)
    .option("--per-property <number>", "meters of a property", wholeNumber, 200)
    .option("--keep <folder>", "where the data stays for later runs; without it they are gone in the end")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      await buildWeb();
      const { figures, postgres } =
        options.keep === undefined
          ? await inScratchFolder((folder) => measure(folder, options))
          : await measure(options.keep, options);
      const { properties, perProperty, days } = options;
      const what =
        `The cockpit of one organization with ${properties} properties of ${perProperty} meters and ${days} days of simulated readings, ` +
        `its last 30 days opened ${TIMES} times in Chromium with an empty cache, the median; server, database and browser share the machine. ` +
        "First figures: the first digit of a panel. All figures: no panel waits any more. Side by side: of the reporting calls, those that began after the first of them was answered; " +
        "and all of them together beside the slowest of them asked alone.";
      await report(
        { bench: "cockpit", what, command: "npm run bench -- cockpit", postgres, figures },
        options.record === true,
      );
    });
}

async function measure(folder: string, options: Options): Promise<{ figures: Figure[]; postgres: string }> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const postgres = await startEmbeddedPostgres(folder);
  try {
    const { days, properties, perProperty } = options;
    const databases = await openDatabases(postgres.url, folder);
    process.stdout.write("Filling the database, unless it is there…\n");
    const url = await databases.portfolio({ properties, organizations: 1, perProperty, days });
    const figures = await whileRunning(url, join(folder, "server"), async (running) => {
      const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
      try {
        const openings: Opening[] = [];
        for (let i = 0; i < TIMES; i++) openings.push(await openCockpit(browser, running));
        return figuresOf(openings);
      } finally {
        await browser.close();
      }
    });
    return { figures, postgres: await within(postgres.url, postgresVersion) };
  } finally {
    await postgres.stop();
  }
}

function figuresOf(openings: readonly Opening[]): Figure[] {
  const median = (of: (opening: Opening) => number) => percentile(openings.map(of), 0.5);
  const atMost = (value: number) => ({ goal: { must: "be at most", value } }) as const;
  return [
    { name: "first figures, cold", value: median(({ firstMs }) => firstMs), unit: "ms" },
    { name: "all figures, cold", value: median(({ allMs }) => allMs), unit: "ms", ...atMost(1500) },
    { name: "reporting calls", value: median(({ calls }) => calls), unit: "" },
    { name: "calls that began after the first answer", value: median(({ late }) => late), unit: "", ...atMost(0) },
    {
      name: "from the first call's begin to the last answer",
      value: median(({ togetherMs }) => togetherMs),
      unit: "ms",
    },
    { name: "the slowest call alone", value: median(({ slowestAloneMs }) => slowestAloneMs), unit: "ms" },
    {
      name: "all calls together to the slowest alone",
      value: median(({ togetherMs, slowestAloneMs }) => togetherMs / slowestAloneMs),
      unit: "times",
    },
  ];
}
