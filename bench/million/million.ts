import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { sql } from "kysely";
import { showProgress } from "../../server/cli/output/progress.ts";
import type { Connections } from "../../server/database/connect.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { refreshToTheEnd } from "../../server/metering/refresh-all.ts";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { openDatabases, within } from "../reports/data/databases.ts";
import { NOW } from "../reports/data/now.ts";
import { loads } from "../reports/loads.ts";
import { whileRunning } from "../reports/server/running.ts";
import { postgresVersion } from "../run/private-database.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { hourOfEverybody } from "./hour-of-everybody.ts";
import { listsAndFiles } from "./lists-and-files.ts";
import { staffOverAll } from "./staff-over-all.ts";

/** The first organization has one of so many properties: 250 of 5,000. */
const OF_FIRST = 20;
/** Requests that the people of this one organization send together. */
const PER_SECOND = 5;
const GIB = 2 ** 30;

interface Options {
  properties: number;
  organizations: number;
  perProperty: number;
  days: number;
  keep?: string;
  record?: true;
}

/** `bench million`: everything that people do, at an installation of a million meters on one machine. */
export function millionBench(): Command {
  return new Command("million")
    .description("an installation of a million meters: an hour of all, reports, lists, files, a property recalculated")
    .option("--properties <number>", "properties, a multiple of 100", wholeNumber, 5000)
    .option("--organizations <number>", "organizations", wholeNumber, 200)
    .option("--per-property <number>", "meters of a property", wholeNumber, 200)
    .option("--days <number>", "days of readings", wholeNumber, 35)
    .option("--keep <folder>", "where the data stays for later runs; without it they are gone in the end")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      const { properties, organizations, perProperty, days } = options;
      const { figures, postgres } =
        options.keep === undefined
          ? await inScratchFolder((folder) => measure(folder, options))
          : await measure(options.keep, options);
      const what =
        `${properties} properties of ${perProperty} meters in ${organizations} organizations, ${days} days of hours: five ` +
        "simulated properties, copied with all that follows from their readings. One more hour of all meters comes over " +
        `HTTP; then reports are requested by the admin of an organization with ${properties / OF_FIRST} properties, ${PER_SECOND} a second (of one property: 20), and by ` +
        "staff who see all, with lists, search and files; in the end one property is recalculated from all of its hours.";
      const command = `npm run bench -- million --properties ${properties} --days ${days}`;
      await report({ bench: "million", what, command, postgres, figures }, options.record === true);
    });
}

async function measure(folder: string, options: Options): Promise<{ figures: Figure[]; postgres: string }> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const owned = await startEmbeddedPostgres(folder);
  try {
    const began = performance.now();
    const url = await (await openDatabases(owned.url, folder)).portfolio({ ...options, ofFirst: OF_FIRST });
    const loaded = (performance.now() - began) / 1000;
    const figures: Figure[] = [
      { name: "loading", value: loaded, unit: "s" },
      { name: "on disk", value: await within(url, sizeOf), unit: "GiB" },
    ];
    const add = (known: readonly Figure[]) => {
      print(known);
      figures.push(...known);
    };
    print(figures);
    await whileRunning(url, join(folder, "server"), async (running) => {
      add(await within(url, (connections) => hourOfEverybody(connections, running)));
      const all = { only: /./, orderings: false, alone: false, floors: true, portfoliosPerSecond: PER_SECOND };
      add(await loads(running, "(million)", all));
      add(await within(url, (connections) => staffOverAll(connections, running)));
      add(await listsAndFiles(running));
    });
    add([await within(url, recalculate)]);
    return { figures, postgres: await within(owned.url, postgresVersion) };
  } finally {
    await owned.stop();
  }
}

async function sizeOf({ owner }: Connections): Promise<number> {
  const found = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(owner);
  return (found.rows[0]?.bytes ?? 0) / GIB;
}

/** The newest property, as after a change of its inventory. */
async function recalculate(connections: Connections): Promise<Figure> {
  const { worker } = connections;
  const found = await sql<{ id: number }>`select max(id) as id from properties`.execute(worker);
  const id = found.rows[0]?.id ?? 0;
  await sql`update properties set inventory_version = inventory_version + 1 where id = ${id}`.execute(worker);
  await sql`update meter_states set state = set_byte(state, 0, 0) where property_id = ${id}`.execute(worker);
  const progress = showProgress("recalculating a property");
  const began = performance.now();
  await refreshToTheEnd(
    connections,
    id,
    () => NOW,
    (done, left) => progress.update(done, done + left, ""),
  );
  progress.end();
  return { name: "one property recalculated from all its hours", value: (performance.now() - began) / 1000, unit: "s" };
}

/** What is known so far: the rest may take an hour. */
function print(figures: readonly Figure[]): void {
  for (const { name, value, unit } of figures) process.stdout.write(`${name}: ${value.toFixed(2)} ${unit}\n`);
}
