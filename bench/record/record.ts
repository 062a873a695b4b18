import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BenchResult } from "./figure.ts";
import { thisMachine } from "./machine.ts";
import { figuresPage } from "./page.ts";

const docs = join(import.meta.dirname, "../../docs");

const figure = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  goal: z.object({ must: z.enum(["be at least", "be at most", "be"]), value: z.number() }).optional(),
});

const recorded = z.object({
  bench: z.string(),
  what: z.string(),
  command: z.string(),
  /** The day on which it was measured. */
  date: z.iso.date(),
  postgres: z.string(),
  machine: z.object({
    processor: z.string(),
    cores: z.number(),
    memoryGb: z.number(),
    system: z.string(),
    node: z.string(),
  }),
  figures: z.array(figure),
});
export type RecordedBench = z.infer<typeof recorded>;

/** Keeps the figures of one bench in docs/figures.json, in place of its former ones, and writes docs/figures.md anew. */
export async function recordFigures(result: BenchResult): Promise<void> {
  const file = join(docs, "figures.json");
  const before = existsSync(file) ? z.array(recorded).parse(JSON.parse(await readFile(file, "utf8"))) : [];
  const date = new Date().toISOString().slice(0, 10);
  const all = [...before.filter(({ bench }) => bench !== result.bench), { ...result, date, machine: thisMachine() }];
  all.sort((a, b) => (a.bench < b.bench ? -1 : 1));
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
  await writeFile(join(docs, "figures.md"), figuresPage(all));
}
