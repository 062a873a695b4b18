import { besideTable, type DetectorFigures } from "../../../leak-benchmark/detectors/beside-table.ts";
import { figuresOf } from "../../../leak-benchmark/detectors/figures.ts";
import { runDetectors } from "../../../leak-benchmark/detectors/run.ts";
import type { Drawing } from "../../../leak-benchmark/leaks/cases.ts";
import type { RealReport } from "./report.ts";

/** The rules of others on the homes of the first column and their leaks; models learn from the tune half. */
export function runOthers({ results, columns }: RealReport, drawing: Drawing): DetectorFigures[] {
  return runDetectors(columns[0]?.homes ?? [], tuneHomes(results), drawing).map(figuresOf);
}

/** The product and the others, a line each. */
export function besideText({ results, columns }: RealReport, others: readonly DetectorFigures[]): string {
  const [judged] = columns;
  if (judged === undefined) return "";
  const product = { name: "this product", source: "docs/rules.md", kinds: judged.kinds, untouched: judged.measures };
  const tune = tuneHomes(results);
  const note = judged.homes.some((home) => tune.includes(home))
    ? "Some of these homes are of the tune half, which the models learned from.\n\n"
    : "";
  return `Beside others: ${judged.title}\n\n${note}${besideTable([product, ...others])}`;
}

function tuneHomes(results: RealReport["results"]) {
  return results.filter(({ group }) => group === "tune").map(({ home }) => home);
}
