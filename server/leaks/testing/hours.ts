import type { MeterDay } from "../../readings/meter-day.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { advanceDay, type LeakMeter, takeChanges } from "../advance.ts";
import { defaultLeakSettings } from "../settings/leak-settings.ts";
import type { LeakState } from "../state/leak-state.ts";
import { newLeakState } from "../state.ts";
import { LeakTable } from "./leak-table.ts";

/** Gallons of an hour (not thousandths), with minutes of flow where the meter reports them; null: missing. */
export type TestHour = number | null | "covered" | { gallons: number; flowTime: number; events?: number };

/** A local midnight somewhere west of Greenwich. */
export const START = Date.UTC(2025, 0, 6, 6);

export const wholeUnit: LeakMeter = {
  attachedTo: "SPOE",
  count: 1,
  continuousUseExpected: false,
  settings: defaultLeakSettings,
};

/** A day of an ordinary household: still from midnight to six, then 2 gal an hour, still again late in the evening. */
export const ordinaryDay: TestHour[] = Array.from({ length: 24 }, (_, hour) => (hour < 6 || hour > 21 ? 0 : 2));

export function times<T>(count: number, ...part: T[]): T[] {
  return Array.from({ length: count }, () => part).flat();
}

/** Every measured hour with so many gallons more. */
export function plus(hours: TestHour[], gallons: number): TestHour[] {
  return hours.map((hour) => (typeof hour === "number" ? hour + gallons : hour));
}

/** The instant n hours after the start. */
export function at(hours: number): number {
  return START + hours * HOUR_MS;
}

/** Hours as local days, by default of 24 hours each; the last day is filled up with missing hours. */
export function daysOf(hours: TestHour[], lengths: Record<number, number> = {}): MeterDay[] {
  const days: MeterDay[] = [];
  let startsAt = START;
  for (let from = 0; from < hours.length; ) {
    const length = lengths[days.length] ?? 24;
    const part = Array.from({ length }, (_, index) => hours[from + index] ?? null);
    days.push({
      day: Math.floor(START / DAY_MS) + days.length,
      startsAt,
      hours: length,
      gallons: part.map((hour) => (hour === null || hour === "covered" ? null : milligallons(hour))),
      flowTime: part.map((hour) => (hour !== null && typeof hour === "object" ? hour.flowTime : null)),
      events: part.map((hour) => (hour !== null && typeof hour === "object" ? (hour.events ?? null) : null)),
      covered: part.reduce<number>((bits, hour, index) => (hour === "covered" ? bits | (1 << index) : bits), 0),
    });
    startsAt += length * HOUR_MS;
    from += length;
  }
  return days;
}

function milligallons(hour: number | { gallons: number }): number {
  return Math.round((typeof hour === "number" ? hour : hour.gallons) * 1000);
}

/** Feeds exactly these hours to a new meter, and returns the rows written and the state. */
export function feed(
  hours: TestHour[],
  meter: Partial<LeakMeter> = {},
  lengths: Record<number, number> = {},
): { table: LeakTable; state: LeakState } {
  const state = newLeakState();
  const table = new LeakTable();
  let left = hours.length;
  for (const day of daysOf(hours, lengths)) {
    advanceDay(state, { ...wholeUnit, ...meter }, day, Math.min(left, day.hours));
    table.write(takeChanges(state));
    left -= day.hours;
  }
  return { table, state };
}

/** The leaks of a new meter with these hours. */
export function leaksOf(hours: TestHour[], meter: Partial<LeakMeter> = {}, lengths: Record<number, number> = {}) {
  return feed(hours, meter, lengths).table.leaks;
}
