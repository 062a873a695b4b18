import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** Written by a build or a bench, so not in a fresh checkout. */
const WRITTEN = ["bench/out", "web/dist"];
const PAGES = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });

function missingFrom(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const folders = "contract|server|web|simulator|bench|verify|e2e|scripts|docs";
  const paths = text.match(new RegExp(`(?<![\\w/.-])(?:${folders})/[\\w./-]*[\\w/]`, "g")) ?? [];
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) => join(dirname(page), link));
  return [...paths, ...links].filter((path) => !WRITTEN.includes(path) && !existsSync(join(ROOT, path)));
}

test.each(PAGES)("every path and link in %s exists", (page) => {
  expect(missingFrom(page)).toEqual([]);
});
