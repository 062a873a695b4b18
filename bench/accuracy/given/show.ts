import { isMet } from "../../../leak-benchmark/figures/measure.ts";
import { isTimeZone } from "../../../server/time/local-day.ts";
import { writePlots } from "../plots/page.ts";
import { BadInput } from "./bad-input.ts";
import { unexplainedPlots } from "./plots.ts";
import { givenMeasures, givenText } from "./report.ts";
import { runGiven } from "./run.ts";

export interface GivenWish {
  readings: string;
  truth: string;
  timeZone: string;
  /** Folder for the page of plots. */
  plots: string;
  json: boolean;
  /** Whether the command fails when a floor is missed. */
  floors: boolean;
}

const WHAT = "Leaks that the product reports and the truth file does not explain.";

/**
 * Judges the product on readings and a truth that anybody gives, and prints the result.
 * @throws BadInput, FileRejected, UsageError with what to correct
 */
export async function showGiven({ readings, truth, timeZone, plots, json, floors }: GivenWish): Promise<void> {
  if (!isTimeZone(timeZone)) throw new BadInput(`There is no time zone ${timeZone}; write one such as Europe/Madrid.`);
  const result = await runGiven(readings, truth, timeZone);
  const page = await writePlots(plots, "Unexplained openings", WHAT, unexplainedPlots(result));
  const figures = givenMeasures(result.meters, floors);
  if (figures.some((figure) => !isMet(figure))) process.exitCode = 1;
  if (!json) {
    process.stdout.write(
      `${givenText(result, floors)}Every opening that the truth does not explain, to judge by eye: ${page}\n`,
    );
    return;
  }
  const meters = result.meters.map(({ hours, seen: _, ...meter }) => ({ ...meter, hoursMeasured: hours.length }));
  process.stdout.write(
    `${JSON.stringify({ figures, meters, warnings: result.warnings, rejectedRows: result.file.rejected }, null, 2)}\n`,
  );
}
