import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

test("every path that docs/architecture.md names exists", () => {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const folders = "contract|server|web|simulator|bench|verify|e2e|scripts";
  const paths = page.match(new RegExp(`\\b(?:${folders})/[\\w./-]*[\\w/]`, "g")) ?? [];
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
