import { hourOf, KEPT_HOURS, MEASURED, STATUS } from "./state/hours.ts";
import type { LeakState } from "./state/leak-state.ts";

/** The quiet rate is that of the quietest so many measured hours in a row among the three days up to the newest hour. */
const QUIET_HOURS = 8;
const LOOK_BACK = 72;

const row = new Float64Array(QUIET_HOURS);

/** Thousandths of a gallon an hour that a toilet takes in its quietest hours since the leak began (hour by number); 0 without enough of them. */
export function quietRate(state: LeakState, leakStart: number): number {
  const { flags, gallons } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  let measured = 0;
  let sum = 0;
  let quietest = Number.POSITIVE_INFINITY;
  for (let hour = Math.max(leakStart, newest - LOOK_BACK + 1); hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    if (((flags[slot] ?? 0) & STATUS) !== MEASURED) continue;
    const place = measured++ % QUIET_HOURS;
    sum += (gallons[slot] ?? 0) - (measured > QUIET_HOURS ? (row[place] ?? 0) : 0);
    row[place] = gallons[slot] ?? 0;
    if (measured >= QUIET_HOURS && sum < quietest) quietest = sum;
  }
  return measured < QUIET_HOURS ? 0 : quietest / QUIET_HOURS;
}

/**
 * Leak gallons of an hour (by number) on a toilet that fills itself up now and then: what leaked at the quiet rate since
 * the last hour with water, at most the hour's gallons; thousandths of a gallon.
 */
export function refillGallons(state: LeakState, hour: number, rate: number): number {
  const { flags, gallons } = state.hours;
  const oldest = hourOf(state.processedUntil) - KEPT_HOURS;
  let since = 1;
  for (let before = hour - 1; before >= oldest; before--) {
    const slot = before % KEPT_HOURS;
    if (((flags[slot] ?? 0) & STATUS) !== MEASURED) continue;
    if ((gallons[slot] ?? 0) > 0) break;
    since++;
  }
  return Math.min(gallons[hour % KEPT_HOURS] ?? 0, Math.round(rate * since));
}
