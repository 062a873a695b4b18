import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Puts the files of a commit into a folder, with its own packages where they are others than those of this checkout. */
export async function unpackCommit(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const [ours, its] = [ROOT, folder].map((path) => readFileSync(join(path, "package-lock.json"), "utf8"));
  if (ours === its) await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci"], { cwd: folder, stdio: "ignore" });
}
