import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";

/** Puts a file into the watched folder of each place, whole at once. */
export async function dropFiles(root: string, files: readonly (readonly [BenchPlace, string])[]): Promise<void> {
  for (const [{ propertyId }, text] of files) {
    const folder = join(root, String(propertyId));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "readings.part"), text);
    await rename(join(folder, "readings.part"), join(folder, "readings.csv"));
  }
}

/** Files of readings that lie in the folders `done` of the places. */
export async function filesDone(root: string, places: readonly BenchPlace[]): Promise<number> {
  let count = 0;
  for (const { propertyId } of places) {
    const names = await readdir(join(root, String(propertyId), "done")).catch(() => []);
    count += names.filter((name) => name.endsWith(".csv")).length;
  }
  return count;
}
