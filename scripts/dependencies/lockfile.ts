import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const ROOT = join(import.meta.dirname, "../..");

const names = z.record(z.string(), z.string()).default({});
const entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
const lockfile = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), entry) });
const manifest = z.object({ license: z.string(), dependencies: names, devDependencies: names });

/** A package as the lockfile has it. */
export interface Locked extends z.infer<typeof entry> {
  /** Where it lies, such as node_modules/pg. */
  path: string;
  name: string;
}

export function readManifest(): z.infer<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
}

/** All packages of the lockfile, the project itself left out. */
export function readLockfile(): Locked[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, locked]) => ({ ...locked, path, name: path.slice(path.lastIndexOf("node_modules/") + 13) }));
}

/** These packages and all that they ask for, wherever each finds it. */
export function withAllBehind(first: readonly string[]): Locked[] {
  const byPath = new Map(readLockfile().map((locked) => [locked.path, locked]));
  const found = new Set<Locked>();
  const add = (from: string, name: string) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
      const locked = byPath.get(folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`);
      if (locked !== undefined && !found.has(locked)) {
        found.add(locked);
        for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
          add(locked.path, next);
        }
      }
      if (locked !== undefined || folder === "") return;
    }
  };
  for (const name of first) add("", name);
  return [...found];
}

/** The licence in the package's own manifest; that in the lockfile where the package is for another platform. */
export function licenceOf({ path, license }: Locked): string {
  const file = join(ROOT, path, "package.json");
  if (!existsSync(file)) return license ?? "none";
  const licenseSchema = z.object({ license: z.union([z.string(), z.object({ type: z.string() })]).optional() });
  const own = licenseSchema.parse(JSON.parse(readFileSync(file, "utf8"))).license;
  return (typeof own === "object" ? own.type : own) ?? license ?? "none";
}
