import { AT_RATE, hourOf, KEPT_HOURS, MEASURED, STATUS } from "./state/hours.ts";
import type { LeakState } from "./state/leak-state.ts";

/** The hours around an hour that determine its rate: so many before it, and so many after. */
const HOURS_BEFORE = 12;
export const HOURS_AFTER = 11;

/**
 * The hour's gallons, but at most the leak's rate: the quietest three measured hours in a row among the 24 around it,
 * divided by three, less the meter's own floor. Only hours of the leak's life count; with fewer than three of them the
 * lowest. Three, because the single lowest hour of a register that counts litres reads 10 to 30 % low. Missing and covered
 * hours do not break a row.
 * @param zero what the meter passes in every hour without it being use or leak; counts as nothing
 * @param ownFloor the meter's own usual lowest hour above that zero
 * @returns leak gallons of one measured hour with flow of a leak, in thousandths of a gallon
 */
export function quietestThree(state: LeakState, hour: number, zero: number, ownFloor: number, count: number): number {
  const { flags, gallons } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const last = Math.min(hour + HOURS_AFTER, newest);
  let measured = 0;
  let before = 0;
  let beforeThat = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let quietest = Number.POSITIVE_INFINITY;
  for (let near = Math.max(hour - HOURS_BEFORE, newest - KEPT_HOURS + 1); near <= last; near++) {
    const slot = near % KEPT_HOURS;
    if (((flags[slot] ?? 0) & (STATUS | AT_RATE)) !== (MEASURED | AT_RATE)) continue;
    const volume = Math.max(0, (gallons[slot] ?? 0) - zero);
    measured++;
    if (volume < lowest) lowest = volume;
    if (measured >= 3) quietest = Math.min(quietest, beforeThat + before + volume);
    beforeThat = before;
    before = volume;
  }
  const rate = measured >= 3 ? Math.round((quietest + count * 0.5) / 3) : lowest;
  const own = Math.max(0, (gallons[hour % KEPT_HOURS] ?? 0) - zero);
  return Math.min(own, Math.max(0, rate - ownFloor));
}
