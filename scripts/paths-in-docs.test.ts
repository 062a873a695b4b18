import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** Written by a build or a bench, so not in a fresh checkout. */
const WRITTEN = ["bench/out", "web/dist"];
const PAGES = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });

test.each(PAGES)("every path and link in %s exists", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const folders = "contract|server|web|simulator|bench|leak-benchmark|verify|e2e|scripts|docs";
  const paths = text.match(new RegExp(`(?<![\\w/.-])(?:${folders})/[\\w./-]*[\\w/]`, "g")) ?? [];
  expect(paths.filter((path) => !WRITTEN.includes(path) && !existsSync(join(ROOT, path)))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)#:]*)(?:#([^)]*))?\)/g)];
  expect(links.filter(([, file = "", heading]) => !isThere(page, file, heading)).map(([link]) => link)).toEqual([]);
});

function isThere(page: string, file: string, heading: string | undefined): boolean {
  const path = join(ROOT, file === "" ? page : join(dirname(page), file));
  if (!existsSync(path)) return false;
  if (heading === undefined || !path.endsWith(".md")) return true;
  const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => anchor(text));
  return headings.includes(heading);
}

/** As GitHub makes it from a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
