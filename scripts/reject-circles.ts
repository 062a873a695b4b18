import type { Plugin } from "vite";

/**
 * Fails the build where its files import each other in a circle: one of them then runs before what it needs is there, and
 * a screen breaks that works in development.
 */
export function rejectCircles(): Plugin {
  return {
    name: "reject-circles",
    apply: "build",
    generateBundle(_options, bundle) {
      const imports = new Map<string, readonly string[]>();
      for (const file of Object.values(bundle)) if (file.type === "chunk") imports.set(file.fileName, file.imports);
      const circle = firstCircle(imports);
      if (circle !== null) this.error(`Files import each other in a circle: ${circle.join(" -> ")}`);
    },
  };
}

/**
 * The names on the first circle found, the first of them again at its end; null: there is none.
 * @param imports of each file the files that it imports
 */
export function firstCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const follow = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of imports.get(name) ?? []) {
      const circle = follow(next, [...way, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of imports.keys()) {
    const circle = follow(name, []);
    if (circle !== null) return circle;
  }
  return null;
}
