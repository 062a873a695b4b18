import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../readings/durations.ts";
import { householdRegisters } from "../testing/household.ts";
import { drawCases, registersOfCase, withoutLeak } from "./cases.ts";

const begin = Date.UTC(2016, 2, 1);
const registers = householdRegisters(begin, 200);
const DRAWING = { seed: 1, part: 0.5 };
const { cases, undrawn } = drawCases("home", registers, DRAWING);

test("draws the same leaks for a home every time, others for another home or seed", () => {
  const onsets = (home: string, drawing = DRAWING) =>
    drawCases(home, registers, drawing).cases.map(({ shape }) => shape.from);
  expect(onsets("home")).toEqual(cases.map(({ shape }) => shape.from));
  expect(onsets("other")).not.toEqual(onsets("home"));
  expect(onsets("home", { ...DRAWING, seed: 2 })).not.toEqual(onsets("home"));
  expect(undrawn).toBeLessThan(cases.length / 10);
});

test("draws the first leaks of a part as those of the whole", () => {
  const whole = new Map(
    drawCases("home", registers, { ...DRAWING, part: 1 }).cases.map((one) => [one.id, one.shape.from]),
  );
  for (const { id, shape } of cases) expect(whole.get(id)).toBe(shape.from);
  expect(new Set(whole.keys()).size).toBe(whole.size);
});

test("leaves two weeks before a leak, or a week at most on a new meter", () => {
  for (const { kind, shape, installedAt } of cases) {
    const age = shape.from - (installedAt ?? begin);
    if (kind === "since installation") expect(age).toBeLessThan(1000);
    else if (kind === "burst in the first week") expect(age).toBeLessThanOrEqual(7 * DAY_MS);
    else expect(age).toBeGreaterThanOrEqual(14 * DAY_MS);
  }
});

test("draws toilets that run the share of their time that their kind names", () => {
  for (const { kind, shape, rate } of cases) {
    const [, least, most] = /runs (\d+) to (\d+) %/.exec(kind) ?? [];
    if (least === undefined || !kind.includes("by use")) continue;
    const hours = (shape.until - shape.from) / HOUR_MS;
    const share = (shape.litresUntil(shape.until) / (rate * 3.785411784) / hours) * 100;
    expect(share).toBeGreaterThan(Number(least) - 1.1);
    expect(share).toBeLessThan(Number(most) + 1.1);
    expect(hours).toBeGreaterThanOrEqual(7 * 24);
    expect(hours).toBeLessThanOrEqual(14 * 24);
  }
});

test("gives a case its home's readings until three days after the leak, with the leak's litres in them", () => {
  const one = cases.find(({ installedAt }) => installedAt === null);
  if (one === undefined) throw new Error("There is no such case.");
  const [leaky, dry] = [registersOfCase(one, registers), withoutLeak(one, registers)];
  expect(leaky.map(({ at }) => at)).toEqual(dry.map(({ at }) => at));
  expect(leaky.at(-1)?.at).toBeLessThanOrEqual(one.shape.until + 3 * DAY_MS);
  const added = (leaky.at(-1)?.millilitres ?? 0) - (dry.at(-1)?.millilitres ?? 0);
  expect(Math.abs(added / 1000 - one.shape.litresUntil(one.shape.until))).toBeLessThanOrEqual(1);
  const short = registersOfCase(one, registers, 5 * DAY_MS);
  expect(short).toEqual(leaky.filter(({ at }) => at >= one.shape.from - 5 * DAY_MS));
});
