import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../readings/durations.ts";
import { Draws } from "./draws.ts";
import { runsByUse } from "./toilet-by-use.ts";

const begin = Date.UTC(2016, 2, 1);
/** Drawn in these hours of each day, else nothing; a reading at the end of each hour. */
const DRAWN_AT = new Set([6, 7, 12, 18, 19, 21, 23]);
let millilitres = 0;
const registers = Array.from({ length: 24 * 40 }, (_, number) => {
  if (DRAWN_AT.has(number % 24)) millilitres += 6000;
  return { at: begin + (number + 1) * HOUR_MS, millilitres };
});
const span = { from: begin + 20 * DAY_MS, until: begin + 30 * DAY_MS };
const ends = new Set([...DRAWN_AT].map((hour) => hour + 1));

function runningShare(runs: readonly { from: number; until: number }[]): number {
  return runs.reduce((sum, run) => sum + run.until - run.from, 0) / (span.until - span.from);
}

test("runs the wanted share of its time, each run after a draw and none during another", () => {
  for (const [seed, share] of [0.1, 0.15, 0.2, 0.3, 0.4, 0.5].entries()) {
    const runs = runsByUse(registers, span, share, new Draws(seed)) ?? [];
    expect(Math.abs(runningShare(runs) - share)).toBeLessThanOrEqual(0.01);
    for (const [i, run] of runs.entries()) {
      expect(ends.has(new Date(run.from).getUTCHours() || 24)).toBe(true);
      expect(run.from).toBeGreaterThanOrEqual(runs[i - 1]?.until ?? span.from);
      expect(run.until - run.from).toBeLessThanOrEqual(8 * HOUR_MS);
      expect(run.until).toBeLessThanOrEqual(span.until);
    }
  }
});

test("follows from its seed alone", () => {
  const runs = (seed: number) => runsByUse(registers, span, 0.25, new Draws(seed));
  expect(runs(1)).toEqual(runs(1));
  expect(runs(1)).not.toEqual(runs(2));
});

test("has no runs for more than the household's draws can set off", () => {
  const empty = registers.map(({ at }) => ({ at, millilitres: 1000 }));
  expect(runsByUse(empty, span, 0.1, new Draws(1))).toBeNull();
  expect(runsByUse(registers, span, 0.95, new Draws(1))).toBeNull();
});

test("starts no run after an interval that is too long to say when water was drawn", () => {
  const daily = registers.filter((_, number) => number % 24 === 0);
  expect(runsByUse(daily, span, 0.1, new Draws(1))).toBeNull();
});
