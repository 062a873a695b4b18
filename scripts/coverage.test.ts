import { expect, test } from "vitest";
import { coverageRows, coveringTests } from "./coverage-rows.ts";

const rows = coverageRows();

test("each row of docs/coverage.md is covered by a test that names its id", () => {
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("no test covers a row that docs/coverage.md does not have", () => {
  const known = new Set(rows.map(({ id }) => id));
  expect([...coveringTests().keys()].filter((id) => !known.has(id))).toEqual([]);
});
