import { HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";
import { emptyWorkDay, type WorkDay } from "./work-day.ts";

/** The days of one meter from `loadedFrom` on, all that are stored and those that begin to exist now. */
export class DaysAtHand {
  readonly meterId: number;
  readonly timeZone: string;
  /** Number of the first day that was loaded. */
  readonly loadedFrom: number;
  readonly #days = new Map<number, WorkDay>();

  constructor(meterId: number, timeZone: string, loadedFrom: number, days: WorkDay[]) {
    this.meterId = meterId;
    this.timeZone = timeZone;
    this.loadedFrom = loadedFrom;
    for (const day of days) this.#days.set(day.day, day);
  }

  /** The day of an instant, created if it does not exist; null when it is before those loaded. */
  at(instant: number): WorkDay | null {
    const { day } = localDayAt(this.timeZone, instant);
    if (day < this.loadedFrom) return null;
    const found = this.#days.get(day);
    if (found !== undefined) return found;
    const made = emptyWorkDay(this.meterId, this.timeZone, day);
    this.#days.set(day, made);
    return made;
  }

  /** The day of an instant, null when it does not exist or is not loaded. */
  find(instant: number): WorkDay | null {
    return this.#days.get(localDayAt(this.timeZone, instant).day) ?? null;
  }

  /** The days in the order of time, as of now. */
  sorted(): WorkDay[] {
    return [...this.#days.values()].sort((a, b) => a.day - b.day);
  }

  /** End of an hour of a day; the last of a day may be shorter, where clocks move by half an hour. */
  endOf({ startsAt, endsAt, hours }: WorkDay, slot: number): number {
    return slot < hours - 1 ? startsAt + (slot + 1) * HOUR_MS : endsAt;
  }

  /** Begin of the local hour of an instant. */
  hourOf(instant: number): number {
    const { startsAt } = localDayAt(this.timeZone, instant);
    return startsAt + Math.floor((instant - startsAt) / HOUR_MS) * HOUR_MS;
  }
}
