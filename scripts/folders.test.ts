import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** More than that nobody takes in at a glance. */
const MOST_FILES = 25;
const ROOT = join(import.meta.dirname, "..");
const files = globSync("{contract,server,web,simulator,bench,leak-benchmark,e2e,scripts,verify}/**/*.{ts,tsx}", {
  cwd: ROOT,
});

test(`no folder has more than ${MOST_FILES} files, tests aside: sort them into folders named for what they hold`, () => {
  const code = files.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  const full = [...Map.groupBy(code, dirname)].filter(([, list]) => list.length > MOST_FILES);
  expect(full.map(([folder, list]) => `${folder}: ${list.length}`)).toEqual([]);
});
