import type { LeakSettings } from "../settings/leak-settings.ts";
import type { ByteReader, ByteWriter } from "../state/bytes.ts";
import type { HeldRule } from "../state/held-leak.ts";
import { beginOf, hourOf, hourOfDay, KEPT_HOURS } from "../state/hours.ts";
import type { RuleEvidence } from "../state/leak.ts";
import type { LeakMeter } from "../state/leak-meter.ts";
import type { LeakState, Night, Nights } from "../state/leak-state.ts";
import { ownHistoryBefore } from "../state/own-history.ts";
import { evidenceOf } from "./evidence.ts";

/** The hours of the night that count: from two to five. Two of the three must be measured. */
const FROM = 2;
const LAST = 4;
const LEAST_HOURS = 2;
const NIGHTS = 4;

export function newNight(): Night {
  return { from: 0, seenAt: 0, lowest: 0, measured: 0 };
}

export function newNights(): Nights {
  return { open: newNight(), past: [] };
}

/** Enters the newest hour, a measured one, in the account of its night. */
export function noteNight(state: LeakState, gallons: number): void {
  const { nights } = state;
  const newest = hourOf(state.processedUntil) - 1;
  const hour = hourOfDay(state.hours.flags[newest % KEPT_HOURS] ?? 0);
  if (hour >= FROM && hour <= LAST) {
    if (nights.open.measured > 0 && newest - nights.open.from > LAST) nights.open = newNight();
    if (nights.open.measured++ === 0) nights.open.from = newest;
    if (nights.open.measured === 1 || gallons < nights.open.lowest) nights.open.lowest = gallons;
  }
  if (nights.open.measured === 0 || (hour < LAST && hour >= FROM)) return;
  if (nights.open.measured >= LEAST_HOURS && newest - nights.open.from <= 24) {
    nights.past.push({ ...nights.open, seenAt: newest });
    if (nights.past.length > NIGHTS) nights.past.shift();
  }
  nights.open = newNight();
}

/** The lowest hour between two and five of a day, in thousandths of a gallon; null where it was not measured. */
export function lowestAtNight(state: LeakState, dayStart: number, dayEnd: number): number | null {
  const night = state.nights.past.at(-1);
  return night && night.from >= dayStart && night.from < dayEnd ? night.lowest : null;
}

/**
 * Building: on three of the last four measured nights the lowest hour between two and five lies above the usual one by 20
 * gal and by 30 %. In a building somebody always draws water, but less so at night, and every night alike.
 */
export function buildingOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const newest = hourOf(state.processedUntil) - 1;
  const recent = state.nights.past.filter((night) => newest - night.from < KEPT_HOURS);
  if (recent.at(-1)?.seenAt !== newest || recent.length < settings.buildingNights) return null;
  const [first] = recent;
  const own = first && ownHistoryBefore(state.ownDays, first.from, settings);
  if (!own || own.usualNight === null) return null;
  const threshold = nightThreshold(own.usualNight, settings);
  const high = recent.filter((night) => night.lowest >= threshold);
  const [start] = high;
  if (!start || high.length < settings.buildingNights) return null;
  const lowest = Math.min(...high.map((night) => night.lowest));
  const window = {
    firstHour: start.from,
    startsAt: beginOf(start.from, state.hours.flags[start.from % KEPT_HOURS] ?? 0),
    endsAt: state.processedUntil,
    measured: high.reduce((hours, night) => hours + night.measured, 0),
    missing: 0,
    lowest,
    stillMinutes: 0,
    knowsFlowTime: false,
  };
  return evidenceOf("building", "low", window, "night_hour", lowest, threshold, own);
}

/** Whether the night that the newest hour completes no longer satisfies the rule; null at any other hour. */
export function isQuietNight(state: LeakState, _meter: LeakMeter, { evidence }: HeldRule): boolean | null {
  const night = state.nights.past.at(-1);
  if (night?.seenAt !== hourOf(state.processedUntil) - 1) return null;
  return night.lowest < evidence.threshold;
}

function nightThreshold(usual: number, settings: LeakSettings): number {
  return usual + Math.max(settings.buildingGallons, Math.ceil(usual * settings.buildingShare));
}

export function writeNights({ open, past }: Nights, to: ByteWriter): void {
  to.number(past.length);
  for (const night of [open, ...past]) {
    for (const value of [night.from, night.seenAt, night.lowest, night.measured]) to.number(value);
  }
}

/** Reads what writeNights wrote. */
export function readNights(from: ByteReader): Nights {
  const length = from.number();
  const night = (): Night => ({
    from: from.number(),
    seenAt: from.number(),
    lowest: from.number(),
    measured: from.number(),
  });
  return { open: night(), past: Array.from({ length }, night) };
}
