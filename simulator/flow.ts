import type { Draws } from "./random.ts";

/** Water through one pipe, by hour of a local day. */
export interface Flow {
  /** Thousandths of a gallon. */
  gallons: Float64Array;
  /** Minutes with running water, 0 to 60, not rounded yet. */
  minutes: Float64Array;
  /** Separate draws, not rounded yet. */
  draws: Float64Array;
}

export function stillWater(hours: number): Flow {
  return {
    gallons: new Float64Array(hours),
    minutes: new Float64Array(hours),
    draws: new Float64Array(hours),
  };
}

/**
 * Joins another pipe's water: volumes add up, minutes and draws overlap as independent ones do, so that the sum never
 * shows less flow time than one of its parts, and a tap opened while a leak runs begins no draw of its own.
 */
export function addFlow(into: Flow, other: Flow): void {
  for (let hour = 0; hour < into.gallons.length; hour += 1) {
    if (other.gallons[hour] === 0) continue;
    joinHour(into, hour, other.gallons[hour], other.minutes[hour], other.draws[hour]);
  }
}

/** As `addFlow`, for one hour. */
export function joinHour(into: Flow, hour: number, gallons: number, minutes: number, draws: number): void {
  const running = into.minutes[hour];
  into.draws[hour] = into.draws[hour] * (1 - minutes / 60) + draws * (1 - running / 60);
  into.minutes[hour] = running + minutes - (running * minutes) / 60;
  into.gallons[hour] += gallons;
}

/**
 * Rounds each hour down to whole counts of the register and carries what is left to the next hour. What the register
 * showed at midnight is not known to a day on its own, so the first remainder is drawn.
 */
export function countWhole(gallons: Float64Array, registerCount: number, random: Draws): void {
  let left = random.uniform() * registerCount;
  for (let hour = 0; hour < gallons.length; hour += 1) {
    if (gallons[hour] === 0) continue;
    left += gallons[hour];
    const counts = Math.floor(left / registerCount);
    gallons[hour] = counts * registerCount;
    left -= gallons[hour];
  }
}
