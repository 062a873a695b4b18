import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import type { Figure } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { inScratchFolder } from "../run/scratch.ts";
import { type DataSet, dataSets } from "./data-sets.ts";
import { accountOf, netLitres } from "./file-account.ts";
import { runImport } from "./run-import.ts";
import { storedAccount } from "./stored-account.ts";
import { writeVolumes } from "./volumes-file.ts";

const PEAK_MB = 250;
/** Beside the project; npm runs this in the project's folder. */
const DEFAULT_DATA = "../shared/data";

/** `bench imports`: files of real homes through the import command, and whether every drop arrives, once. */
export function importsBench(): Command {
  return new Command("imports")
    .description("import DAIAD and AMPds2 with the import command, twice each: speed, memory, conservation")
    .option("--data <folder>", "folder of the data sets", DEFAULT_DATA)
    .option("--record", "keep the figures in docs/")
    .action(async (options: { data: string; record?: true }) => {
      const paths = dataSets.map(({ file }) => resolve(options.data, file));
      const missing = paths.filter((path) => !existsSync(path));
      if (missing.length > 0) {
        process.stderr.write(`These files are missing; say where they are with --data:\n${missing.join("\n")}\n`);
        process.exitCode = 2;
        return;
      }
      const figures: Figure[] = [];
      let postgres = "";
      for (const [i, dataSet] of dataSets.entries()) {
        process.stdout.write(`${dataSet.name}: importing twice…\n`);
        const measured = await inScratchFolder((folder) => measure(folder, paths[i], dataSet));
        figures.push(...measured.figures);
        postgres = measured.postgres;
      }
      for (const minutes of [15, 1]) {
        process.stdout.write(`AMPds2 as volumes of ${minutes} min: importing…\n`);
        const registers = paths[dataSets.findIndex(({ name }) => name === "AMPds2")] ?? "";
        figures.push(...(await inScratchFolder((folder) => measureVolumes(folder, registers, minutes))));
      }
      const what =
        "Files of real homes, imported with the command line into an empty database and then once more. Rows/s and " +
        "memory are those of the whole command, from its start to the last leak found; what is stored is held " +
        "against the file, read without the product.";
      await report(
        { bench: "imports", what, command: "npm run bench -- imports", postgres, figures },
        options.record === true,
      );
    });
}

async function measure(folder: string, path: string, dataSet: DataSet) {
  const { name, expected } = dataSet;
  const file = await accountOf(path, dataSet);
  const first = await runImport(folder, path, dataSet);
  const stored = await storedAccount(folder, file);
  const second = await runImport(folder, path, dataSet);
  const after = await storedAccount(folder, file);
  const litres = netLitres(file);
  const memory = [first, second].flatMap(({ peakMemory }) => (peakMemory === null ? [] : [peakMemory / 1e6]));
  const goals: Figure[] = [
    { name: "rows read", value: first.rows, unit: "", goal: { must: "be", value: expected.rows } },
    { name: "rows rejected", value: first.rejected, unit: "", goal: { must: "be", value: 0 } },
    { name: "readings stored", value: stored.readings, unit: "", goal: { must: "be", value: expected.rows } },
    { name: "meters", value: stored.meters, unit: "", goal: { must: "be", value: expected.meters } },
    {
      name: "local times that stand twice",
      value: file.doubled,
      unit: "",
      goal: { must: "be", value: expected.doubled },
    },
    {
      name: "net difference of the registers",
      value: litres,
      unit: "L",
      ...(expected.litres === null ? {} : { goal: { must: "be", value: expected.litres } }),
    },
    { name: "volume in hours, catch-up included", value: stored.gallons / 1000, unit: "gal" },
    { name: "of it caught up over gaps", value: stored.estimated / 1000, unit: "gal" },
    {
      name: "most that a meter's hours miss its register by",
      value: stored.largestMiss / 1000,
      unit: "gal",
      goal: { must: "be", value: 0 },
    },
    { name: "odd rows: register below its highest", value: first.odd.dip, unit: "" },
    { name: "odd rows: after a gap of over 90 minutes", value: first.odd.gap, unit: "" },
    { name: "leaks found", value: stored.leaks, unit: "" },
    { name: "time", value: first.seconds, unit: "s" },
    { name: "speed", value: first.rows / first.seconds, unit: "rows/s" },
    ...memory.slice(0, 1).map(
      (): Figure => ({
        name: "peak memory, of both runs",
        value: Math.max(...memory),
        unit: "MB",
        goal: { must: "be at most", value: PEAK_MB },
      }),
    ),
    { name: "again: readings stored", value: second.stored, unit: "", goal: { must: "be", value: 0 } },
    {
      name: "again: tables changed",
      value: differences(stored.checksum, after.checksum),
      unit: "",
      goal: { must: "be", value: 0 },
    },
    { name: "again: time", value: second.seconds, unit: "s" },
    { name: "again: speed", value: second.rows / second.seconds, unit: "rows/s" },
  ];
  return {
    figures: goals.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` })),
    postgres: stored.postgres,
  };
}

/** The same water as volumes of short intervals: every one must arrive, and their sum. */
async function measureVolumes(folder: string, registers: string, minutes: number): Promise<Figure[]> {
  const name = `AMPds2 as volumes of ${minutes} min`;
  const path = join(folder, "volumes.csv.gz");
  const file = await writeVolumes(registers, path, minutes);
  const args = ["--map", "time=start,gallons=litres", "--unit", "litre", "--serial", "ampds2", "--date-format", "unix"];
  const run = await runImport(folder, path, { name, args: [...args, "--time-zone", "America/Vancouver"] });
  const stored = await storedAccount(folder, { rows: file.rows, doubled: 0, meters: new Map() });
  const figures: Figure[] = [
    { name: "rows rejected", value: run.rejected, unit: "", goal: { must: "be", value: 0 } },
    { name: "intervals stored", value: stored.readings, unit: "", goal: { must: "be", value: file.rows } },
    {
      name: "volume measured in hours, less the sum of the file",
      value: (stored.gallons - stored.estimated - file.gallons) / 1000,
      unit: "gal",
      goal: { must: "be", value: 0 },
    },
    // The last hour lacks its last interval.
    { name: "estimated beside it", value: stored.estimated / 1000, unit: "gal" },
    { name: "time", value: run.seconds, unit: "s" },
    { name: "speed", value: run.rows / run.seconds, unit: "rows/s" },
  ];
  if (run.peakMemory !== null) {
    const goal = { must: "be at most" as const, value: PEAK_MB };
    figures.push({ name: "peak memory", value: run.peakMemory / 1e6, unit: "MB", goal });
  }
  return figures.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` }));
}

function differences(before: string, after: string): number {
  const now = after.split(" ");
  return before.split(" ").filter((sum, i) => sum !== now[i]).length;
}
