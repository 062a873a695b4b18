import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { firstCircle } from "./reject-circles.ts";
import { sourceFiles } from "./source-files.ts";

/**
 * Rejects circles of imports between folders, types counted: where folder A imports from B and B leads back to A, neither
 * can be read or changed without the other. A folder and its subfolders count as different folders, which the folder
 * rules of dependency-cruiser cannot tell apart. Tests are left out: they may use everything.
 */
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.tsx?)"/g;

const files = sourceFiles("*.ts", "*.tsx").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));

/** Of each folder the folders that it imports from, each with one such import. */
const imports = new Map<string, Map<string, string>>();
for (const file of files) {
  const folder = dirname(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const target = join(folder, path);
    if (dirname(target) === folder) continue;
    const from = imports.get(folder) ?? new Map<string, string>();
    imports.set(folder, from.set(dirname(target), `${file} imports ${target}`));
  }
}

const circle = firstCircle(new Map([...imports].map(([folder, targets]) => [folder, [...targets.keys()]])));
if (circle !== null) {
  const steps = circle.slice(1).map((folder, i) => `  ${imports.get(circle[i] ?? "")?.get(folder)}\n`);
  process.stdout.write(
    `Folders import each other in a circle. Move what both need into a folder below, or what imports both into one above.\n${steps.join("")}`,
  );
}
process.exit(circle === null ? 0 : 1);
