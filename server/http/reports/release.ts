import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
/** Sources of the responses. */
const SOURCES = ["contract/**/*.ts", "server/**/*.ts"];

/**
 * Hash of the code that makes the responses, so that a new release does not confirm an ETag of an old one; the same on
 * every machine that runs the same release. Calculated at startup: later the files may be those of another.
 */
export const release: string = hashOfSources();

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    if (!path.endsWith(".test.ts")) hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("base64url");
}
