import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { besides, makeOthers } from "./beside.ts";
import { type Databases, openDatabases, type Size, within } from "./data/databases.ts";
import { explained } from "./explained.ts";
import { loads } from "./loads.ts";
import { whileRunning } from "./server/running.ts";
import { twiceTheMeters } from "./twice.ts";

/** Reads an option that is a regular expression. @throws InvalidArgumentError for what is none */
function pattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new InvalidArgumentError("It must be a regular expression.");
  }
}

const PARTS = ["small", "beside", "twice", "large", "plans"] as const;
type Part = (typeof PARTS)[number];

interface Options {
  days: number;
  smallProperties: number;
  largeProperties: number;
  perProperty: number;
  keep?: string;
  database?: string;
  only: RegExp;
  parts?: Part[];
  alone?: true;
  orderings?: true;
  plans?: true;
  record?: true;
}

/** `bench reports`: how fast every report answers, beside the plain way and columns. */
export function reportsBench(): Command {
  return new Command("reports")
    .description("every report call under load, beside a plain schema and DuckDB, with twice the meters, and its plans")
    .option("--days <number>", "days of readings", wholeNumber, 180)
    .option("--small-properties <number>", "properties of the one organization beside the plain way", wholeNumber, 50)
    .option("--large-properties <number>", "properties of twenty organizations", wholeNumber, 500)
    .option("--per-property <number>", "meters of a property", wholeNumber, 200)
    .option("--keep <folder>", "where the data stays for later runs; without it they are gone in the end")
    .option("--database <url>", "a Postgres that databases are made in, such as one with Citus; else a private one")
    .option("--only <pattern>", "only calls whose path matches this regular expression", pattern, /./)
    .addOption(new Option("--parts <names...>", "only these parts").choices(PARTS))
    .option("--alone", "ask with one client only, for a quick look")
    .option("--orderings", "measure every ordering, too")
    .option("--plans", "print the query plans")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { figures, postgres } =
        options.keep === undefined
          ? await inScratchFolder((folder) => measure(folder, options))
          : await measure(options.keep, options);
      const { days, smallProperties, largeProperties, perProperty } = options;
      const what =
        `Every report call, asked over HTTP of a server in a process of its own by the admin of an organization: all ` +
        `properties (portfolio) or one (property), 1, 7 and 30 days, beside the days before where they can be, charts also 180. (a): ${smallProperties} properties of ` +
        `${perProperty} meters, one organization; (b): ${largeProperties} properties of ${perProperty} meters, twenty organizations, ` +
        `the admin's with half of all; ${days} days of simulated readings. Alone: one question after the other. Loaded: 16 ` +
        "clients, 20 questions a second together, mixed, counted from when each was due. Plain: a row per reading in the " +
        "same Postgres with keys and an index on the hour, 256 MB to sort in, leak gallons worked out beforehand; DuckDB: " +
        "the same hours in columns, within the process that asks; their answers are the same to the thousandth of a gallon.";
      const command = `npm run bench -- reports --days ${days} --large-properties ${largeProperties}`;
      await report({ bench: "reports", what, command, postgres, figures }, options.record === true);
    });
}

async function measure(folder: string, options: Options): Promise<{ figures: Figure[]; postgres: string }> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const own = options.database === undefined ? await startEmbeddedPostgres(folder) : null;
  const url = own?.url ?? options.database ?? "";
  try {
    const figures = await measureIn(await openDatabases(url, folder), folder, options);
    return { figures, postgres: await within(url, postgresVersion) };
  } finally {
    await own?.stop();
  }
}

async function measureIn(databases: Databases, folder: string, options: Options): Promise<Figure[]> {
  const { days, smallProperties, largeProperties, perProperty, only } = options;
  const small: Size = { properties: smallProperties, organizations: 1, perProperty, days };
  const large: Size = { properties: largeProperties, organizations: 20, perProperty, days };
  const choice = { only, orderings: options.orderings === true, alone: options.alone === true };
  const files = join(folder, "server");
  const figures: Figure[] = [];
  const isWanted = (part: Part) => options.parts?.includes(part) ?? true;
  if (isWanted("large") || isWanted("plans")) {
    const url = await databases.portfolio(large);
    await whileRunning(url, files, async (running) => {
      if (isWanted("large")) figures.push(...(await loads(running, "(b)", { ...choice, floors: true })));
      if (isWanted("plans")) figures.push(...(await explained(running, url, { only, print: options.plans === true })));
    });
  }
  if (!isWanted("small") && !isWanted("beside") && !isWanted("twice")) return figures;
  const url = await databases.portfolio(small);
  await whileRunning(url, files, async (running) => {
    if (isWanted("small")) figures.push(...(await loads(running, "(a)", { ...choice, floors: false })));
    if (isWanted("beside")) {
      figures.push(...(await besides(running, await makeOthers(databases, url, folder, small), only)));
    }
    if (!isWanted("twice")) return;
    const more = await databases.portfolio({ ...small, perProperty: perProperty * 2 });
    await whileRunning(more, `${files}-twice`, async (twice) => {
      figures.push(...(await twiceTheMeters(running, twice, only)));
    });
  });
  return figures;
}
