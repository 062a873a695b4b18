import { expect, test } from "vitest";
import { HOUR_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";
import { controlCharts } from "./control-charts.ts";
import { openingsOf } from "./detector.ts";
import { publishedRules } from "./published-rules.ts";

const GALLON = 3.785411784;

/** Hours from midnight on, of so many gallons each; undefined: not measured, null: covered. */
function hours(gallons: readonly (number | null | undefined)[]): Hour[] {
  return gallons.flatMap((used, number) => {
    if (used === undefined) return [];
    const at = number * HOUR_MS;
    return [{ at, localHour: number % 24, litres: used === null ? null : used * GALLON * 1.0001, from: at, until: at }];
  });
}

/** Places of the hours at whose end the first and the last alert of a rule holds. */
function alertsOf(name: string, gallons: readonly (number | null | undefined)[]) {
  const rule = [...publishedRules, ...controlCharts].find((one) => one.name.startsWith(name));
  if (rule === undefined) throw new Error(`There is no rule ${name}.`);
  const alerts = rule.alerts(hours(gallons));
  return [alerts.indexOf(true), alerts.lastIndexOf(true)];
}
const flow = (length: number, gallons: number) => Array.from({ length }, () => gallons);

test("alerts after as many hours of as much water as is published, and until the first with less", () => {
  expect(alertsOf("water in each of 24", [0, ...flow(30, 0.3), 0])).toEqual([24, 30]);
  expect(alertsOf("water in each of 24", [...flow(23, 0.3), 0, ...flow(23, 0.3)])).toEqual([-1, -1]);
  expect(alertsOf("1 gal in each", flow(30, 1))).toEqual([23, 29]);
  expect(alertsOf("1 gal in each", flow(60, 0.9))).toEqual([-1, -1]);
  expect(alertsOf("7 gal/h for 16", flow(20, 7))).toEqual([15, 19]);
  expect(alertsOf("3 gal/h for 48", flow(50, 3))).toEqual([47, 49]);
  expect(alertsOf("3 gal/h for 48", flow(10, 30))).toEqual([7, 9]);
  expect(alertsOf("over 500 L", flow(60, 5))).toEqual([-1, -1]);
  expect(alertsOf("over 500 L", flow(60, 6))).toEqual([47, 59]);
  expect(alertsOf("60 minutes", [29, 30, 29])).toEqual([1, 1]);
});

test("lets covered and missing hours neither continue nor end a run, and a long gap end it", () => {
  expect(alertsOf("water in each of 24", [...flow(12, 1), null, ...flow(12, 1)])).toEqual([24, 24]);
  expect(alertsOf("water in each of 24", [...flow(12, 1), undefined, ...flow(12, 1)])).toEqual([23, 23]);
  const gap = Array.from({ length: 7 }, () => undefined);
  expect(alertsOf("water in each of 24", [...flow(12, 1), ...gap, ...flow(12, 1)])).toEqual([-1, -1]);
});

test("looks at the hour from 03:00 only, until that of the next night", () => {
  expect(alertsOf("water between 03:00", [...flow(3, 9), 0, ...flow(30, 9)])).toEqual([27, 33]);
});

test("holds the night minimum and the day against the meter's own", () => {
  const day = (night: number, use: number) => [...flow(6, night), ...flow(18, use)];
  const usual = Array.from({ length: 20 }, (_, i) => day(0, 3 + (i % 3))).flat();
  const leaking = Array.from({ length: 4 }, () => day(2, 5)).flat();
  const [cusum] = alertsOf("CUSUM", [...usual, ...leaking]);
  expect(cusum).toBe(20 * 24 + 24);
  expect(alertsOf("CUSUM", usual)).toEqual([-1, -1]);
  expect(alertsOf("z-score", [...usual, ...day(0, 30), ...day(0, 3)])).toEqual([21 * 24, 21 * 24 + 23]);
  expect(alertsOf("z-score", usual)).toEqual([-1, -1]);
});

test("looks only backwards: what comes later changes no alert", () => {
  const use = Array.from({ length: 40 * 24 }, (_, i) => (i % 24 === 7 ? 20 : (i * 7919) % 5 === 0 ? 1 : 0));
  const whole = hours([...use, ...flow(60, 40)]);
  for (const rule of [...publishedRules, ...controlCharts]) {
    const alerts = rule.alerts(whole);
    for (const length of [200, 500, 40 * 24 + 10]) {
      expect(rule.alerts(whole.slice(0, length))).toEqual(alerts.slice(0, length));
    }
  }
});

test("makes one row of alerts within a day of each other", () => {
  const some = hours(flow(80, 1));
  const alerts = some.map((_, i) => (i >= 10 && i < 20) || (i >= 40 && i < 45) || i >= 75);
  const rows = openingsOf(some, alerts).map(({ openedAt, endedAt }) => [
    openedAt / HOUR_MS,
    endedAt && endedAt / HOUR_MS,
  ]);
  expect(rows).toEqual([
    [11, 45],
    [76, null],
  ]);
});
