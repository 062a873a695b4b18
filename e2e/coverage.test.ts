import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every test that docs/coverage.md names is there", () => {
  const page = readFileSync("docs/coverage.md", "utf8").replaceAll("\\|", "|");
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`(?:: ([^;|\n]+?))?(?=;| \||\n)/g)];
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter(([, file = "", name = ""]) => !readFileSync(file, "utf8").includes(name.trim()));
  expect(missing.map(([found]) => found)).toEqual([]);
});
