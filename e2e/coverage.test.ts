import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { coverageRows, testTitles } from "./coverage-rows.ts";

const rows = coverageRows();

test("docs/coverage.md names tests by their titles", () => {
  expect(rows.length).toBeGreaterThan(200);
  const wrong = rows.flatMap(({ name, tests }) =>
    tests
      .filter(({ file, title }) => !existsSync(file) || !hasTitle(file, title))
      .map(({ file, title }) => `${name} | ${file}: ${title}`),
  );
  expect(wrong).toEqual([]);
});

function hasTitle(file: string, title: string | null): boolean {
  return testTitles(file).some((found) => title === null || found.includes(title));
}
