import { beginOf, COVERED, hourOf, KEPT_HOURS, MISSING, NIGHT, STATUS } from "../state/hours.ts";
import type { RuleEvidence } from "../state/leak.ts";
import type { LeakMeter } from "../state/leak-meter.ts";
import type { LeakState } from "../state/leak-state.ts";
import { hasOwnHistory, ownHistoryBefore } from "../state/own-history.ts";
import { CLOCK_PER_MEASURED, type Window } from "../state/window.ts";
import { evidenceOf } from "./evidence.ts";

export interface Rest extends Window {
  /** The longest dry spell in the window, in measured hours: missing and covered hours neither break nor lengthen it. */
  longest: number;
}

/**
 * The last so many measured hours, some of them at night, with the longest dry spell in them; null when they do not lie
 * within half again as many hours of the clock, or reach behind the end of a leak.
 */
export function longestRest(state: LeakState, hours: number): Rest | null {
  const { flags, gallons } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const stretch = Math.min(Math.floor(hours * CLOCK_PER_MEASURED), KEPT_HOURS);
  const oldest = Math.max(newest - stretch + 1, state.lastLeakEnd);
  let measured = 0;
  let missing = 0;
  let night = 0;
  let dry = 0;
  let longest = 0;
  let first = newest;
  for (let hour = newest; hour >= oldest && measured < hours; hour--) {
    const flag = flags[hour % KEPT_HOURS] ?? 0;
    const status = flag & STATUS;
    if (status === COVERED) continue;
    if (status === MISSING) {
      missing++;
      continue;
    }
    measured++;
    first = hour;
    night |= flag & NIGHT;
    dry = (gallons[hour % KEPT_HOURS] ?? 0) > 0 ? 0 : dry + 1;
    if (dry > longest) longest = dry;
  }
  if (measured < hours || night === 0) return null;
  return {
    longest,
    firstHour: first,
    startsAt: beginOf(first, flags[first % KEPT_HOURS] ?? 0),
    endsAt: state.processedUntil,
    measured,
    missing,
    lowest: 0,
    stillMinutes: 0,
    knowsFlowTime: false,
  };
}

/**
 * No rest: a toilet without a dry spell longer than 3 h in the last 72 hours, which is a third of its own
 * usual at most: a tank that leaks fills itself up again and again, by night too.
 */
export function noRestOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  if (state.ownDays.count < settings.ownDaysNeeded) return null;
  const rest = longestRest(state, settings.restWindowHours);
  if (!rest || rest.longest > settings.restHours) return null;
  const own = ownHistoryBefore(state.ownDays, rest.firstHour, settings);
  if (!own || own.usualRest === null) return null;
  const threshold = Math.min(settings.restHours, Math.floor(own.usualRest / settings.restTimesUnderOwn));
  if (rest.longest > threshold) return null;
  return evidenceOf("no_rest", "medium", rest, "longest_rest", rest.longest, threshold, own);
}

/** The same for a toilet whose meter has no own history yet, which nothing can be held against. */
export function newMeterNoRestOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const rest = longestRest(state, settings.newMeterRestWindowHours);
  if (!rest || rest.longest > settings.restHours) return null;
  if (hasOwnHistory(state.ownDays, rest.firstHour, settings)) return null;
  return evidenceOf("new_meter", "medium", rest, "longest_rest", rest.longest, settings.restHours, null);
}
