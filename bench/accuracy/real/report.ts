import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { share } from "../../../leak-benchmark/figures/intervals.ts";
import { type Measure, measure } from "../../../leak-benchmark/figures/measure.ts";
import { type Column, tableText } from "../../../leak-benchmark/figures/table.ts";
import type { Half } from "../../../leak-benchmark/leaks/halves.ts";
import { type KindMeasures, kindMeasures, listed } from "../../../leak-benchmark/scoring/kind-measures.ts";
import { kindTable } from "../../../leak-benchmark/scoring/kind-table.ts";
import { untouchedMeasures } from "../../../leak-benchmark/scoring/untouched.ts";
import { dataSets } from "../../imports/data-sets.ts";
import { readRegisters } from "../detection/registers.ts";
import { realGoals, untouchedFloors } from "./floors.ts";
import type { ProductHome } from "./home.ts";
import { type HomeResult, runRealHomes } from "./run.ts";

/** Which homes the figures are about; `split`: those held out, with the tune half beside them. */
export const homeChoices = ["split", "tune", "held-out", "all"] as const;
export type HomeChoice = (typeof homeChoices)[number];

/** The figures of some of the homes. */
interface RealColumn extends Column {
  kinds: KindMeasures[];
  homes: ProductHome[];
}

export interface RealReport {
  results: HomeResult[];
  columns: RealColumn[];
}

/** Where the readings of the real homes lie below the folder of data sets; null: not there. */
export function realHomesFile(data: string): string | null {
  const path = resolve(data, dataSets.find(({ name }) => name === "DAIAD")?.file ?? "");
  return existsSync(path) ? path : null;
}

/** Leaks put into real homes, and what the product says of the homes as they are. */
export async function reportRealHomes(
  path: string,
  choice: HomeChoice,
  part: number,
  progress: (done: number, of: number) => void,
): Promise<RealReport> {
  const { meters, timeZone } = await readRegisters(path, null);
  const results = await runRealHomes(meters, timeZone, part, progress);
  const ofHalf = (half: Half, judged = true) =>
    columnOf(
      half,
      results.filter((result) => result.half === half),
      judged,
    );
  if (choice === "all") return { results, columns: [columnOf("all", results, true)] };
  const columns = choice === "split" ? [ofHalf("held-out"), ofHalf("tune", false)] : [ofHalf(choice)];
  return { results, columns };
}

/** A table of the kinds for each column, then all floors and the openings in untouched homes side by side. */
export function realText({ columns }: RealReport): string {
  const short = columns.map((column) => ({
    ...column,
    measures: column.measures.filter(({ goal, name }) => goal !== null || name.startsWith("untouched")),
  }));
  return [...columns.map(({ title, kinds }) => `${title}\n\n${kindTable(kinds)}`), tableText(short)].join("\n\n");
}

function columnOf(title: string, results: readonly HomeResult[], judged: boolean): RealColumn {
  const cases = results.flatMap((result) => result.cases);
  const kinds = realGoals.map((goal) => kindMeasures(goal, cases));
  const untouched = results.map(({ home, openings }) => ({ hours: home.hours, openings }));
  return {
    title: `real, ${title} (${results.length} homes)`,
    kinds,
    homes: results.map(({ home }) => home),
    measures: [...kinds.flatMap(listed), ...untouchedMeasures(untouched, untouchedFloors), ...openedBy(results)],
    judged,
  };
}

/** Which rules opened the leaks of each kind. */
function openedBy(results: readonly HomeResult[]): Measure[] {
  const cases = results.flatMap((result) => result.cases).filter(({ isOnLeak }) => !isOnLeak);
  return [...Map.groupBy(cases, ({ kind }) => kind)].flatMap(([kind, own]) =>
    [...new Set(own.flatMap(({ rules }) => rules))].sort().map((rule) => {
      const hits = own.filter(({ rules }) => rules.includes(rule)).length;
      return measure(`${kind}: opened by ${rule}`, "%", share(hits, own.length));
    }),
  );
}
