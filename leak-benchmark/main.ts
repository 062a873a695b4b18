import { parseArgs } from "node:util";
import { besideTable } from "./detectors/beside-table.ts";
import { figuresOf } from "./detectors/figures.ts";
import { type DetectorResult, runDetectors } from "./detectors/run.ts";
import { tableText } from "./figures/table.ts";
import { readOpenings } from "./files/openings-file.ts";
import { writeBenchmark } from "./files/write-benchmark.ts";
import { DEFAULT_SEED, drawCases, meterWithout } from "./leaks/cases.ts";
import { type Half, halfOf } from "./leaks/halves.ts";
import { readDaiad } from "./readings/daiad.ts";
import { FileError } from "./readings/file-error.ts";
import { homeOf, scoreCase } from "./scoring/home.ts";
import { kindTable } from "./scoring/kind-table.ts";

const USAGE = `node leak-benchmark/main.ts inject --readings FILE --out FOLDER
node leak-benchmark/main.ts score --readings FILE --openings FILE [--homes held-out|tune|all]
node leak-benchmark/main.ts rules --readings FILE [--homes held-out|tune|all]

--readings FILE    the DAIAD trial's registers, as leak-benchmark/README.md says
--time-zone ZONE   of their times (Europe/Madrid)
--part PART        of the leaks (1), the same for inject and score
--seed NUMBER      other leaks than the published ones, likewise
--history DAYS     before a leak from which its meter has readings (60)`;

class UsageError extends Error {}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    readings: { type: "string" },
    out: { type: "string" },
    openings: { type: "string" },
    homes: { type: "string", default: "held-out" },
    "time-zone": { type: "string", default: "Europe/Madrid" },
    part: { type: "string", default: "1" },
    seed: { type: "string", default: String(DEFAULT_SEED) },
    history: { type: "string", default: "60" },
  },
});

try {
  await run(positionals[0]);
} catch (error) {
  if (!(error instanceof FileError || error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run(command: string | undefined): Promise<void> {
  if (command !== "inject" && command !== "score" && command !== "rules") throw new UsageError(USAGE);
  const readings = needed("readings");
  const drawing = { seed: positive("seed"), part: positive("part") };
  const timeZone = values["time-zone"];
  const meters = await readDaiad(readings, timeZone);
  const halves = halfOf(meters.keys());
  const homes = [...meters].map(([serial, registers]) => ({
    home: homeOf(serial, registers, timeZone),
    half: halves.get(serial) ?? ("tune" as const),
  }));
  if (command === "inject") {
    const written = homes.map(({ home, half }) => ({
      ...home,
      half,
      ...drawCases(home.serial, home.registers, drawing),
    }));
    await writeBenchmark(needed("out"), written, positive("history"));
    return;
  }
  const chosen = homes.filter(({ half }) => isChosen(half)).map(({ home }) => home);
  if (command === "rules") {
    const tune = homes.filter(({ half }) => half === "tune").map(({ home }) => home);
    print(besideTable(runDetectors(chosen, tune, drawing).map(figuresOf)));
    return;
  }
  const drawn = new Map(homes.map(({ home }) => [home.serial, drawCases(home.serial, home.registers, drawing).cases]));
  const known = [...drawn].flatMap(([serial, cases]) => [
    serial,
    ...cases.flatMap((one) => [one.id, meterWithout(one)]),
  ]);
  const openings = await readOpenings(needed("openings"), new Set(known));
  const result: DetectorResult = { name: "", source: "", cases: [], untouched: [] };
  for (const home of chosen) {
    const own = openings.get(home.serial) ?? [];
    result.untouched.push({ hours: home.hours, openings: own });
    for (const one of drawn.get(home.serial) ?? []) {
      result.cases.push(scoreCase(home, one, openings.get(one.id) ?? [], openings.get(meterWithout(one)) ?? []));
    }
  }
  const { kinds, untouched } = figuresOf(result);
  print(kindTable(kinds));
  print(tableText([{ title: `${chosen.length} homes, ${values.homes}`, measures: untouched, judged: true }]));
}

function isChosen(half: Half): boolean {
  if (!["all", "held-out", "tune"].includes(values.homes)) throw new UsageError(USAGE);
  return values.homes === "all" || values.homes === half;
}

function needed(option: "readings" | "out" | "openings"): string {
  const value = values[option];
  if (value === undefined) throw new UsageError(`--${option} is missing.\n\n${USAGE}`);
  return value;
}

function positive(option: "part" | "seed" | "history"): number {
  const value = Number(values[option]);
  if (!(value > 0)) throw new UsageError(`--${option} is "${values[option]}"; give a number above 0.`);
  return value;
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
