import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Half } from "../../../leak-benchmark/leaks/halves.ts";
import { dataSets } from "../../imports/data-sets.ts";
import { readRegisters } from "../detection/registers.ts";
import type { Column } from "../figures/table.ts";
import { realMeasures } from "./measures.ts";
import { type HomeResult, runRealHomes } from "./run.ts";

/** Which homes the figures are about; `split`: those held out, with the tune half beside them. */
export const homeChoices = ["split", "tune", "held-out", "all"] as const;
export type HomeChoice = (typeof homeChoices)[number];

export interface RealReport {
  results: HomeResult[];
  columns: Column[];
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
  const column = (title: string, own: HomeResult[], judged = true): Column => ({
    title: `real, ${title} (${own.length} homes)`,
    measures: realMeasures(own),
    judged,
  });
  const ofHalf = (half: Half, judged = true) =>
    column(
      half,
      results.filter((result) => result.half === half),
      judged,
    );
  if (choice === "all") return { results, columns: [column("all", results)] };
  const columns = choice === "split" ? [ofHalf("held-out"), ofHalf("tune", false)] : [ofHalf(choice)];
  return { results, columns };
}
