import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folders that are worked in now, for an end before the time. */
const open = new Set<string>();

export function openScratchFolders(): readonly string[] {
  return [...open];
}

/** Works in a new folder that is gone afterwards. */
export async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-bench-"));
  // Started by root, Postgres runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  open.add(folder);
  try {
    return await work(folder);
  } finally {
    open.delete(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
