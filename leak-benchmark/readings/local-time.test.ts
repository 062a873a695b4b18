import { expect, test } from "vitest";
import { HOUR_MS } from "./durations.ts";
import { instantsAt, localHour } from "./local-time.ts";

const ZONE = "Europe/Madrid";

test("finds the one instant of a local time, both of the repeated hour and none of the skipped one", () => {
  expect(instantsAt(ZONE, Date.UTC(2016, 6, 1, 12))).toEqual([Date.UTC(2016, 6, 1, 10)]);
  expect(instantsAt(ZONE, Date.UTC(2016, 9, 30, 2, 8))).toEqual([
    Date.UTC(2016, 9, 30, 0, 8),
    Date.UTC(2016, 9, 30, 1, 8),
  ]);
  expect(instantsAt(ZONE, Date.UTC(2016, 2, 27, 2, 30))).toEqual([]);
});

test("gives the local hour on both sides of a clock change", () => {
  const hours = (from: number) => Array.from({ length: 4 }, (_, i) => localHour(ZONE, from + i * HOUR_MS));
  expect(hours(Date.UTC(2016, 9, 29, 23))).toEqual([1, 2, 2, 3]);
  expect(hours(Date.UTC(2016, 2, 27, 0))).toEqual([1, 3, 4, 5]);
});
