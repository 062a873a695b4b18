import { expect, test } from "vitest";
import { coverageRows } from "../../scripts/coverage-rows.ts";
import { staleness } from "./mutation.ts";
import { mutations } from "./mutations.ts";

const rows = coverageRows();

test("each mutation belongs to one row of docs/coverage.md, and its text occurs once in its file", () => {
  expect(mutations.map((mutation) => staleness(mutation, rows)).filter((why) => why !== null)).toEqual([]);
});

test("each row of docs/coverage.md has a mutation", () => {
  const without = rows.filter(({ name }) => !mutations.some(({ row }) => name.startsWith(row)));
  expect(without.map(({ name }) => name)).toEqual([]);
});
