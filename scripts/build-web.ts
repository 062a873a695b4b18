import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join(ROOT, "web/dist/.built-from");

/** Builds the app unless the built one is of the same sources. @returns whether it built. @throws Error when it fails */
export function buildWeb(): boolean {
  const sources = fingerprint();
  if (readStamp() === sources) return false;
  process.stdout.write("Building the app…\n");
  // In a process of its own, so that the server does not carry the builder's memory along.
  const vite = ["node_modules/vite/bin/vite.js", "build", "--config", "vite.config.ts", "--logLevel", "warn"];
  const built = spawnSync(process.execPath, vite, { cwd: ROOT, stdio: "inherit" });
  if (built.status !== 0) throw new Error("The app could not be built; what is wrong stands above.");
  writeFileSync(STAMP, sources);
  return true;
}

function readStamp(): string | null {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return null;
  }
}

/** Changes when any file does that the build reads. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const folder of ["web", "contract"]) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !path.includes(join("web", "dist"))) add(path);
    }
  }
  for (const file of ["package-lock.json", "vite.config.ts", "postcss.config.js"]) add(join(ROOT, file));
  return hash.digest("hex");
}
