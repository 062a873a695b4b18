import { share } from "../../../leak-benchmark/figures/intervals.ts";
import { type Measure, measure } from "../../../leak-benchmark/figures/measure.ts";
import { type Column, tableText } from "../../../leak-benchmark/figures/table.ts";
import type { Drawing } from "../../../leak-benchmark/leaks/cases.ts";
import { type KindMeasures, kindMeasures, listed } from "../../../leak-benchmark/scoring/kind-measures.ts";
import { kindTable } from "../../../leak-benchmark/scoring/kind-table.ts";
import { untouchedMeasures } from "../../../leak-benchmark/scoring/untouched.ts";
import { realGoals, untouchedFloors } from "./floors.ts";
import type { ProductHome } from "./home.ts";
import { type HomeGroup, type HomeReadings, type HomeResult, runRealHomes } from "./run.ts";

/** Which homes the figures are about; `split`: those held out, with the tune half and the home of another trial beside them. */
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

/**
 * Leaks put into real homes, and what the product says of the homes as they are.
 * @param progress called after each home
 */
export async function reportRealHomes(
  homes: readonly HomeReadings[],
  choice: HomeChoice,
  drawing: Drawing,
  progress: (done: number, of: number) => void,
): Promise<RealReport> {
  const results = await runRealHomes(homes, drawing, progress);
  const ofGroup = (group: HomeGroup, judged = true) => {
    const own = results.filter((result) => result.group === group);
    return own.length > 0 ? [columnOf(group, own, judged)] : [];
  };
  if (choice === "all") return { results, columns: [columnOf("all", results, true)] };
  if (choice !== "split") return { results, columns: ofGroup(choice) };
  return { results, columns: [...ofGroup("held-out"), ...ofGroup("tune", false), ...ofGroup("AMPds2", false)] };
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
    title: `real, ${title} (${results.length} ${results.length === 1 ? "home" : "homes"})`,
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
