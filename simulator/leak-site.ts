import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import type { CalendarDay } from "./calendar-day.ts";
import { type Flow, joinHour } from "./flow.ts";
import { type Leak, type LeakKind, leakGallons, leakMinutes } from "./leak.ts";
import { Draws, hash } from "./random.ts";

export type LeakPlace = "toilet" | "plumbing" | "heater" | "building" | "irrigation";

/** How leaks come by chance: the chance that one begins in each 90 days, and how much bigger than usual they are. */
export interface LeakRisk {
  chance: number;
  severity: number;
}

/** By chance, or these and no others. They must not overlap. */
export type LeakSource = LeakRisk | readonly Leak[];

/** A spot that can leak, at most at one rate at a time. */
export interface LeakSite {
  seed: number;
  place: LeakPlace;
  source: LeakSource;
}

interface LeakSort {
  kind: LeakKind;
  weight: number;
  /** Gallons per hour; rates lie evenly between them on a logarithmic scale. */
  slowest: number;
  fastest: number;
  /** Hours until it is found and repaired. */
  shortest: number;
  longest: number;
}

const WEEK = 7 * 24;

/** Orders of magnitude: quiet toilets 5 to 250 gal/day, stuck ones 85 gal/h, a dripping tap 8 gal/day. */
const sorts: Record<LeakPlace, readonly LeakSort[]> = {
  toilet: [
    { kind: "running toilet", weight: 38, slowest: 0.1, fastest: 14, shortest: 48, longest: 9 * WEEK },
    { kind: "intermittent toilet", weight: 28, slowest: 4, fastest: 18, shortest: 60, longest: 6 * WEEK },
    { kind: "phantom refill", weight: 28, slowest: 0.5, fastest: 4, shortest: 96, longest: 9 * WEEK },
    { kind: "stuck toilet", weight: 6, slowest: 30, fastest: 90, shortest: 5, longest: 40 },
  ],
  plumbing: [
    { kind: "constant", weight: 42, slowest: 0.5, fastest: 10, shortest: 72, longest: 7 * WEEK },
    { kind: "growing", weight: 24, slowest: 0.8, fastest: 8, shortest: 5 * 24, longest: 6 * WEEK },
    { kind: "drip", weight: 28, slowest: 0.25, fastest: 0.45, shortest: WEEK, longest: 10 * WEEK },
    { kind: "burst", weight: 6, slowest: 120, fastest: 500, shortest: 2, longest: 8 },
  ],
  heater: [{ kind: "water heater", weight: 1, slowest: 0.3, fastest: 7, shortest: 48, longest: 6 * WEEK }],
  building: [{ kind: "building", weight: 1, slowest: 25, fastest: 160, shortest: 72, longest: 5 * WEEK }],
  irrigation: [{ kind: "irrigation", weight: 1, slowest: 15, fastest: 120, shortest: 24, longest: 2 * WEEK }],
};

const SLOT = 90 * DAY_MS;
const none: readonly Leak[] = [];

/** Shifts a spot's slots by its seed, so that not all spots begin theirs on the same day. */
function shiftOf(site: LeakSite): number {
  return Math.floor((site.seed / 2 ** 32) * SLOT);
}

function logBetween(random: Draws, low: number, high: number): number {
  return low * (high / low) ** random.uniform();
}

/** The leak of one 90-day slot. It lies wholly inside it, so a day needs to look at no other. */
function leakOfSlot(site: LeakSite, risk: LeakRisk, slot: number): Leak | null {
  const seed = hash(site.seed, slot);
  const random = new Draws(seed);
  if (!random.chance(risk.chance)) return null;
  const sort = random.weighted(sorts[site.place]);
  const rare = sort.kind === "drip" || sort.kind === "stuck toilet" || sort.kind === "burst";
  const gallonsPerHour = logBetween(random, sort.slowest, sort.fastest) * (rare ? 1 : risk.severity);
  const length = logBetween(random, sort.shortest, sort.longest) * HOUR_MS;
  const startedAt = Math.floor((slot * SLOT - shiftOf(site) + random.uniform() * (SLOT - length)) / 1000) * 1000;
  return { kind: sort.kind, seed, startedAt, endsAt: startedAt + Math.floor(length / 1000) * 1000, gallonsPerHour };
}

/** The leaks of a spot that run at some time from one instant to another (milliseconds since the epoch). */
export function leaksBetween(site: LeakSite, from: number, to: number): readonly Leak[] {
  const { source } = site;
  if (!("chance" in source)) return source.filter((leak) => leak.startedAt < to && leak.endsAt > from);
  if (source.chance === 0) return none;
  const shift = shiftOf(site);
  const last = Math.floor((to + shift) / SLOT);
  let found: Leak[] | null = null;
  for (let slot = Math.floor((from + shift) / SLOT); slot <= last; slot += 1) {
    const leak = leakOfSlot(site, source, slot);
    if (leak === null || leak.startedAt >= to || leak.endsAt <= from) continue;
    found ??= [];
    found.push(leak);
  }
  return found ?? none;
}

/** Adds what a spot leaks on a local day. */
export function addLeaks(into: Flow, site: LeakSite, date: CalendarDay, registerCount: number): void {
  for (const leak of leaksBetween(site, date.startsAt, date.startsAt + date.hours * HOUR_MS)) {
    for (let hour = 0; hour < date.hours; hour += 1) {
      const from = date.startsAt + hour * HOUR_MS;
      const gallons = leakGallons(leak, from, from + HOUR_MS, registerCount);
      if (gallons === 0) continue;
      const { minutes, draws } = leakMinutes(leak, from, from + HOUR_MS, gallons / registerCount);
      joinHour(into, hour, gallons, minutes, draws);
    }
  }
}
