import { Command, Option } from "commander";
import { recordFigures } from "../record/record.ts";
import { figureOf, isMet } from "./measure.ts";
import { type HomeChoice, homeChoices, realHomesFile, reportRealHomes } from "./real/report.ts";
import { tableText } from "./table.ts";

/** Beside the project; npm runs this in the project's folder. */
const DEFAULT_DATA = "../shared/data";

interface Options {
  data: string;
  homes: HomeChoice;
  quick?: true;
  json?: true;
  record?: true;
}

/** `bench accuracy`: how often the leak list is right, how soon, and how far off its gallons are. */
export function accuracyBench(): Command {
  return new Command("accuracy")
    .description("leaks found, how soon, how large, and false openings: leaks put into real homes")
    .option("--data <folder>", "folder of the data sets", process.env.DRIPLINE_DATA ?? DEFAULT_DATA)
    .addOption(new Option("--homes <which>", "real homes to report on").choices(homeChoices).default("split"))
    .option("--quick", "a quarter of the leaks")
    .option("--json", "print everything as JSON")
    .option("--record", "keep the figures in docs/")
    .action(run);
}

async function run(options: Options): Promise<void> {
  const path = realHomesFile(options.data);
  if (path === null) {
    process.stderr.write(`The readings of real homes are not in ${options.data}; say where with --data.\n`);
    process.exitCode = 2;
    return;
  }
  const real = await reportRealHomes(path, options.homes, options.quick ? 0.25 : 1, () => {});
  if (options.json) {
    const cases = real.results.flatMap((result) => result.cases);
    process.stdout.write(`${JSON.stringify({ columns: real.columns, cases }, null, 2)}\n`);
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
