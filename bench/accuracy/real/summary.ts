import type { HomeResult } from "./run.ts";

/** A sentence on how many leaks were put in and how many of them count. */
export function realSummary(results: readonly HomeResult[]): string {
  const cases = results.flatMap((result) => result.cases);
  const leftOut = cases.filter((one) => one.leftOut).length;
  const years = results.reduce((sum, result) => sum + result.years, 0);
  const undrawn = results.reduce((sum, result) => sum + result.undrawn, 0);
  return (
    `${cases.length} leaks put into ${results.length} homes, ${years.toFixed(1)} years of measured hours; ` +
    `${leftOut} left out because the home leaks by itself there, ${undrawn} never drawn because too few hours are read.`
  );
}
