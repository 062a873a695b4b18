import { HOUR_MS } from "./durations.ts";
import { localHour } from "./local-time.ts";
import type { Register } from "./register.ts";

/** An hour of the clock that was measured, or covered by the intervals of its neighbours. */
export interface Hour {
  /** Begin, milliseconds since the epoch. */
  at: number;
  /** 0 to 23, as clocks there show it. */
  localHour: number;
  /** null: covered, so without a value of its own. */
  litres: number | null;
  /** The readings between which its litres ran. */
  from: number;
  until: number;
}

/** Longer intervals between two readings are gaps: nothing tells in which of their hours the water ran. */
const LONGEST_INTERVAL_MS = 1.5 * HOUR_MS;

/**
 * Measured and covered hours of a meter, in the order of time. The interval between two readings belongs whole to the hour
 * of its middle, on the boundary to the earlier; several in an hour add up. An hour that gets none, though its neighbours'
 * intervals join in it, is covered. Where a register falls, water counts again above the highest.
 */
export function hoursOf(registers: readonly Register[], timeZone: string): Hour[] {
  const hours: Hour[] = [];
  let before: Register | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  let joined = false;
  for (const reading of registers) {
    const { at, millilitres } = reading;
    const isInterval = before !== null && at - before.at <= LONGEST_INTERVAL_MS;
    if (before !== null && isInterval) {
      const hour = (Math.ceil((before.at + at) / 2 / HOUR_MS) - 1) * HOUR_MS;
      if (joined) cover(hours, hour, before.at, timeZone);
      const litres = Math.max(0, millilitres - highest) / 1000;
      add(hours, { at: hour, localHour: localHour(timeZone, hour), litres, from: before.at, until: at });
    }
    joined = isInterval;
    highest = Math.max(highest, millilitres);
    before = reading;
  }
  return hours;
}

function add(hours: Hour[], hour: Hour): void {
  const last = hours.at(-1);
  if (last?.at !== hour.at) hours.push(hour);
  else hours[hours.length - 1] = { ...last, litres: (last.litres ?? 0) + (hour.litres ?? 0), until: hour.until };
}

/** Adds the hours between the last one and another as covered; the two intervals join at an instant. */
function cover(hours: Hour[], until: number, joinedAt: number, timeZone: string): void {
  const last = hours.at(-1)?.at ?? until;
  for (let at = last + HOUR_MS; at < until; at += HOUR_MS) {
    hours.push({ at, localHour: localHour(timeZone, at), litres: null, from: joinedAt, until: joinedAt });
  }
}
