import type { RegisterDecision } from "../inventory/inventory-types.ts";

/** What a register means for the volume: how it follows on the ones that count. */
export type RegisterStep = "forward" | "dip" | "rollover" | "reset" | "restarts" | "fell" | "too much";

/** Registers that do not follow on the ones before them, which wait for a person; volumes in thousandths of a gallon. */
export interface Apart {
  kind: "fell" | "too much";
  /** Instant and value of the first of them. */
  firstAt: number;
  first: number;
  /** Instant and value of the newest of them. */
  newestAt: number;
  newest: number;
}

/** What the registers so far have to do with the next one. */
export interface RegisterBefore {
  /** Instant of the newest register that counts, milliseconds since the epoch. */
  lastAt: number;
  /** The highest register that counts (since the last reset or rollover). */
  highest: number;
  /** The stretch that waits for a person; null: none. */
  apart: Apart | null;
}

/** What the meter and its place allow. */
export interface RegisterLimits {
  /** The register at which it starts again at zero; null where unknown. */
  width: number | null;
  /** Thousandths of a gallon a minute that the point can pass. */
  mostPerMinute: number;
  /** Thousandths of a gallon per count of the register; 0 where unknown. */
  count: number;
}

/** A fall by less than this share of the highest register is a dip. */
const DIP_SHARE = 0.1;
/** A rollover starts from above this share of the register's width. */
const ROLLOVER_SHARE = 0.9;
/** A reset starts below this share of the highest register. */
const RESET_SHARE = 0.01;
/** Instants are not exact to the second and registers not finer than a count: a step may exceed the time by so much. */
const SLACK_MINUTES = 1;
const SLACK_COUNTS = 2;

/** What a register is taken for, and the volume since the one before that counts; 0 for one that is set apart. */
export interface Judgement {
  step: RegisterStep;
  gallons: number;
}

/**
 * Judges the next register of a meter. Fallen under 10 % below the highest it dips; from above 90 % of the width it rolls
 * over; to under 1 % of the highest it is reset; a fall that is none of these, and a step of more than the point can
 * pass in the time, is set apart until a person decides.
 *
 * Once registers are set apart, one counts again only if it follows on the last that counted and not rather on those
 * apart: given time enough, any step becomes possible.
 * @param decision a person's decision about this register: it overrides the rules
 */
export function judgeRegister(
  before: RegisterBefore,
  at: number,
  register: number,
  limits: RegisterLimits,
  decision: RegisterDecision | null,
): Judgement {
  if (decision === "restarts") return { step: "restarts", gallons: 0 };
  const found = follow(before, at, register, limits);
  if (decision === "counts" && isApart(found.step)) return counted(before.highest, register, limits.width);
  if (before.apart === null || isApart(found.step) || decision === "counts") return found;
  return continues(before.apart, at, register, limits) && !isNearer(before, before.apart, register)
    ? { step: before.apart.kind, gallons: 0 }
    : found;
}

export function isApart(step: RegisterStep): step is Apart["kind"] {
  return step === "fell" || step === "too much";
}

function follow({ lastAt, highest }: RegisterBefore, at: number, register: number, limits: RegisterLimits): Judgement {
  const most = mostIn(at - lastAt, limits);
  const rise = register - highest;
  if (rise >= 0) return rise <= most ? { step: "forward", gallons: rise } : { step: "too much", gallons: 0 };
  if (-rise < DIP_SHARE * highest) return { step: "dip", gallons: 0 };
  const { width } = limits;
  if (width !== null && highest > ROLLOVER_SHARE * width) {
    const gallons = Math.max(0, width - highest) + register;
    if (gallons <= most) return { step: "rollover", gallons };
  }
  if (register < RESET_SHARE * highest && register <= most) return { step: "reset", gallons: register };
  return { step: "fell", gallons: 0 };
}

/** A person accepted the step: below the highest it passed the width, or began again at zero. */
function counted(highest: number, register: number, width: number | null): Judgement {
  if (register >= highest) return { step: "forward", gallons: register - highest };
  return width === null
    ? { step: "reset", gallons: register }
    : { step: "rollover", gallons: Math.max(0, width - highest) + register };
}

function continues({ newestAt, newest }: Apart, at: number, register: number, limits: RegisterLimits): boolean {
  return register >= newest && register - newest <= mostIn(at - newestAt, limits);
}

/** Whether a register is forward from both the ones that count and those apart, and nearer to the former. */
function isNearer({ highest }: RegisterBefore, { newest }: Apart, register: number): boolean {
  return register >= highest && register - highest < register - newest;
}

/** Thousandths of a gallon that the point can pass in so many milliseconds. */
function mostIn(milliseconds: number, { mostPerMinute, count }: RegisterLimits): number {
  return mostPerMinute * (milliseconds / 60_000 + SLACK_MINUTES) + SLACK_COUNTS * count;
}
