import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { startProgram } from "../../bench/run/program.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A copy of the product's sources, in which one file at a time is another. */
export interface Copy {
  root: string;
  /** Replaces a text of a file. @returns puts the file back */
  change(file: string, from: string, to: string): Promise<() => Promise<void>>;
  /** Builds the app of the sources as they are now, unless they are those of the last build. @throws Error when it fails */
  build(): Promise<void>;
}

/** Copies what git knows of, and new files that it does not ignore; packages are those of the original. */
export async function copyProduct(root: string): Promise<Copy> {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 })
    .trim()
    .split("\n");
  for (const folder of new Set(files.map(dirname))) await mkdir(join(root, folder), { recursive: true });
  // A file that was deleted and not yet committed is none.
  for (const file of files) await cp(join(ROOT, file), join(root, file)).catch(ignoreMissing);
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  /** The file that differs now, with its text, where a build reads it. */
  let changed = "";
  let built: string | null = null;
  return {
    root,
    change: async (file, from, to) => {
      const path = join(root, file);
      const text = await readFile(path, "utf8");
      const parts = text.split(from);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
      const other = parts.join(to);
      await writeFile(path, other);
      if (/^(web|contract)\//.test(file)) changed = file + other;
      return async () => {
        await writeFile(path, text);
        changed = "";
      };
    },
    build: async () => {
      if (built === changed) return;
      built = null;
      const vite = ["build", "--config", "vite.config.ts", "--logLevel", "warn"];
      const program = startProgram("node_modules/vite/bin/vite.js", vite, {}, [], "pipe", root);
      if ((await program.ended) !== 0) throw new Error(`The app was not built: ${program.output().errors.slice(-500)}`);
      built = changed;
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
}
