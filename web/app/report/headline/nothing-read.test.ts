import { expect, test } from "vitest";
import { outsideUnitsNote } from "../text.ts";
import { holdsNothing } from "./NothingRead.tsx";

const day = { start_date: "2024-03-11", end_date: "2024-03-11", gallons_consumed: null, last_reading_date: null };

test("counts an unfinished day with readings as not empty", () => {
  expect(holdsNothing({ ...day, gallons_consumed: 3, last_reading_date: "2024-03-11" })).toBe(false);
  expect(holdsNothing({ ...day, gallons_consumed: 0, last_reading_date: "2024-03-11" })).toBe(false);
});

test("is empty only where the last reading lies outside of the days", () => {
  expect(holdsNothing(day)).toBe(true);
  expect(holdsNothing({ ...day, last_reading_date: "2024-03-10" })).toBe(true);
  expect(holdsNothing({ ...day, last_reading_date: "2024-03-12" })).toBe(true);
  expect(holdsNothing({ ...day, last_reading_date: "2024-03-11" })).toBe(false);
});

test("lists only leaks outside of units apart from the sum", () => {
  expect(outsideUnitsNote(undefined)).toBeNull();
  expect(outsideUnitsNote({ outside_units_count: 0 })).toBeNull();
  expect(outsideUnitsNote({ outside_units_count: 1 })).toContain("not in this sum");
});
