import { advanceDay, type LeakMeter, leavePlace } from "../../leaks/advance.ts";
import type { LeakState } from "../../leaks/state/leak-state.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";
import { emptyWorkDay, type WorkDay } from "../days/work-day.ts";
import type { Meter } from "../inventory/inventory-types.ts";

/** The hours of a meter at one place. The hour in which it moves on belongs to its new place. */
export interface Stay {
  leakMeter: LeakMeter;
  /** Its last local day, how many hours of that day are in it, and when these end; null: it goes on. */
  end: { day: WorkDay; hours: number; at: number } | null;
  /** The next stay is at the same place. */
  comesBack: boolean;
}

/** The stays of a meter in the order of time; the last has no end. One goes on over a pause without a full hour. */
export function staysOf({ meterId, services }: Meter, leakMeter: LeakMeter, timeZone: string): Stay[] {
  const stays: Stay[] = [];
  for (const [index, { until, pointId, attachedTo }] of services.entries()) {
    if (until === Number.POSITIVE_INFINITY) continue;
    const { day, startsAt } = localDayAt(timeZone, until);
    const next = services[index + 1];
    const hoursHere = (until - startsAt) / HOUR_MS;
    const nextHour = next === undefined ? Number.POSITIVE_INFINITY : Math.floor((next.from - startsAt) / HOUR_MS);
    const comesBack = next?.pointId === pointId;
    if (comesBack && nextHour <= Math.ceil(hoursHere)) continue;
    const hours = nextHour < hoursHere ? Math.floor(hoursHere) : Math.ceil(hoursHere);
    const end = endOf(meterId, timeZone, day, hours);
    stays.push({ leakMeter: { ...leakMeter, attachedTo }, end, comesBack });
  }
  return [...stays, { leakMeter, end: null, comesBack: false }];
}

/** The end after so many hours of a day; after none it is that of the day before. */
function endOf(meterId: number, timeZone: string, day: number, hours: number): Stay["end"] {
  const last = emptyWorkDay(meterId, timeZone, hours === 0 ? day - 1 : day);
  const hoursOfLast = hours === 0 ? last.hours : hours;
  return { day: last, hours: hoursOfLast, at: last.startsAt + hoursOfLast * HOUR_MS };
}

/**
 * Feeds the hours of a day up to the given one (exclusive) to the leak rules, each at the place where the meter was in it. Where the
 * meter left a place its leak there ends.
 */
export function feedDay(state: LeakState, stays: readonly Stay[], day: WorkDay, untilHour: number): void {
  for (const { leakMeter, end, comesBack } of stays) {
    if (end !== null && end.at <= state.processedUntil) continue;
    if (end === null || end.day.day > day.day || (end.day.day === day.day && end.hours > untilHour)) {
      advanceDay(state, leakMeter, day, untilHour);
      return;
    }
    // Days before the first reading are not fed.
    if (state.processedUntil === 0 && end.day.day < day.day) continue;
    advanceDay(state, leakMeter, end.day.day === day.day ? day : end.day, end.hours);
    leavePlace(state, leakMeter, comesBack);
  }
}

/** Ends a leak that goes on where its meter left, whether or not a reading came after that. */
export function endLeftLeak(state: LeakState, stays: readonly Stay[]): void {
  if (state.leak?.endedAt !== null) return;
  const end = stays.find((stay) => stay.end === null || stay.end.at > state.processedUntil)?.end;
  if (end) feedDay(state, stays, end.day, end.hours);
}
