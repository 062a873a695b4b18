import { expect, test } from "vitest";
import { HOUR_MS } from "../readings/durations.ts";
import { coveredLife, findings, type Opening, rowsOfLeak, wasOpen } from "./opening.ts";

const leak = { from: 100 * HOUR_MS, until: 200 * HOUR_MS };

/** A row, its instants given in hours. */
function row(started: number, opened: number, ended: number | null, sure: number | null = opened): Opening {
  return {
    startedAt: started * HOUR_MS,
    openedAt: opened * HOUR_MS,
    endedAt: ended === null ? null : ended * HOUR_MS,
    sureAt: sure === null ? null : sure * HOUR_MS,
  };
}
const found = (rows: readonly Opening[], untouched: readonly Opening[] = []) =>
  findings(rowsOfLeak(rows, leak, untouched));

test("finds a leak by the first row opened after it began, if both overlap", () => {
  expect(found([row(160, 190, null), row(101, 125, 150)]).sure?.at).toBe(125 * HOUR_MS);
  expect(found([row(90, 99, null)]).any).toBeNull();
  expect(found([row(90, 99, 120)]).any).toBeNull();
  expect(found([row(205, 230, null)]).any).toBeNull();
  // Opened after the leak's end, and yet about it.
  expect(found([row(190, 210, null)]).any).not.toBeNull();
});

test("finds nothing by a row that the home has at that time without the leak", () => {
  const rows = [row(110, 130, 140)];
  expect(found(rows, [row(110, 130, 140)]).any).toBeNull();
  expect(found(rows, [row(110, 120, 131)]).any).toBeNull();
  expect(found(rows, [row(110, 131, 140)]).any).not.toBeNull();
  expect(found(rows, [row(100, 110, 130)]).any).not.toBeNull();
});

test("separates a suspicion from when the row was more than that", () => {
  const became = found([row(101, 103, 130, 105)]);
  expect(became.any?.at).toBe(103 * HOUR_MS);
  expect(became.sure?.at).toBe(105 * HOUR_MS);
  const stayed = found([row(101, 103, 104, null), row(150, 160, 170)]);
  expect(stayed.any?.at).toBe(103 * HOUR_MS);
  expect(stayed.sure?.at).toBe(160 * HOUR_MS);
});

test("covers a leak's life by its rows once, suspicions aside, and no more than its life", () => {
  expect(coveredLife([], leak)).toBe(0);
  expect(coveredLife([row(110, 120, 160)], leak)).toBeCloseTo(0.5);
  expect(coveredLife([row(110, 120, 160), row(140, 150, 180)], leak)).toBeCloseTo(0.7);
  expect(coveredLife([row(110, 120, 160), row(170, 175, null)], leak)).toBeCloseTo(0.8);
  expect(coveredLife([row(80, 120, 300)], leak)).toBe(1);
  expect(coveredLife([row(110, 120, 160, null)], leak)).toBe(0);
});

test("treats a meter as leaking until a day after its own leak's end", () => {
  expect(wasOpen([row(10, 20, 75)], leak.from)).toBe(false);
  expect(wasOpen([row(10, 20, 77)], leak.from)).toBe(true);
  expect(wasOpen([row(10, 20, null)], leak.from)).toBe(true);
  expect(wasOpen([row(90, 101, null)], leak.from)).toBe(false);
  expect(wasOpen([row(10, 20, null, null)], leak.from)).toBe(false);
});
