import { expect, test } from "vitest";
import { HOUR_MS } from "./meter-day.ts";
import { feedRegister, type RegisterState } from "./register-hours.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 4, 1);
const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS;

/** Feeds registers by minute; gives the hours as they are in the end, by their number, and what each was taken for. */
function hoursOf(readings: [number, number][], width: number | null = null) {
  const measured: Record<number, number> = {};
  const estimated: Record<number, number> = {};
  const covered: number[] = [];
  const steps: string[] = [];
  const number = (hour: number) => (hour - START) / HOUR_MS;
  let state: RegisterState | null = null;
  for (const [minute, register] of readings) {
    const fed = feedRegister(state, START + minute * MINUTE, register, width, hourOf, {
      measured: (hour, gallons) => {
        measured[number(hour)] = gallons;
      },
      covered: (hour) => covered.push(number(hour)),
      estimated: (hour, gallons) => {
        estimated[number(hour)] = gallons;
      },
    });
    state = fed.state;
    steps.push(fed.step);
  }
  return { measured, estimated, covered, steps };
}

test("an interval belongs whole to the hour of its midpoint, on the boundary to the earlier", () => {
  const { measured } = hoursOf([
    [0, 100],
    [50, 107],
    [70, 110],
    [131, 130],
  ]);
  // Midpoints at minutes 25, 60 (the boundary) and 100.5.
  expect(measured).toEqual({ 0: 10, 1: 20 });
});

test("an hour whose neighbours took the intervals is covered, and nothing else is", () => {
  const { measured, covered, estimated } = hoursOf([
    [0, 0],
    [61, 5],
    [151, 9],
    [239, 20],
  ]);
  // Midpoints at minutes 30.5, 106 and 195.
  expect(measured).toEqual({ 0: 5, 1: 4, 3: 11 });
  expect(covered).toEqual([2]);
  expect(estimated).toEqual({});
});

test("an interval over 90 minutes is a gap: spread over the hours whose middle lies in it, to the last thousandth", () => {
  expect(
    hoursOf([
      [0, 0],
      [90, 5],
    ]).measured,
  ).toEqual({ 0: 5 });
  const { measured, estimated } = hoursOf([
    [20, 0],
    [200, 11],
    [260, 13],
  ]);
  expect(estimated).toEqual({ 0: 3, 1: 4, 2: 4 });
  expect(measured).toEqual({ 3: 2 });
});

const falls: [string, [number, number][], number | null, string, Record<number, number>][] = [
  [
    "under 10 % is a dip: volume counts again above the highest",
    [
      [60, 910],
      [120, 1010],
    ],
    null,
    "dip",
    { 0: 0, 1: 10 },
  ],
  [
    "to under 1 % is a reset: what it shows was used since",
    [
      [60, 9],
      [120, 29],
    ],
    null,
    "reset",
    { 0: 9, 1: 20 },
  ],
  [
    "from near the width is a rollover",
    [
      [60, 30],
      [120, 40],
    ],
    1050,
    "rollover",
    { 0: 80, 1: 10 },
  ],
  [
    "from far below the width is none",
    [
      [60, 30],
      [120, 1020],
    ],
    2000,
    "quarantined",
    { 1: 0 },
  ],
  [
    "by anything else is set aside",
    [
      [60, 500],
      [90, 1020],
    ],
    null,
    "quarantined",
    { 0: 20 },
  ],
];

test.each(falls)("a fall %s", (_what, readings, width, step, expected) => {
  const { measured, steps } = hoursOf([[0, 1000], ...readings], width);
  expect(steps.slice(1)).toEqual([step, "forward"]);
  if (step === "quarantined" && readings.at(-1)?.[0] === 120) {
    // Set aside, it leaves a gap of two hours.
    expect(measured).toEqual({});
  } else expect(measured).toEqual(expected);
});
