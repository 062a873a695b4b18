import { HOUR_MS } from "../../time/durations.ts";
import type { RegisterDecision } from "../inventory/inventory-types.ts";
import { type Apart, isApart, judgeRegister, type RegisterBefore, type RegisterLimits } from "./judge-register.ts";

/** The state of a meter's register; volumes in thousandths of a gallon. */
export interface RegisterState extends RegisterBefore {
  /** Begin of the newest hour that took an interval, and its volume so far; 0 before the first. */
  openHour: number;
  openGallons: number;
  /** Whether hours that the next interval passes over are not measured: something was lost since the open hour. */
  isBroken: boolean;
  /** Whether the newest register that counts dipped, so that the following ones are no new finding. */
  isDipped: boolean;
}

/** Where a register did something else than go forward. */
export interface RegisterFinding {
  /** Instant of the register; of those set apart: of the first. */
  at: number;
  kind: "dip" | "rollover" | "reset" | "fell" | "too much";
  /** Instant of the last register that is set apart so far; else as `at`. */
  lastAt: number;
  highestBefore: number;
  register: number;
  /** What was counted for the step. */
  gallons: number;
}

/** Takes what follows from registers, hour by hour; `hour` is the instant at which the hour begins. */
export interface HourSink {
  measured(hour: number, gallons: number): void;
  covered(hour: number): void;
  estimated(hour: number, gallons: number): void;
  found(finding: RegisterFinding): void;
}

/** An interval longer than this is a gap: nobody knows in which of its hours the water ran. */
const LONGEST_INTERVAL_MS = 90 * 60_000;

/** Instant of the newest register that was processed, whether it counts or not. */
export function fedUntil({ lastAt, apart }: RegisterState): number {
  return apart === null ? lastAt : Math.max(lastAt, apart.newestAt);
}

/** The finding for registers that are set apart. */
export function findingOf({ kind, firstAt, first, newestAt }: Apart, highest: number): RegisterFinding {
  return { at: firstAt, kind, lastAt: newestAt, highestBefore: highest, register: first, gallons: 0 };
}

/** A register and what there is to know beside it. */
export interface NextRegister {
  /** Milliseconds since the epoch. */
  at: number;
  register: number;
  /** A person's decision about it; null: none. */
  decision: RegisterDecision | null;
}

/**
 * Processes the next register of a meter. Registers come in the order of their instants; a first one gives no volume.
 * @param hourOf the begin of the local hour in which an instant lies
 */
export function feedRegister(
  state: RegisterState | null,
  { at, register, decision }: NextRegister,
  limits: RegisterLimits,
  hourOf: (at: number) => number,
  sink: HourSink,
): RegisterState {
  if (state === null) {
    const open = { openHour: 0, openGallons: 0, isBroken: false };
    return { lastAt: at, highest: register, apart: null, isDipped: false, ...open };
  }
  const { step, gallons } = judgeRegister(state, at, register, limits, decision);
  if (isApart(step)) {
    const apart: Apart = {
      ...(state.apart ?? { kind: step, firstAt: at, first: register }),
      newestAt: at,
      newest: register,
    };
    sink.found(findingOf(apart, state.highest));
    return { ...state, apart };
  }
  // The water since the register before is unknown: neither measured nor to be caught up.
  if (step === "restarts") {
    return { ...state, lastAt: at, highest: register, apart: null, isDipped: false, isBroken: true };
  }
  const isDipped = step === "dip";
  if (step !== "forward" && !(isDipped && state.isDipped)) {
    sink.found({ at, kind: step, lastAt: at, highestBefore: state.highest, register, gallons });
  }
  const counted = { lastAt: at, highest: isDipped ? state.highest : register, apart: null, isDipped };
  return { ...counted, ...placeVolume(state, at, gallons, hourOf, sink) };
}

/** Gives the volume since the last register that counts to its hours. */
function placeVolume(
  state: RegisterState,
  at: number,
  gallons: number,
  hourOf: (at: number) => number,
  sink: HourSink,
): Pick<RegisterState, "openHour" | "openGallons" | "isBroken"> {
  const from = state.lastAt;
  if (at - from > LONGEST_INTERVAL_MS) {
    spreadOverGap(from, at, gallons, hourOf, sink);
    // Hours of the gap had no data at all: the next interval starts fresh.
    return { openHour: 0, openGallons: 0, isBroken: false };
  }
  // The interval belongs whole to the hour of its midpoint; on the boundary to the earlier.
  const hour = hourOf(Math.ceil((from + at) / 2) - 1);
  if (hour === state.openHour) {
    const openGallons = state.openGallons + gallons;
    sink.measured(hour, openGallons);
    return { openHour: hour, openGallons, isBroken: false };
  }
  if (state.openHour !== 0 && !state.isBroken) {
    for (let between = hourOf(state.openHour + HOUR_MS); between < hour; between = hourOf(between + HOUR_MS))
      sink.covered(between);
  }
  sink.measured(hour, gallons);
  return { openHour: hour, openGallons: gallons, isBroken: false };
}

/** Spreads a gap's volume over the hours whose middle lies in it; where clocks move by half an hour, one is shorter. */
function spreadOverGap(from: number, to: number, gallons: number, hourOf: (at: number) => number, sink: HourSink) {
  const hours: number[] = [];
  for (let hour = hourOf(from), next = 0; hour < to; hour = next) {
    next = hourOf(hour + HOUR_MS);
    const middle = (hour + next) / 2;
    if (middle > from && middle <= to) hours.push(hour);
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
