import type { Estimate } from "./intervals.ts";
import { isMet, type Measure, short } from "./measure.ts";

/** Measures of the same names side by side. */
export interface Column {
  title: string;
  measures: readonly Measure[];
  /** Whether its goals count; else it only stands beside the others. */
  judged: boolean;
}

/** Figures of whose floors one is missed, by the columns that count. */
export function missed(columns: readonly Column[]): Measure[] {
  return columns.filter(({ judged }) => judged).flatMap(({ measures }) => measures.filter((one) => !isMet(one)));
}

/** A table for people: figure, floor, and for each column value, 95 % interval and cases. */
export function tableText(columns: readonly Column[]): string {
  const names = [...new Set(columns.flatMap(({ measures }) => measures.map(({ name }) => name)))];
  const rows = names.map((name) => {
    const all = columns.map((column) => ({ ...column, own: column.measures.find((one) => one.name === name) }));
    const judged = all.flatMap(({ judged: counts, own }) => (counts && own ? [own] : []));
    const floors = new Set(judged.map(floorText).filter((text) => text !== ""));
    const misses = judged.some((own) => !isMet(own));
    return [name, [...floors].join(" / "), ...all.map(({ own }) => estimateText(own)), misses ? "MISSED" : ""];
  });
  return aligned([["figure", "floor", ...columns.map(({ title }) => title), ""], ...rows]);
}

/** Rows in columns, as wide as they need to be. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

function floorText({ goal, unit }: Measure): string {
  if (goal === null) return "";
  const value = unit === "%" ? `${Math.round(goal.value * 1000) / 10} %` : `${goal.value}`;
  return `${goal.must === "be at least" ? ">=" : "<="} ${value}`;
}

function estimateText(shown: Measure | undefined): string {
  if (shown === undefined || shown.estimate === null) return "-";
  const { unit, estimate } = shown;
  const scale = unit === "%" ? 100 : 1;
  const part = (key: keyof Estimate) => short(estimate[key] * scale);
  return `${part("value").padStart(6)} [${part("low")}, ${part("high")}] n=${estimate.cases}`;
}
