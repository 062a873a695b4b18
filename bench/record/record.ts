import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchResult } from "./figure.ts";
import { thisMachine } from "./machine.ts";
import { figuresPage, rowsIn, rowsOf } from "./page.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/figures.md");

/** Writes the figures of one bench to figures/, which git ignores, and its rows of docs/figures.md. */
export async function recordFigures(result: BenchResult): Promise<void> {
  const [date, machine] = [new Date().toISOString().slice(0, 10), thisMachine()];
  const folder = join(ROOT, "figures");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${result.bench.replaceAll(" ", "-")}.json`);
  await writeFile(file, `${JSON.stringify({ ...result, date, machine }, null, 2)}\n`);
  const { processor, cores, memoryGb } = machine;
  const measured = rowsOf(result, `${date}, ${processor}, ${cores} cores, ${memoryGb} GB`);
  const before = existsSync(PAGE) ? rowsIn(await readFile(PAGE, "utf8")) : [];
  const isAgain = ({ title }: { title: string }) => measured.some((row) => row.title === title);
  await writeFile(PAGE, figuresPage([...measured, ...before.filter((row) => !isAgain(row))]));
}
