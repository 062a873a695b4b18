import type { LeakSettings } from "../../leaks/settings/leak-settings.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";
import { DaysAtHand } from "../days/days-at-hand.ts";
import type { WorkDay } from "../days/work-day.ts";
import { type Advance, advanceMeter } from "../registers/advance-meter.ts";
import type { MeterState } from "../registers/meter-state.ts";
import type { Plan } from "./plan-meters.ts";

/**
 * Processes the new hours of a meter by plan, in memory: its state and days are changed.
 * @param stored its days from the plan's first on @param wanted whether a checkpoint at the beginning of a day is worth keeping
 * @returns what it came to, and its days, with those that begin to exist now
 */
export function advancePlan(
  plan: Plan,
  stored: WorkDay[],
  timeZone: string,
  settings: LeakSettings,
  now: number,
  wanted: (day: number) => boolean = () => false,
): { advance: Advance; atHand: WorkDay[] } {
  const { meterId, attachedTo, count, continuousUseExpected } = plan.meter;
  const at = new DaysAtHand(meterId, timeZone, plan.loadFrom, stored);
  const leakMeter = { attachedTo, count, continuousUseExpected, settings };
  const silentUntil = silenceOf(plan.state, stored, timeZone, now, settings);
  const advance = advanceMeter({ ...plan, leakMeter, at, wanted, silentUntil, isUpToNow: true });
  return { advance, atHand: at.sorted() };
}

/** The day before today, when the meter has had no data for so long that an unconfirmed leak is over; else null. */
function silenceOf(state: MeterState, days: WorkDay[], timeZone: string, now: number, settings: LeakSettings) {
  const last = days.at(-1);
  const newest = Math.max(state.leak.processedUntil, last === undefined ? 0 : last.startsAt + last.hours * HOUR_MS);
  const silentFor = now - newest;
  return silentFor > settings.silentDaysToClose * 24 * HOUR_MS ? localDayAt(timeZone, now).day - 1 : null;
}
