import { expect, test } from "vitest";
import { rowsOfLines } from "../ingest/batch/parse-readings.ts";
import { isTooDeep } from "./too-deep.ts";

const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test("accepts 100 levels, rejects more, up to a million", () => {
  expect(isTooDeep(JSON.parse(lists(100)))).toBe(false);
  expect(isTooDeep(JSON.parse(lists(101)))).toBe(true);
  expect(isTooDeep(JSON.parse(`${'{"a":'.repeat(500_000)}1${"}".repeat(500_000)}`))).toBe(true);
  expect(isTooDeep("x")).toBe(false);
  expect(isTooDeep(null)).toBe(false);
});

test("rejects only the line that is nested too deeply", () => {
  const rows = rowsOfLines(`{"serial":"A"}\n{"serial":${lists(5000)}}\n{"serial":"B"}`);
  expect(rows.map(({ value }) => value)).toEqual([{ serial: "A" }, undefined, { serial: "B" }]);
});
