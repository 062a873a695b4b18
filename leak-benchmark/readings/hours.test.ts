import { expect, test } from "vitest";
import { HOUR_MS } from "./durations.ts";
import { hoursOf } from "./hours.ts";

/** Registers of so many litres at so many hours since 1970. */
const registers = (...rows: [hour: number, litres: number][]) =>
  rows.map(([hour, litres]) => ({ at: hour * HOUR_MS, millilitres: litres * 1000 }));
const litresByHour = (...rows: [hour: number, litres: number][]) =>
  hoursOf(registers(...rows), "UTC").map(({ at, litres }) => [at / HOUR_MS, litres]);

test("puts an interval whole into the hour of its middle, on the boundary into the earlier", () => {
  expect(litresByHour([0.2, 10], [1.2, 15], [2.2, 16])).toEqual([
    [0, 5],
    [1, 1],
  ]);
  expect(litresByHour([0.5, 10], [1.5, 15])).toEqual([[0, 5]]);
});

test("adds up several intervals of an hour, and covers one whose neighbours took them", () => {
  expect(litresByHour([0, 0], [0.5, 3], [0.9, 5])).toEqual([[0, 5]]);
  expect(litresByHour([0, 0], [0.99, 2], [2.4, 9], [3.8, 10], [4.3, 12])).toEqual([
    [0, 2],
    [1, 7],
    [2, null],
    [3, 1],
    [4, 2],
  ]);
});

test("leaves longer intervals out, as gaps", () => {
  expect(litresByHour([0, 0], [1, 2], [3, 50], [4, 51])).toEqual([
    [0, 2],
    [3, 1],
  ]);
});

test("counts water above the highest register so far where one falls", () => {
  expect(litresByHour([0, 100], [1, 110], [2, 105], [3, 112]).map(([, litres]) => litres)).toEqual([10, 0, 2]);
});

test("names the readings between which an hour's litres ran", () => {
  expect(hoursOf(registers([0.2, 10], [1.2, 15]), "UTC")[0]).toMatchObject({
    from: 0.2 * HOUR_MS,
    until: 1.2 * HOUR_MS,
  });
});
