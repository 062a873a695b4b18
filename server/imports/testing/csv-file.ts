import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const folders: string[] = [];

/** Writes a file for a test into a folder that is deleted after the tests of the file. @returns its path */
export async function csvFile(content: string | Uint8Array, name = "readings.csv"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-file-"));
  folders.push(folder);
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
