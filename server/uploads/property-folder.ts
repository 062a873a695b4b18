import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ImportOptions, importOptions } from "../../contract/readings/imports.ts";
import { wrongValue } from "../problem/wrong-value.ts";

/** Files of readings, by their names. */
const FILE = /\.(csv(\.gz)?|xlsx)$/i;
/** The folder of a file while it is imported; one found there at the start was left by a server that died. */
const AT_WORK = ".importing";
const OPTIONS = "import.json";

/** A file's size and time at a check. */
export interface Look {
  size: number;
  mtimeMs: number;
}

/** The names of the files in a property's folder, and of those that were being imported. */
export async function filesIn(folder: string): Promise<{ dropped: string[]; atWork: string[] }> {
  const atWork = join(folder, AT_WORK);
  return { dropped: await names(folder), atWork: existsSync(atWork) ? await names(atWork) : [] };
}

async function names(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && FILE.test(entry.name) && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
}

export async function lookAt(path: string): Promise<Look> {
  const { size, mtimeMs } = await stat(path);
  return { size, mtimeMs };
}

/** Where a file is while it is imported. */
export function atWorkPath(folder: string, name: string): string {
  return join(folder, AT_WORK, name);
}

/** Moves a file to the import folder. @returns false while another of that name is being imported */
export async function take(folder: string, name: string): Promise<boolean> {
  const path = atWorkPath(folder, name);
  if (existsSync(path)) return false;
  await mkdir(join(folder, AT_WORK), { recursive: true, mode: 0o700 });
  await rename(join(folder, name), path);
  return true;
}

/** Puts a file back that was still being written; it stays where it is when there is another of that name. */
export async function putBack(folder: string, name: string): Promise<void> {
  if (!existsSync(join(folder, name))) await rename(atWorkPath(folder, name), join(folder, name));
}

/** Moves a finished file into `done` or `rejected`, its report beside it first. It never overwrites a file there. */
export async function putAway(folder: string, name: string, into: "done" | "rejected", report: string): Promise<void> {
  const target = join(folder, into);
  await mkdir(target, { recursive: true, mode: 0o700 });
  let free = name;
  for (let n = 2; existsSync(join(target, free)); n++) free = name.replace(FILE, (end) => ` (${n})${end}`);
  const reportPath = join(target, `${free}.report.json`);
  await writeFile(`${reportPath}.part`, report, { flush: true, mode: 0o600 });
  await rename(`${reportPath}.part`, reportPath);
  await rename(atWorkPath(folder, name), join(target, free));
}

/**
 * How to read the files of a folder: its `import.json`, with the field names of an upload; none: by their headers.
 * @throws Error with what is wrong in it
 */
export async function optionsIn(folder: string): Promise<ImportOptions> {
  const path = join(folder, OPTIONS);
  if (!existsSync(path)) return {};
  const text = await readFile(path, "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON`);
  }
  const read = importOptions.safeParse(value, { error: wrongValue(value, "It") });
  if (read.success) return read.data;
  throw new Error(`${path} cannot be followed: ${read.error.issues.map(({ message }) => message).join(" ")}`);
}
