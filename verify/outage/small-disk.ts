import { execFile } from "node:child_process";
import { chmod, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BLOCK = new Uint8Array(64 * 1024);

/** A file system of its own that can be filled to the last block. */
export interface SmallDisk {
  folder: string;
  /** Takes what is left. */
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** @returns null where mounting is not allowed */
export async function openSmallDisk(parent: string, megabytes: number): Promise<SmallDisk | null> {
  const folder = join(parent, "disk");
  await mkdir(folder);
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]);
  } catch {
    return null;
  }
  await chmod(folder, 0o755);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, "a");
      try {
        for (;;) await file.write(BLOCK);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    close: async () => {
      await run("umount", ["-l", folder]);
    },
  };
}
