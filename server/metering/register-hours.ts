import { HOUR_MS } from "./meter-day.ts";

/** What a meter's register has told so far; volumes in thousandths of a gallon. */
export interface RegisterState {
  /** Instant of the newest register, milliseconds since the epoch. */
  lastAt: number;
  /** The highest register so far (since the last reset or rollover). */
  highest: number;
  /** Begin of the newest hour that took an interval, and its volume so far; 0 before the first. */
  openHour: number;
  openGallons: number;
}

/** How a register follows on the ones before. */
export type RegisterStep = "forward" | "dip" | "rollover" | "reset" | "quarantined";

/** Takes what follows from registers, hour by hour; `hour` is the instant at which the hour begins. */
export interface HourSink {
  measured(hour: number, gallons: number): void;
  covered(hour: number): void;
  estimated(hour: number, gallons: number): void;
}

/** An interval longer than this is a gap: nobody knows in which of its hours the water ran. */
const LONGEST_INTERVAL_MS = 90 * 60_000;
/** A fall by less than this share of the highest register is a dip. */
const DIP_SHARE = 0.1;
/** A rollover starts from above this share of the register's width. */
const ROLLOVER_SHARE = 0.9;
/** A reset starts below this share of the highest register. */
const RESET_SHARE = 0.01;

/**
 * Works in the next register of a meter. Registers come in the order of their instants; a first one gives no volume.
 * @param width the register at which it starts again at zero; null where unknown
 * @param hourOf the begin of the local hour in which an instant lies
 * @returns what the register was taken for; a quarantined one changes nothing
 */
export function feedRegister(
  state: RegisterState | null,
  at: number,
  register: number,
  width: number | null,
  hourOf: (at: number) => number,
  sink: HourSink,
): { state: RegisterState; step: RegisterStep } {
  if (state === null) {
    return { state: { lastAt: at, highest: register, openHour: 0, openGallons: 0 }, step: "forward" };
  }
  const step = classify(state.highest, register, width);
  if (step === "quarantined") return { state, step };
  const gallons = volumeOf(step, state.highest, register, width);
  const highest = step === "dip" ? state.highest : register;
  const from = state.lastAt;
  if (at - from > LONGEST_INTERVAL_MS) {
    spreadOverGap(from, at, gallons, hourOf, sink);
    // Hours of the gap were silent, not passed over: what comes next starts afresh.
    return { state: { lastAt: at, highest, openHour: 0, openGallons: 0 }, step };
  }
  // The interval belongs whole to the hour of its midpoint; on the boundary to the earlier.
  const hour = hourOf(Math.ceil((from + at) / 2) - 1);
  if (hour === state.openHour) {
    const openGallons = state.openGallons + gallons;
    sink.measured(hour, openGallons);
    return { state: { lastAt: at, highest, openHour: hour, openGallons }, step };
  }
  if (state.openHour !== 0) {
    for (let between = state.openHour + HOUR_MS; between < hour; between += HOUR_MS) sink.covered(between);
  }
  sink.measured(hour, gallons);
  return { state: { lastAt: at, highest, openHour: hour, openGallons: gallons }, step };
}

function classify(highest: number, register: number, width: number | null): RegisterStep {
  if (register >= highest) return "forward";
  if (highest - register < DIP_SHARE * highest) return "dip";
  if (width !== null && highest > ROLLOVER_SHARE * width) return "rollover";
  return register < RESET_SHARE * highest ? "reset" : "quarantined";
}

function volumeOf(step: RegisterStep, highest: number, register: number, width: number | null): number {
  if (step === "dip") return 0;
  if (step === "reset") return register;
  if (step === "rollover") return Math.max(0, (width ?? 0) - highest) + register;
  return register - highest;
}

/** Spreads a gap's volume over the hours whose middle lies in it. */
function spreadOverGap(from: number, to: number, gallons: number, hourOf: (at: number) => number, sink: HourSink) {
  const hours: number[] = [];
  for (let hour = hourOf(from); hour + HOUR_MS / 2 <= to; hour += HOUR_MS) {
    if (hour + HOUR_MS / 2 > from) hours.push(hour);
  }
  const shares = spreadEvenly(gallons, hours.length);
  for (const [i, hour] of hours.entries()) sink.estimated(hour, shares[i] ?? 0);
}

/** Splits a whole number into `parts` whole numbers that differ by one at most and add up to it. */
export function spreadEvenly(total: number, parts: number): number[] {
  const shares: number[] = [];
  for (let i = 0; i < parts; i++) {
    shares.push(Math.floor((total * (i + 1)) / parts) - Math.floor((total * i) / parts));
  }
  return shares;
}
