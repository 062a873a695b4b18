import { expect, test } from "vitest";
import { HOUR_MS } from "../readings/durations.ts";
import { type FlowHour, isFlatFlow } from "./flat-flow.ts";

/** Two days around noon of the second, the hours from midnight on given for the second day's night and its morning. */
function twoDays(secondDay: (number | null | undefined)[]): FlowHour[] {
  const litres = [...new Array<number>(24).fill(0), ...secondDay, ...new Array<number>(24 - secondDay.length).fill(0)];
  return litres.flatMap((value, number) =>
    value === undefined ? [] : [{ at: number * HOUR_MS, litres: value, localHour: number % 24 }],
  );
}
const openedAt = 36 * HOUR_MS;

test("a steady flow all night is flat, not with an hour without flow or with other use", () => {
  expect(isFlatFlow(twoDays([500, 260, 260, 520, 260, 260]), openedAt)).toBe(true);
  expect(isFlatFlow(twoDays([500, 260, 0, 520, 260, 260]), openedAt)).toBe(false);
  expect(isFlatFlow(twoDays([9000, 100, 8000, 7000, 100, 6000]), openedAt)).toBe(false);
  // Four measured hours are enough to tell, three are not.
  expect(isFlatFlow(twoDays([260, null, undefined, 260, 300, 260]), openedAt)).toBe(true);
  expect(isFlatFlow(twoDays([260, null, undefined, 260, undefined, 260]), openedAt)).toBe(false);
});

test("six hours at one rate are flat by day, five or uneven ones are not", () => {
  const night = new Array<number>(8).fill(0);
  expect(isFlatFlow(twoDays([...night, 40, 42, 44, 40, 41, 50]), openedAt)).toBe(true);
  expect(isFlatFlow(twoDays([...night, 40, 42, 44, 40, 41]), openedAt)).toBe(false);
  expect(isFlatFlow(twoDays([...night, 40, 42, 44, 25, 41, 50]), openedAt)).toBe(false);
});
