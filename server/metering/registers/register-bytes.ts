import type { RegisterState } from "./register-hours.ts";

/** The state of a meter's register as numbers: six, or eleven while registers are set apart. */
export function registerNumbers(state: RegisterState): number[] {
  const { lastAt, highest, openHour, openGallons, isBroken, isDipped, apart } = state;
  const numbers = [lastAt, highest, openHour, openGallons, isBroken ? 1 : 0, isDipped ? 1 : 0];
  if (apart === null) return numbers;
  return [...numbers, apart.kind === "fell" ? 0 : 1, apart.firstAt, apart.first, apart.newestAt, apart.newest];
}

/** Reads what registerNumbers wrote. */
export function registerOf(numbers: number[]): RegisterState {
  const [lastAt = 0, highest = 0, openHour = 0, openGallons = 0, broken, dipped, ...rest] = numbers;
  const [kind, firstAt = 0, first = 0, newestAt = 0, newest = 0] = rest;
  return {
    lastAt,
    highest,
    openHour,
    openGallons,
    isBroken: broken === 1,
    isDipped: dipped === 1,
    apart: kind === undefined ? null : { kind: kind === 0 ? "fell" : "too much", firstAt, first, newestAt, newest },
  };
}
