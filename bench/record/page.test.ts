import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount, goalText, isReached } from "./figure.ts";
import { headlines } from "./headlines.ts";
import { figuresPage, rowsIn, rowsOf } from "./page.ts";

test("reaches a goal at its bound and misses it beyond", () => {
  const figure = { name: "speed", unit: "rows/s" };
  expect(isReached({ ...figure, value: 20_000, goal: { must: "be at least", value: 20_000 } })).toBe(true);
  expect(isReached({ ...figure, value: 19_999, goal: { must: "be at least", value: 20_000 } })).toBe(false);
  expect(isReached({ ...figure, value: 250, goal: { must: "be at most", value: 250 } })).toBe(true);
  expect(isReached({ ...figure, value: 250.1, goal: { must: "be at most", value: 250 } })).toBe(false);
  expect(isReached({ ...figure, value: 22, goal: { must: "be", value: 23 } })).toBe(false);
  expect(isReached({ ...figure, value: Number.NaN, goal: { must: "be at most", value: 250 } })).toBe(false);
  expect(isReached({ ...figure, value: 0 })).toBe(true);
});

test("shortens numbers without rounding a small one to zero", () => {
  expect(amount(1_051_200, "")).toBe("1,051,200");
  expect(amount(83_345.4, "rows/s")).toBe("83,345 rows/s");
  expect(amount(12.62, "s")).toBe("12.6 s");
  expect(amount(0.004, "gal")).toBe("0.004 gal");
  expect(amount(-0.25, "gal")).toBe("-0.25 gal");
  expect(goalText({ name: "", value: 1, unit: "MB", goal: { must: "be at most", value: 250 } })).toBe("at most 250 MB");
});

const imports = {
  bench: "imports",
  what: "Files.",
  command: "npm run bench -- imports",
  postgres: "18.4",
  figures: Object.values(headlines)
    .flat()
    .filter(({ bench }) => bench === "imports")
    .map(({ figure }, i) => ({ name: i === 0 ? `${figure} (of two runs)` : figure, value: i, unit: "s" })),
};

test("shows a recorded figure under its title with goal, command, day and machine", () => {
  const [first, ...others] = imports.figures;
  if (first === undefined) throw new Error("No figure of imports is shown.");
  const missed = { ...first, value: 7, goal: { must: "be", value: 0 } } as const;
  const page = figuresPage(rowsOf({ ...imports, figures: [missed, ...others] }, "2026-01-31, Some CPU"));
  expect(page).toMatch(/\| .* \| 7 s \| 0 s \(missed\) \| `npm run bench -- imports` \| 2026-01-31, Some CPU \|/);
  expect(page).toContain("| not measured |");
});

test("reads the rows of the page that it wrote", () => {
  const rows = rowsOf(imports, "2026-01-31, Some CPU");
  expect(figuresPage(rowsIn(figuresPage(rows)))).toBe(figuresPage(rows));
});

test("rejects a record without a figure that the page shows", () => {
  expect(() => rowsOf({ ...imports, figures: [] }, "")).toThrow(/imports measured no/);
});

test("docs/figures.md has the rows of headlines.ts, each measured, and no more than 80", async () => {
  const titles = Object.values(headlines).flatMap((section) => section.map(({ title }) => title));
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeLessThanOrEqual(80);
  const page = await readFile(join(import.meta.dirname, "../../docs/figures.md"), "utf8");
  expect(page).toBe(figuresPage(rowsIn(page)));
  expect(rowsIn(page)).toHaveLength(titles.length);
});
