import { join } from "node:path";
import { Command, Option } from "commander";
import { FileRefused } from "../../server/imports/refusals.ts";
import { WrongUse } from "../../server/imports/wrong-use.ts";
import { isTimeZone } from "../../server/metering/local-day.ts";
import { recordFigures } from "../record/record.ts";
import { givenMeasures, givenText } from "./given/report.ts";
import { runGiven } from "./given/run.ts";
import { BadInput } from "./given/truth-file.ts";
import { figureOf } from "./measure.ts";
import { writePlots } from "./plots/page.ts";
import { progressOf } from "./progress.ts";
import { openingPlots } from "./real/plots.ts";
import { type HomeChoice, homeChoices, realHomesFile, reportRealHomes } from "./real/report.ts";
import { simulatedMeasures } from "./simulated/measures.ts";
import { runSimulated, type SimulatedResult } from "./simulated/run.ts";
import { type Column, missed, tableText } from "./table.ts";

/** Beside the project; npm runs this in the project's folder. */
const DEFAULT_DATA = "../shared/data";
const UNIT_YEARS = 2000;
const QUICK_PART = 0.2;
/** Kept out of the repository. */
const DEFAULT_PLOTS = join(import.meta.dirname, "../out");
const PLOTTED =
  "Leaks that the product reports in real homes to which nothing was done, those without flat flow first.";
const parts = ["real", "simulated"] as const;

interface Options {
  data: string;
  homes: HomeChoice;
  timeZone: string;
  plots: string;
  readings?: string;
  truth?: string;
  only?: (typeof parts)[number];
  quick?: true;
  json?: true;
  record?: true;
}

/** `bench accuracy`: how often the leak list is right, how soon, and how far off its gallons are. */
export function accuracyBench(): Command {
  return new Command("accuracy")
    .description(
      "leaks found, how soon, how large, and false openings: leaks in real and simulated homes, or readings of yours",
    )
    .option("--data <folder>", "folder of the data sets", process.env.DRIPLINE_DATA ?? DEFAULT_DATA)
    .addOption(new Option("--homes <which>", "real homes to report on").choices(homeChoices).default("split"))
    .option("--readings <file>", "readings of yours in the DAIAD format (needs --truth)")
    .option("--truth <file>", "what leaks are in them: meter, kind, onset, end, rate_Lh, injected_L")
    .option("--time-zone <zone>", "zone of the local times in these two files", "Europe/Madrid")
    .option("--plots <folder>", "where the plots of openings in untouched homes go", DEFAULT_PLOTS)
    .addOption(new Option("--only <which>", "one of the two parts").choices(parts))
    .option("--quick", "a fifth of the leaks")
    .option("--json", "print everything as JSON")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      try {
        await run(options);
      } catch (error) {
        if (!(error instanceof BadInput || error instanceof FileRefused || error instanceof WrongUse)) throw error;
        process.stderr.write(`${error.message}\n`);
        process.exitCode = 2;
      }
    });
}

async function run(options: Options): Promise<void> {
  const { readings, truth } = options;
  if ((readings === undefined) !== (truth === undefined)) {
    throw new BadInput("--readings and --truth go together: name both files.");
  }
  if (readings !== undefined && truth !== undefined) await judgeGiven(readings, truth, options);
  else await measureBoth(options);
}

async function judgeGiven(readings: string, truth: string, { timeZone, json }: Options): Promise<void> {
  if (!isTimeZone(timeZone)) throw new BadInput(`There is no time zone ${timeZone}; write one such as Europe/Madrid.`);
  const result = await runGiven(readings, truth, timeZone);
  if (!json) {
    process.stdout.write(givenText(result));
    return;
  }
  const { meters, file } = result;
  const shown = meters.map(({ hours, ...meter }) => ({ ...meter, hoursMeasured: hours.length }));
  print({ figures: givenMeasures(meters), meters: shown, refusedRows: file.refused });
}

async function measureBoth(options: Options): Promise<void> {
  const { data, homes, only, quick, json } = options;
  const path = realHomesFile(data);
  if (path === null && only !== "simulated") {
    throw new BadInput(`The readings of real homes are not in ${data}; say where with --data.`);
  }
  const real =
    path === null || only === "simulated"
      ? null
      : await reportRealHomes(path, homes, quick ? QUICK_PART : 1, progressOf("real homes"));
  const plots =
    real && (await writePlots(options.plots, "Openings in untouched homes", PLOTTED, openingPlots(real.results)));
  const simulated =
    only === "real"
      ? null
      : await runSimulated(UNIT_YEARS * (quick ? QUICK_PART : 1), progressOf("simulated buildings"));
  const simulatedColumns = simulated === null ? [] : columnsOf(simulated);
  const columns = [...(real?.columns ?? []), ...simulatedColumns];
  if (json) {
    const cases = real?.results.flatMap((result) => result.cases);
    print({ real: real && { columns: real.columns, cases }, simulated: simulated && { columns: simulatedColumns } });
  } else {
    if (real)
      process.stdout.write(
        `\nReal homes\n\n${tableText(real.columns)}\n\nEvery opening in the untouched homes, to judge by eye: ${plots}\n`,
      );
    if (simulated) process.stdout.write(`\nSimulated homes\n\n${tableText(simulatedColumns)}\n`);
  }
  if (missed(columns).length > 0) process.exitCode = 1;
  if (options.record) {
    const figures = columns.flatMap(({ title, measures }) =>
      measures.flatMap(figureOf).map((figure) => ({ ...figure, name: `${title}: ${figure.name}` })),
    );
    const what = "Leaks put into the registers of real homes.";
    await recordFigures({
      bench: "accuracy",
      what,
      command: "npm run bench -- accuracy",
      postgres: "not used",
      figures,
    });
  }
}

function columnsOf({ withFlow, withoutFlow, unitYears }: SimulatedResult): Column[] {
  return [
    { title: "with flow time", measures: simulatedMeasures(withFlow, unitYears, "withFlow"), judged: true },
    { title: "without", measures: simulatedMeasures(withoutFlow, unitYears, "withoutFlow"), judged: true },
  ];
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
