import type { Lump, MeterDay } from "../../readings/meter-day.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDay } from "../../time/local-day.ts";

/** Totals of a day, as `meter_days` keeps them beside the hours. Volumes in thousandths of a gallon. */
export interface DayTotals {
  hoursMeasured: number;
  /** Measured and caught up; null: neither. */
  gallonsTotal: number | null;
  estimatedTotal: number;
  leakTotal: number;
  flowTotal: number | null;
  eventsTotal: number | null;
  flowHours: number;
}

/** One meter's day while it is processed: what was read, what was derived from it before, and what is derived now. */
export interface WorkDay extends MeterDay {
  meterId: number;
  /** Instant at which the next day begins: of a last hour of half the length, that is sooner than an hour after it began. */
  endsAt: number;
  /** Whether the day has a row. */
  stored: boolean;
  lumps: Lump[] | null;
  registerSeconds: number[] | null;
  registers: number[] | null;
  /** Of intervals, by hour: the missing share of measured hours, and what is known of the others; null: none. */
  intervalEstimated: (number | null)[] | null;
  /** Second of the day at which its newest interval ends; null: it has none. */
  intervalsUntil: number | null;
  /** Catch-up by hour, and what intervals leave to be estimated; null: none that day. */
  estimated: (number | null)[] | null;
  /** Leak gallons by hour; null: none that day. */
  leakGallons: number[] | null;
  totals: DayTotals;
  /** Whether an array of derived values was written to, */
  touched: boolean;
  /** and these arrays as they were read, as text; null without a row. */
  before: { gallons: string | null; estimated: string | null; leakGallons: string | null; covered: number } | null;
}

export function emptyWorkDay(meterId: number, timeZone: string, day: number): WorkDay {
  const { startsAt, endsAt, hours } = localDay(timeZone, day);
  return {
    meterId,
    day,
    startsAt,
    endsAt,
    hours,
    stored: false,
    gallons: [],
    flowTime: null,
    events: null,
    lumps: null,
    registerSeconds: null,
    registers: null,
    intervalEstimated: null,
    intervalsUntil: null,
    estimated: null,
    covered: 0,
    leakGallons: null,
    totals: {
      hoursMeasured: 0,
      gallonsTotal: null,
      estimatedTotal: 0,
      leakTotal: 0,
      flowTotal: null,
      eventsTotal: null,
      flowHours: 0,
    },
    touched: false,
    before: null,
  };
}

export function setEstimated(day: WorkDay, slot: number, gallons: number): void {
  day.estimated ??= new Array<number | null>(day.hours).fill(null);
  day.estimated[slot] = gallons;
  day.touched = true;
}

export function setLeakGallons(day: WorkDay, slot: number, gallons: number): void {
  if (day.leakGallons === null) {
    if (gallons === 0) return;
    day.leakGallons = new Array<number>(day.hours).fill(0);
  }
  if (day.leakGallons[slot] === gallons) return;
  day.leakGallons[slot] = gallons;
  day.touched = true;
}

/** Slot of the hour that begins at an instant of this day. */
export function slotOf(day: MeterDay, at: number): number {
  return Math.floor((at - day.startsAt) / HOUR_MS);
}

/** Calculates a day's totals from its hours. Arrays without values become null. */
export function totalsOf(day: WorkDay): DayTotals {
  if (day.estimated?.every((value) => value === null)) day.estimated = null;
  if (day.leakGallons?.every((value) => value === 0)) day.leakGallons = null;
  let [hoursMeasured, flowHours, measured, estimated, leak] = [0, 0, 0, 0, 0];
  let hasVolume = false;
  for (let slot = 0; slot < day.hours; slot++) {
    const gallons = day.gallons[slot] ?? null;
    if (gallons !== null) {
      hasVolume = true;
      hoursMeasured++;
      measured += gallons;
      if (gallons > 0) flowHours++;
    } else if ((day.covered & (1 << slot)) !== 0) hoursMeasured++;
    const caughtUp = day.estimated?.[slot] ?? null;
    if (caughtUp !== null) {
      hasVolume = true;
      estimated += caughtUp;
    }
    leak += day.leakGallons?.[slot] ?? 0;
  }
  return {
    hoursMeasured,
    gallonsTotal: hasVolume ? measured + estimated : null,
    estimatedTotal: estimated,
    leakTotal: leak,
    flowTotal: sumOf(day.flowTime),
    eventsTotal: sumOf(day.events),
    flowHours,
  };
}

/** The sum of what is there; null when nothing is. */
function sumOf(values: readonly (number | null)[] | null): number | null {
  if (values === null) return null;
  let sum: number | null = null;
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value;
  return sum;
}

/** Whether a day counts as read: at least three quarters of its hours are measured. */
export function isRead(hoursMeasured: number, hours: number): boolean {
  return hoursMeasured * 4 >= hours * 3;
}
