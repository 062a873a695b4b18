import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where uploaded files lie until they are imported. */
export interface UploadFolder {
  path: string;
  /** Identifies this folder among those of other servers on the same database. */
  id: string;
  /** The most bytes that a file may have. */
  mostBytes: number;
}

const ID_FILE = "folder-id";
/** A file that no import knows of is from an upload that broke off; it may still be coming in for so long. */
const ABANDONED_MS = 24 * 3_600_000;

/** Opens `uploads` in the data folder, made where it is missing. */
export async function openUploadFolder(dataDir: string, mostMegabytes: number): Promise<UploadFolder> {
  const path = join(dataDir, "uploads");
  // Only its own folder is closed to others: started by root, Postgres enters the one above as another user.
  await mkdir(dataDir, { recursive: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
  const file = join(path, ID_FILE);
  // Written once: of several servers that start together, the first one's stays.
  await writeFile(file, randomUUID(), { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  return { path, id: await readFile(file, "utf8"), mostBytes: mostMegabytes * 1_000_000 };
}

/** Deletes files that no import knows of. */
export async function deleteAbandoned({ path }: UploadFolder, known: ReadonlySet<string>, now: number): Promise<void> {
  for (const name of await readdir(path)) {
    if (name === ID_FILE || known.has(name)) continue;
    const file = join(path, name);
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}
