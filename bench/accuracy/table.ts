import type { Estimate } from "./intervals.ts";
import { isMet, type Measure, short } from "./measure.ts";

/** Measures of the same names side by side: the first column is the figure, the others stand beside it. */
export interface Column {
  title: string;
  measures: readonly Measure[];
}

/** A table for people: figure, floor, and for each column value, 95 % interval and cases. */
export function tableText(columns: readonly Column[]): string {
  const [first, ...others] = columns;
  if (first === undefined) return "";
  const names = [...new Set(columns.flatMap(({ measures }) => measures.map(({ name }) => name)))];
  const rows = names.map((name) => {
    const own = first.measures.find((one) => one.name === name);
    const shown = columns.map(({ measures }) => estimateText(measures.find((one) => one.name === name)));
    return [name, own ? floorText(own) : "", ...shown, own && !isMet(own) ? "MISSED" : ""];
  });
  const head = ["figure", "floor", ...[first, ...others].map(({ title }) => title), ""];
  return aligned([head, ...rows]);
}

/** Rows in columns, as wide as they need to be. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function floorText({ goal, unit }: Measure): string {
  if (goal === null) return "";
  const value = unit === "%" ? `${goal.value * 100} %` : `${goal.value}`;
  return `${goal.must === "be at least" ? ">=" : "<="} ${value}`;
}

function estimateText(shown: Measure | undefined): string {
  if (shown === undefined || shown.estimate === null) return "-";
  const { unit, estimate } = shown;
  const scale = unit === "%" ? 100 : 1;
  const part = (key: keyof Estimate) => short(estimate[key] * scale);
  return `${part("value").padStart(6)} [${part("low")}, ${part("high")}] n=${estimate.cases}`;
}
