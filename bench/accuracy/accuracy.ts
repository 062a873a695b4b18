import { join } from "node:path";
import { Command, Option } from "commander";
import { DEFAULT_SEED } from "../../leak-benchmark/leaks/cases.ts";
import { FileRejected } from "../../server/imports/rejections.ts";
import { UsageError } from "../../server/imports/usage-error.ts";
import { BadInput } from "./given/bad-input.ts";
import { showGiven } from "./given/show.ts";
import { parts, showProduct } from "./product.ts";
import { type HomeChoice, homeChoices } from "./real/report.ts";

/** Beside the project; npm runs this in the project's folder. */
const DEFAULT_DATA = "../shared/data";
/** Kept out of the repository. */
const DEFAULT_PLOTS = join(import.meta.dirname, "../out");

interface Options {
  data: string;
  homes: HomeChoice;
  timeZone: string;
  plots: string;
  readings?: string;
  truth?: string;
  only?: (typeof parts)[number];
  floors: boolean;
  seed: number;
  beside?: true;
  quick?: true;
  json?: true;
  record?: true;
}

/** `bench accuracy`: how often the leak list is right, how soon, and how far off its gallons are. */
export function accuracyBench(): Command {
  return new Command("accuracy")
    .description(
      "leaks found, how soon, how large, and false openings: leaks in real and simulated homes, or in readings of yours",
    )
    .option("--data <folder>", "folder of the data sets", process.env.DRIPLINE_DATA ?? DEFAULT_DATA)
    .addOption(new Option("--homes <which>", "real homes to report on").choices(homeChoices).default("split"))
    .option("--readings <file>", "readings of yours in the DAIAD format (needs --truth)")
    .option("--truth <file>", "what leaks are in them: meter, kind, onset, end, rate_Lh, injected_L")
    .option("--time-zone <zone>", "zone of the local times in these two files", "Europe/Madrid")
    .option("--plots <folder>", "where the plots of openings that have no known leak go", DEFAULT_PLOTS)
    .addOption(new Option("--only <which>", "one of the two parts").choices(parts))
    .option("--no-floors", "do not fail when readings of yours miss a floor")
    .option("--seed <number>", "other leaks in the real homes than those of the figures", Number, DEFAULT_SEED)
    .option("--beside", "put the rules of others, and learned models, beside the product on the real homes")
    .option("--quick", "a fifth of the leaks")
    .option("--json", "print everything as JSON")
    .option("--record", "keep the figures in docs/")
    .action(async (options: Options) => {
      try {
        await run(options);
      } catch (error) {
        if (!(error instanceof BadInput || error instanceof FileRejected || error instanceof UsageError)) throw error;
        process.stderr.write(`${error.message}\n`);
        process.exitCode = 2;
      }
    });
}

async function run(options: Options): Promise<void> {
  const { readings, truth, timeZone, plots, data, homes, floors } = options;
  const json = options.json === true;
  if (readings !== undefined && truth !== undefined)
    return showGiven({ readings, truth, timeZone, plots, json, floors });
  if (readings !== undefined || truth !== undefined) {
    throw new BadInput("--readings and --truth go together: name both files.");
  }
  if (!Number.isInteger(options.seed)) throw new BadInput("--seed takes a whole number.");
  const { only = null, seed, beside = false, quick = false, record = false } = options;
  return showProduct({ data, plots, homes, only, seed, beside, quick, json, record });
}
