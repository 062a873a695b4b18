import { expect, test } from "vitest";
import { amount, goalText, isReached } from "./figure.ts";
import { figuresPage } from "./page.ts";

test("a goal is reached at its bound and missed beyond it", () => {
  const figure = { name: "speed", unit: "rows/s" };
  expect(isReached({ ...figure, value: 20_000, goal: { must: "be at least", value: 20_000 } })).toBe(true);
  expect(isReached({ ...figure, value: 19_999, goal: { must: "be at least", value: 20_000 } })).toBe(false);
  expect(isReached({ ...figure, value: 250, goal: { must: "be at most", value: 250 } })).toBe(true);
  expect(isReached({ ...figure, value: 250.1, goal: { must: "be at most", value: 250 } })).toBe(false);
  expect(isReached({ ...figure, value: 22, goal: { must: "be", value: 23 } })).toBe(false);
  expect(isReached({ ...figure, value: Number.NaN, goal: { must: "be at most", value: 250 } })).toBe(false);
  expect(isReached({ ...figure, value: 0 })).toBe(true);
});

test("numbers are short, and never hide a small one as zero", () => {
  expect(amount(1_051_200, "")).toBe("1,051,200");
  expect(amount(83_345.4, "rows/s")).toBe("83,345 rows/s");
  expect(amount(12.62, "s")).toBe("12.6 s");
  expect(amount(0.004, "gal")).toBe("0.004 gal");
  expect(amount(-0.25, "gal")).toBe("-0.25 gal");
  expect(goalText({ name: "", value: 1, unit: "MB", goal: { must: "be at most", value: 250 } })).toBe("at most 250 MB");
});

test("the page names command, machine and missed goals", () => {
  const machine = { processor: "Some CPU", cores: 2, memoryGb: 24, system: "linux x64", node: "24.1.0" };
  const page = figuresPage([
    {
      bench: "imports",
      what: "Files.",
      command: "npm run bench -- imports",
      date: "2026-01-31",
      postgres: "18.4",
      machine,
      figures: [
        { name: "rows", value: 3, unit: "", goal: { must: "be", value: 4 } },
        { name: "time", value: 1.5, unit: "s" },
      ],
    },
  ]);
  expect(page).toContain("    npm run bench -- imports\n");
  expect(page).toContain("2026-01-31, Some CPU, 2 cores, 24 GB, linux x64, Node 24.1.0, Postgres 18.4.");
  expect(page).toContain("| rows | 3 | 4 (missed) |");
  expect(page).toContain("| time | 1.50 s |  |");
});

test("the checks of what must hold stand in one table, each row with its command and day", () => {
  const machine = { processor: "Some CPU", cores: 2, memoryGb: 24, system: "linux x64", node: "24.1.0" };
  const check = (id: string, value: number) => ({
    bench: `verify ${id}`,
    what: "Holds.",
    command: `npm run verify -- ${id}`,
    date: "2026-01-31",
    postgres: "18.4",
    machine,
    figures: [{ name: `${id} lost`, value, unit: "", goal: { must: "be" as const, value: 0 } }],
  });
  const page = figuresPage([check("E1", 0), check("E2", 1)]);
  expect(page).toContain("| E1 lost | 0 | 0 | `npm run verify -- E1` | 2026-01-31, Some CPU |");
  expect(page).toContain("| E2 lost | 1 | 0 (missed) | `npm run verify -- E2` | 2026-01-31, Some CPU |");
  expect(page.match(/## /g)).toHaveLength(1);
});
