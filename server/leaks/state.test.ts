import { expect, test } from "vitest";
import { advanceDay } from "./advance.ts";
import { decodeLeakState, encodeLeakState, newLeakState } from "./state.ts";
import { daysOf, feed, ordinaryDay, plus, times, wholeUnit } from "./testing/hours.ts";

test("serializes a state with a leak and a full history in under 1.7 kB", () => {
  const { state } = feed([...times(40, ...ordinaryDay), ...plus(times(5, ...ordinaryDay), 3)]);
  expect(state.leak?.rules).toHaveLength(2);
  const bytes = encodeLeakState(state);
  expect(bytes.length).toBeLessThan(1700);
  const read = decodeLeakState(bytes);
  expect(read).toMatchObject({ leak: state.leak, hours: state.hours, day: state.day });
  expect(read.ownDays.count).toBe(state.ownDays.count);
  expect(encodeLeakState(read)).toEqual(bytes);
  expect(decodeLeakState(encodeLeakState(newLeakState()))).toEqual(newLeakState());
});

test("rejects an unknown version and broken bytes", () => {
  const bytes = encodeLeakState(newLeakState());
  expect(() => decodeLeakState(Buffer.concat([Buffer.of(99), bytes.subarray(1)]))).toThrow(/version 99/);
  expect(() => decodeLeakState(bytes.subarray(0, bytes.length - 1))).toThrow(/cut short/);
  expect(() => decodeLeakState(Buffer.concat([bytes, bytes]))).toThrow(/longer/);
});

test("a state that cannot be serialized leaves nothing behind for the next one", () => {
  const bytes = encodeLeakState(newLeakState());
  expect(() => encodeLeakState({ ...newLeakState(), run: -1 })).toThrow(/Cannot encode -1/);
  expect(encodeLeakState(newLeakState())).toEqual(bytes);
});

test("hours that begin at half past keep their instants", () => {
  const state = newLeakState();
  for (const day of daysOf(times(40, 1))) {
    advanceDay(state, wholeUnit, { ...day, startsAt: day.startsAt + 1_800_000 }, day.hours);
  }
  expect(new Date(state.leak?.startedAt ?? 0).getUTCMinutes()).toBe(30);
  expect(new Date(state.processedUntil).getUTCMinutes()).toBe(30);
});

test("loses no hour when a clock moves by half an hour, as on Lord Howe Island", () => {
  const [first, second] = daysOf(times(48, 1));
  if (!first || !second) throw new Error("two days were made");
  const halfHour = 1_800_000;
  // Midnight at half past, then half an hour earlier; and at the full hour, then half an hour later.
  for (const [before, after] of [
    [halfHour, 0],
    [0, halfHour],
  ] as const) {
    const state = newLeakState();
    advanceDay(state, wholeUnit, { ...first, startsAt: first.startsAt + before }, 24);
    advanceDay(state, wholeUnit, { ...second, startsAt: second.startsAt + after }, 24);
    expect(state.leak?.totalGallons).toBe(48_000);
    expect(state.leak?.startedAt).toBe(first.startsAt + before);
    expect(state.processedUntil).toBe(second.startsAt + after + 24 * 2 * halfHour);
  }
});
