import { Command, Option } from "commander";
import { FileRefused } from "../../server/imports/refusals.ts";
import { WrongUse } from "../../server/imports/wrong-use.ts";
import { isTimeZone } from "../../server/metering/local-day.ts";
import { recordFigures } from "../record/record.ts";
import { givenMeasures, givenText } from "./given/report.ts";
import { runGiven } from "./given/run.ts";
import { BadInput } from "./given/truth-file.ts";
import { figureOf, isMet } from "./measure.ts";
import { type HomeChoice, homeChoices, realHomesFile, reportRealHomes } from "./real/report.ts";
import { tableText } from "./table.ts";

/** Beside the project; npm runs this in the project's folder. */
const DEFAULT_DATA = "../shared/data";

interface Options {
  data: string;
  homes: HomeChoice;
  timeZone: string;
  readings?: string;
  truth?: string;
  quick?: true;
  json?: true;
  record?: true;
}

/** `bench accuracy`: how often the leak list is right, how soon, and how far off its gallons are. */
export function accuracyBench(): Command {
  return new Command("accuracy")
    .description(
      "leaks found, how soon, how large, and false openings: leaks put into real homes, or readings of yours",
    )
    .option("--data <folder>", "folder of the data sets", process.env.DRIPLINE_DATA ?? DEFAULT_DATA)
    .addOption(new Option("--homes <which>", "real homes to report on").choices(homeChoices).default("split"))
    .option("--readings <file>", "readings of yours in the DAIAD format (needs --truth)")
    .option("--truth <file>", "what leaks are in them: meter, kind, onset, end, rate_Lh, injected_L")
    .option("--time-zone <zone>", "zone of the local times in these two files", "Europe/Madrid")
    .option("--quick", "a quarter of the leaks")
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
  else await measureReal(options);
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

async function measureReal(options: Options): Promise<void> {
  const path = realHomesFile(options.data);
  if (path === null)
    throw new BadInput(`The readings of real homes are not in ${options.data}; say where with --data.`);
  const real = await reportRealHomes(path, options.homes, options.quick ? 0.25 : 1, () => {});
  if (options.json) {
    print({ columns: real.columns, cases: real.results.flatMap((result) => result.cases) });
  } else process.stdout.write(`${tableText(real.columns)}\n`);
  if (!real.measures.every(isMet)) process.exitCode = 1;
  if (options.record) {
    await recordFigures({
      bench: "accuracy",
      what: "Leaks put into the registers of real homes.",
      command: "npm run bench -- accuracy",
      postgres: "not used",
      figures: real.measures.flatMap(figureOf),
    });
  }
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
