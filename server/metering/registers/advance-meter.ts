import { type LeakChanges, type LeakMeter, snapshotChanges, takeChanges } from "../../leaks/advance.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";
import type { DaysAtHand } from "../days/days-at-hand.ts";
import { emptyWorkDay, setEstimated, setLeakGallons, slotOf, type WorkDay } from "../days/work-day.ts";
import type { Meter } from "../inventory/inventory-types.ts";
import { spreadLumps } from "./lumps.ts";
import { encodeMeterState, type MeterState } from "./meter-state.ts";
import { fedUntil, feedRegister, findingOf, type HourSink, type RegisterFinding } from "./register-hours.ts";
import { hoursInService, mostPerMinuteIn, stayedInService } from "./service.ts";
import { endLeftLeak, feedDay, type Stay, staysOf } from "./stays.ts";

export interface Advance {
  leaks: LeakChanges["leaks"];
  /** Leak gallons of hours on days that are not loaded. */
  earlier: LeakChanges["leakGallons"];
  /** What registers did beside going forward, as far as processed now. */
  findings: RegisterFinding[];
  /** States at the midnights that were wanted, before the day's first hour. */
  checkpoints: { day: number; state: Buffer }[];
}

export interface Work {
  meter: Meter;
  leakMeter: LeakMeter;
  state: MeterState;
  at: DaysAtHand;
  /** The day from which on readings are new. */
  fromDay: number;
  /** The day from which on catch-up is recalculated; no lump from there on reaches before it. */
  lumpsFrom: number;
  /** Whether the state is a checkpoint: then everything derived from later hours is recalculated. */
  rewound: boolean;
  /** Whether a checkpoint at the beginning of a day is worth keeping. */
  wanted: (day: number) => boolean;
  /** The number of a local day up to which silence is known to have lasted, for leaks that nobody confirms. */
  silentUntil: number | null;
  /** Whether all days up to now are at hand: then a leak ends where its meter left, also without a later reading. */
  isUpToNow: boolean;
}

/** Processes new hours of a meter: registers to hours, catch-up, leaks. Changes only the state and the days given. */
export function advanceMeter(work: Work): Advance {
  const { meter, leakMeter, state, at } = work;
  const advance: Advance = { leaks: [], earlier: [], findings: [], checkpoints: [] };
  const findings = new Map<number, RegisterFinding>();
  if (work.rewound) restore(work, advance);
  const apart = work.rewound ? state.register?.apart : null;
  if (apart && state.register) findings.set(apart.firstAt, findingOf(apart, state.register.highest));
  const reportsHours = meter.registerFactor === null;
  if (reportsHours) spreadLumps(at, work.lumpsFrom);
  const sink = sinkInto(at, findings);
  const stays = staysOf(meter, leakMeter, at.timeZone);
  const sorted = at.sorted();
  const lastDay = sorted.findLast((day) => lastMeasured(day) >= 0)?.day;
  for (const day of sorted) {
    if (day.day < work.fromDay) continue;
    if (isBefore(state, day) && work.wanted(day.day)) {
      advance.checkpoints.push({ day: day.day, state: encodeMeterState(state) });
    }
    if (reportsHours) {
      const inService = hoursInService(meter, day);
      const isOver = day.day !== lastDay || isLastHourOver(inService);
      feedDay(state.leak, stays, inService, (isOver ? lastMeasured(inService) : lastButOne(inService)) + 1);
    } else advanceRegisters(work, stays, day, sink);
  }
  if (work.silentUntil !== null && state.leak.leak !== null) {
    const silent = emptyWorkDay(meter.meterId, at.timeZone, work.silentUntil);
    feedDay(state.leak, stays, silent, silent.hours);
  }
  if (work.isUpToNow) endLeftLeak(state.leak, stays);
  advance.findings.push(...findings.values());
  const changes = takeChanges(state.leak);
  advance.leaks.push(...changes.leaks);
  writeLeakGallons(at, changes.leakGallons, advance);
  return advance;
}

function sinkInto(at: DaysAtHand, findings: Map<number, RegisterFinding>): HourSink {
  return {
    measured: (hour, gallons) => {
      const day = at.at(hour);
      if (day === null) return;
      day.gallons[slotOf(day, hour)] = gallons;
      day.touched = true;
    },
    covered: (hour) => {
      const day = at.at(hour);
      if (day === null) return;
      day.covered |= 1 << slotOf(day, hour);
      day.touched = true;
    },
    estimated: (hour, gallons) => {
      const day = at.at(hour);
      if (day !== null) setEstimated(day, slotOf(day, hour), gallons);
    },
    found: (finding) => findings.set(finding.at, finding),
  };
}

