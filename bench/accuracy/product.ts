import { recordFigures } from "../record/record.ts";
import { definitions } from "./definitions.ts";
import { BadInput } from "./given/bad-input.ts";
import { figureOf } from "./measure.ts";
import { writePlots } from "./plots/page.ts";
import { progressOf } from "./progress.ts";
import { openingPlots } from "./real/plots.ts";
import { type HomeChoice, realHomesFile, reportRealHomes } from "./real/report.ts";
import { realSummary } from "./real/summary.ts";
import { simulatedMeasures } from "./simulated/measures.ts";
import { runSimulated, type SimulatedResult } from "./simulated/run.ts";
import { type Column, missed, tableText } from "./table.ts";

export const parts = ["real", "simulated"] as const;

export interface ProductWish {
  /** Folder of the data sets, and for the page of plots. */
  data: string;
  plots: string;
  homes: HomeChoice;
  /** null: both parts. */
  only: (typeof parts)[number] | null;
  quick: boolean;
  json: boolean;
  record: boolean;
}

const UNIT_YEARS = 2000;
const QUICK_PART = 0.2;
/** A quick run takes other buildings, so that rules can be worked on without looking at those of the figures. */
const QUICK_FIRST_BUILDING = 100;
const PLOTTED =
  "Leaks that the product reports in real homes to which nothing was done, those without flat flow first.";

/**
 * Measures the product on real and simulated homes, prints the tables, and lets the command fail when a floor is missed.
 * @throws BadInput when the readings of the real homes are not there
 */
export async function showProduct(wish: ProductWish): Promise<void> {
  const part = wish.quick ? QUICK_PART : 1;
  const real = wish.only === "simulated" ? null : await measureReal(wish, part);
  const simulated = wish.only === "real" ? null : await measureSimulated(wish, part);
  const columns = [...(real?.columns ?? []), ...(simulated ?? [])];
  if (wish.json) print({ real, simulated, definitions });
  else {
    if (real)
      say(
        `\nReal homes\n\n${tableText(real.columns)}\n\n${real.summary}\nEvery opening, to judge by eye: ${real.page}\n`,
      );
    if (simulated) say(`\nSimulated units\n\n${tableText(simulated)}\n`);
    say(`\n${definitions.join("\n")}\n`);
  }
  if (missed(columns).length > 0) process.exitCode = 1;
  if (wish.record) await record(wish, columns, real?.summary ?? "");
}

async function measureReal({ data, plots, homes }: ProductWish, part: number) {
  const path = realHomesFile(data);
  if (path === null) throw new BadInput(`The readings of real homes are not in ${data}; say where with --data.`);
  const { results, columns } = await reportRealHomes(path, homes, part, progressOf("real homes"));
  const page = await writePlots(plots, "Openings in untouched homes", PLOTTED, openingPlots(results));
  return { columns, summary: realSummary(results), page, cases: results.flatMap((result) => result.cases) };
}

async function measureSimulated({ quick }: ProductWish, part: number): Promise<Column[]> {
  const firstBuilding = quick ? QUICK_FIRST_BUILDING : 0;
  return columnsOf(await runSimulated(UNIT_YEARS * part, firstBuilding, progressOf("simulated buildings")));
}

function columnsOf({ withFlow, withoutFlow, unitYears }: SimulatedResult): Column[] {
  return [
    { title: "simulated, with flow time", measures: simulatedMeasures(withFlow, unitYears, "withFlow"), judged: true },
    { title: "simulated, without", measures: simulatedMeasures(withoutFlow, unitYears, "withoutFlow"), judged: true },
  ];
}

/** Keeps the figures of the columns that count; which rule opened what is for those who work on the rules. */
async function record({ only, homes, quick }: ProductWish, columns: readonly Column[], summary: string): Promise<void> {
  const figures = columns
    .filter(({ judged }) => judged)
    .flatMap(({ title, measures }) =>
      measures
        .filter(({ name }) => !name.includes("opened by"))
        .flatMap(figureOf)
        .map((figure) => ({ ...figure, name: `${title}: ${figure.name}` })),
    );
  const args = [
    ...(only === null ? [] : [`--only ${only}`]),
    ...(homes === "split" ? [] : [`--homes ${homes}`]),
    ...(quick ? ["--quick"] : []),
  ];
  await recordFigures({
    bench: "accuracy",
    what: [...definitions, summary].join(" "),
    command: ["npm run bench -- accuracy", ...args].join(" "),
    postgres: "not used",
    figures,
  });
}

function say(text: string): void {
  process.stdout.write(text);
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
