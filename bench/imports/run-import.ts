import { z } from "zod";
import { startProgram } from "../run/program.ts";
import type { DataSet } from "./data-sets.ts";

const answer = z.object({
  rows: z.number(),
  stored: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
  odd: z.object({ dip: z.number(), gap: z.number() }),
});

/** What the import command reported, and what it took. */
export interface ImportRun extends z.infer<typeof answer> {
  seconds: number;
  /** In bytes, of the command's own process; null where the system does not tell. */
  peakMemory: number | null;
}

/** Imports a file with the command that people use, into the private database of a folder. */
export async function runImport(
  folder: string,
  path: string,
  { name, args }: Pick<DataSet, "name" | "args">,
): Promise<ImportRun> {
  const began = performance.now();
  const given = ["import", path, "--property", name, "--create-units", "--json", ...args];
  const program = startProgram("server/cli/main.ts", given, { DATA_DIR: folder });
  await program.ended;
  const seconds = (performance.now() - began) / 1000;
  const { out, errors } = program.output();
  const line = out.split("\n").find((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`The import did not come to its end:\n${errors.slice(-2000)}`);
  return { ...answer.parse(JSON.parse(line)), seconds, peakMemory: program.peakMemory() };
}
