import { expect, test } from "vitest";
import { HOUR_MS } from "../../time/durations.ts";
import type { RegisterDecision } from "../inventory/inventory-types.ts";
import type { RegisterLimits } from "./judge-register.ts";
import { feedRegister, type RegisterState } from "./register-hours.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 4, 1);
const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS;

/** 25 gallons a minute, and no count to speak of. */
const UNIT = { width: null, mostPerMinute: 25_000, count: 0 };

type Reading = [minute: number, register: number, decision?: RegisterDecision];

/** Feeds registers by minute; gives the hours as they are in the end, by their number, and what was found. */
function hoursOf(readings: Reading[], limits: RegisterLimits = UNIT) {
  const measured: Record<number, number> = {};
  const estimated: Record<number, number> = {};
  const covered: number[] = [];
  const findings = new Map<number, string>();
  const number = (hour: number) => (hour - START) / HOUR_MS;
  const minute = (at: number) => (at - START) / MINUTE;
  let state: RegisterState | null = null;
  for (const [at, register, decision = null] of readings) {
    state = feedRegister(state, { at: START + at * MINUTE, register, decision }, limits, hourOf, {
      measured: (hour, gallons) => {
        measured[number(hour)] = gallons;
      },
      covered: (hour) => covered.push(number(hour)),
      estimated: (hour, gallons) => {
        estimated[number(hour)] = gallons;
      },
      found: ({ at: first, lastAt, kind }) => findings.set(first, `${kind} ${minute(first)}-${minute(lastAt)}`),
    });
  }
  return { measured, estimated, covered, found: [...findings.values()] };
}

test("assigns an interval to the hour of its midpoint, on the boundary to the earlier", () => {
  const { measured } = hoursOf([
    [0, 100],
    [50, 107],
    [70, 110],
    [131, 130],
  ]);
  // Midpoints at minutes 25, 60 (the boundary) and 100.5.
  expect(measured).toEqual({ 0: 10, 1: 20 });
});

test("covers an hour whose neighbors took the intervals, and no other", () => {
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

test("spreads an interval over 90 minutes over the hours whose middle it contains, to the last thousandth", () => {
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

const falls: [string, Reading[], Partial<RegisterLimits>, string[], Record<number, number>][] = [
  [
    "under 10 % is a dip, told once: volume counts again above the highest",
    [
      [60, 910],
      [120, 920],
      [180, 1010],
    ],
    {},
    ["dip 60-60"],
    { 0: 0, 1: 0, 2: 10 },
  ],
  [
    "to under 1 % is a reset: what it shows was used since",
    [
      [60, 9],
      [120, 29],
    ],
    {},
    ["reset 60-60"],
    { 0: 9, 1: 20 },
  ],
  [
    "from near the width is a rollover",
    [
      [60, 30],
      [120, 40],
    ],
    { width: 1050 },
    ["rollover 60-60"],
    { 0: 80, 1: 10 },
  ],
  [
    "from near the width by more than the point can pass is none",
    [
      [60, 700],
      [80, 1020],
    ],
    { width: 1050, mostPerMinute: 5 },
    ["fell 60-60"],
    { 0: 20 },
  ],
  [
    "by anything else is set apart, until a register follows on the ones before",
    [
      [60, 500],
      [80, 1020],
    ],
    {},
    ["fell 60-60"],
    { 0: 20 },
  ],
];

test.each(falls)("a fall %s", (_what, readings, limits, found, expected) => {
  const result = hoursOf([[0, 1000], ...readings], { ...UNIT, ...limits });
  expect(result.found).toEqual(found);
  expect(result.measured).toEqual(expected);
});

const HOURLY: Reading[] = [
  [0, 1_000_000],
  [60, 1_000_100],
];
const MOST_OF_HOUR = 25_000 * 61;

test("accepts a step up to what the point can pass in the time plus a minute, plus two counts", () => {
  const most = (register: number, count = 0) => hoursOf([...HOURLY, [120, register]], { ...UNIT, count }).found;
  expect(most(1_000_100 + MOST_OF_HOUR)).toEqual([]);
  expect(most(1_000_100 + MOST_OF_HOUR + 1)).toEqual(["too much 120-120"]);
  expect(most(1_000_100 + MOST_OF_HOUR + 2000, 1000)).toEqual([]);
  expect(most(1_000_100 + MOST_OF_HOUR + 2001, 1000)).toEqual(["too much 120-120"]);
});

test("one wrong register affects only itself", () => {
  const { measured, estimated, found } = hoursOf([...HOURLY, [90, 90_000_000], [120, 1_000_300], [180, 1_000_400]]);
  expect(found).toEqual(["too much 90-90"]);
  expect(measured).toEqual({ 0: 100, 1: 200, 2: 100 });
  expect(estimated).toEqual({});
});

test("keeps quarantined registers that continue from a wrong one, even after the point could have passed as much", () => {
  const wrong = Array.from({ length: 400 }, (_, i): Reading => [120 + i * 60, 90_000_000 + i * 10]);
  const { measured, estimated, found } = hoursOf([...HOURLY, ...wrong]);
  expect(found).toEqual([`too much 120-${120 + 399 * 60}`]);
  expect([measured, estimated]).toEqual([{ 0: 100 }, {}]);
});

test("catches up consumption after registers were quarantined", () => {
  const wrong: Reading[] = [
    [120, 300_000],
    [180, 300_050],
    [240, 300_100],
  ];
  const { measured, estimated, found } = hoursOf([...HOURLY, ...wrong, [300, 1_000_500], [360, 1_000_600]]);
  expect(found).toEqual(["fell 120-240"]);
  expect(estimated).toEqual({ 1: 100, 2: 100, 3: 100, 4: 100 });
  expect(measured).toEqual({ 0: 100, 5: 100 });
});

test("a person's decision overrides the judgement of a register", () => {
  const after: Reading[] = [[180, 90_000_050]];
  const counts = hoursOf([...HOURLY, [120, 90_000_000, "counts"], ...after]);
  expect(counts).toMatchObject({ found: [], measured: { 0: 100, 1: 88_999_900, 2: 50 } });
  const restarted = hoursOf([...HOURLY, [120, 90_000_000, "restarts"], ...after]);
  expect(restarted).toEqual({ found: [], measured: { 0: 100, 2: 50 }, estimated: {}, covered: [] });
  // Within a stretch: what came before stays apart.
  const later = hoursOf([...HOURLY, [120, 300_000], [180, 300_100, "restarts"], [240, 300_200]]);
  expect(later).toMatchObject({ found: ["fell 120-120"], measured: { 0: 100, 3: 100 } });
});

test("a reset within an hour keeps the hour's volume and adds to it", () => {
  const { measured } = hoursOf([
    [0, 100],
    [20, 110],
    [40, 5, "restarts"],
    [59, 12],
  ]);
  expect(measured).toEqual({ 0: 17 });
});