function advanceRegisters({ meter, state, at }: Work, stays: readonly Stay[], day: WorkDay, sink: HourSink) {
  const factor = meter.registerFactor ?? 0;
  const { registerWidth: width, count } = meter;
  const hourOf = (time: number) => at.hourOf(time);
  for (const [i, second] of (day.registerSeconds ?? []).entries()) {
    const instant = day.startsAt + second * 1000;
    if (state.register !== null && instant <= fedUntil(state.register)) continue;
    // Converted once, on the register, before differencing: so that differences add up.
    const register = Math.round(((day.registers?.[i] ?? 0) * factor) / 1000);
    const decision = meter.registerDecisions.get(instant) ?? null;
    // What it counted on the bench or in another's hands was nobody's water here.
    const wasAway = state.register !== null && !stayedInService(meter, state.register.lastAt, instant);
    const mostPerMinute = mostPerMinuteIn(meter, state.register?.lastAt ?? instant, instant);
    const next = { at: instant, register, decision: wasAway ? ("restarts" as const) : decision };
    state.register = feedRegister(state.register, next, { width, mostPerMinute, count }, hourOf, sink);
  }
  if (state.register === null) return;
  // An hour is final once a register at or after its end has come.
  const { lastAt } = state.register;
  for (const fed of at.sorted()) {
    if (fed.day > day.day || fed.startsAt >= lastAt) break;
    const isOver = at.endOf(fed, fed.hours - 1) <= lastAt;
    feedDay(state.leak, stays, fed, isOver ? fed.hours : Math.floor((lastAt - fed.startsAt) / HOUR_MS));
  }
}

/** Resets the loaded days to their values at the checkpoint. */
function restore({ meter, state, at }: Work, advance: Advance) {
  const processedUntil = state.leak.processedUntil;
  const register = state.register;
  for (const day of at.sorted()) {
    for (let slot = 0; slot < day.hours; slot++) {
      const hour = day.startsAt + slot * HOUR_MS;
      if (hour >= processedUntil && day.leakGallons !== null) setLeakGallons(day, slot, 0);
      if (meter.registerFactor === null) continue;
      const end = at.endOf(day, slot);
      const known = register !== null && end <= register.lastAt;
      if (!known) {
        const open = register !== null && register.openHour === hour;
        day.gallons[slot] = open ? register.openGallons : null;
        day.covered &= ~(1 << slot);
        day.touched = true;
      }
      if (day.estimated !== null && (register === null || (hour + end) / 2 > register.lastAt))
        clearEstimated(day, slot);
    }
  }
  const snapshot = snapshotChanges(state.leak);
  advance.leaks.push(...snapshot.leaks);
  writeLeakGallons(at, snapshot.leakGallons, advance);
}

function clearEstimated(day: WorkDay, slot: number) {
  if (day.estimated === null) return;
  day.estimated[slot] = null;
  day.touched = true;
}

function writeLeakGallons(at: DaysAtHand, hours: LeakChanges["leakGallons"], advance: Advance) {
  for (const { at: hour, gallons } of hours) {
    const { day: number, startsAt } = localDayAt(at.timeZone, hour);
    // Where clocks shift by half an hour, hours without a reading are half an hour off: they must not blank others.
    if (gallons === 0 && (hour - startsAt) % HOUR_MS !== 0) continue;
    if (number < at.loadedFrom) advance.earlier.push({ at: hour, gallons });
    else {
      const day = gallons === 0 ? at.find(hour) : at.at(hour);
      if (day !== null) setLeakGallons(day, slotOf(day, hour), gallons);
    }
  }
}

/** Whether nothing of a day has been processed yet, but something before it has. */
function isBefore({ leak, register }: MeterState, day: WorkDay): boolean {
  const begun = leak.processedUntil > 0 || register !== null;
  return begun && leak.processedUntil <= day.startsAt && (register === null || fedUntil(register) < day.startsAt);
}

/** Devices stamp some seconds early. */
const STAMP_SLACK_SECONDS = 30;

/**
 * Whether the last measured hour of a day is final: while its intervals have not reached its end, more are
 * expected, and rules that had processed it would have to be reset with each.
 */
function isLastHourOver(day: WorkDay): boolean {
  const end = Math.min((lastMeasured(day) + 1) * HOUR_MS, day.endsAt - day.startsAt) / 1000;
  return day.intervalsUntil === null || day.intervalsUntil + STAMP_SLACK_SECONDS >= end;
}

function lastButOne(day: WorkDay): number {
  return lastMeasured(day, lastMeasured(day) - 1);
}

/** The last measured hour up to a slot; -1: none. */
function lastMeasured(day: WorkDay, from = day.hours - 1): number {
  for (let slot = from; slot >= 0; slot--) if ((day.gallons[slot] ?? null) !== null) return slot;
  return -1;
}
