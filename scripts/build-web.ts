import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join(ROOT, "web/dist/.built-from");

/** Builds the app unless the built one is of the same sources. @returns whether it built */
export async function buildWeb(): Promise<boolean> {
  const sources = fingerprint();
  if (readStamp() === sources) return false;
  await build({ configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" });
  await writeFile(STAMP, sources);
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
