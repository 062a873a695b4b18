import { join } from "node:path";
import { Command } from "commander";
import { build } from "vite";
import { buildWeb } from "../../scripts/build-web.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { startServer } from "../run/server.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = "/";
const READY = "/health/ready";
const FIRST_START_S = 60;

/** `bench start`: how long a person waits after `npm start`. */
export function startBench(): Command {
  return new Command("start")
    .description("seconds from npm start to the first page: with an empty database and the demo, and a second time")
    .option("--record", "keep the figures in docs/")
    .action(async (options: { record?: true }) => {
      const { figures, postgres } = await inScratchFolder(measure);
      const what =
        "What `npm start` runs, from the start of its process until the page and the health call answer: first on an " +
        "empty data folder, where it loads the demo, then after a stop on what is there. The app is built before; " +
        "the build, needed once after a change, stands apart.";
      const result = { bench: "start", what, command: "npm run bench -- start", postgres, figures };
      await report(result, options.record === true);
    });
}

async function measure(folder: string): Promise<{ figures: Figure[]; postgres: string }> {
  const began = performance.now();
  await build({
    configFile: join(ROOT, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: join(folder, "web"), emptyOutDir: true },
  });
  const buildSeconds = (performance.now() - began) / 1000;
  await buildWeb();
  const settings = { DATA_DIR: join(folder, "data"), DEMO: "on" };
  process.stdout.write("Starting with an empty data folder…\n");
  const first = await startServer("scripts/start.ts", settings, [PAGE, READY]);
  let postgres: string;
  try {
    postgres = await besideServer(settings.DATA_DIR, postgresVersion);
  } finally {
    await first.program.stop();
  }
  process.stdout.write("Starting again…\n");
  const second = await startServer("scripts/start.ts", settings, [PAGE, READY]);
  await second.program.stop();
  const seconds = (server: typeof first, path: string) => server.secondsUntil.get(path) ?? Number.NaN;
  const figures: Figure[] = [
    { name: "building the app", value: buildSeconds, unit: "s" },
    {
      name: "first start, demo loaded: first page",
      value: seconds(first, PAGE),
      unit: "s",
      goal: { must: "be at most", value: FIRST_START_S },
    },
    { name: "first start, demo loaded: ready", value: seconds(first, READY), unit: "s" },
    { name: "second start: first page", value: seconds(second, PAGE), unit: "s" },
    { name: "second start: ready", value: seconds(second, READY), unit: "s" },
  ];
  return { figures, postgres };
}
