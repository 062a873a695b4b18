import { amount, type BenchResult, goalText, isReached } from "./figure.ts";
import { recordFigures } from "./record.ts";

/** Prints what a bench measured, keeps it where that is wanted, and lets the command fail when a goal was missed. */
export async function report(result: BenchResult, record: boolean): Promise<void> {
  const rows = result.figures.map((figure) => [
    figure.name,
    amount(figure.value, figure.unit),
    goalText(figure),
    isReached(figure) ? "" : "MISSED",
  ]);
  const head = ["figure", "measured", "goal", ""];
  const width = (column: number) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0));
  const line = ([name = "", value = "", goal = "", missed = ""]: string[]) =>
    `${name.padEnd(width(0))}  ${value.padStart(width(1))}  ${goal.padStart(width(2))}  ${missed}`.trimEnd();
  process.stdout.write(`\n${result.what}\n\n${[head, ...rows].map(line).join("\n")}\n`);
  if (record) await recordFigures(result);
  if (!result.figures.every(isReached)) process.exitCode = 1;
}
