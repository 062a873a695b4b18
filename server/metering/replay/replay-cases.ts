import { setImmediate } from "node:timers/promises";
import type { Transactional } from "../../database/connect.ts";
import type { LeakDay } from "../../leaks/cases/leak-case.ts";
import type { LeakSettings } from "../../leaks/settings/leak-settings.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayText, localDay } from "../../time/local-day.ts";
import { loadLeaks, type PlaceLeak, withDaysAndEvents } from "../cases/load-places.ts";
import { casesOfPlace, type FoundCase } from "../cases/recalculate-cases.ts";
import { loadDays } from "../days/load-days.ts";
import { totalsOf, type WorkDay } from "../days/work-day.ts";
import { fingerprintOf } from "../inventory/fingerprint.ts";
import type { Inventory, Meter } from "../inventory/inventory-types.ts";
import { advancePlan } from "../plan/advance-plan.ts";
import { lookAt } from "../plan/claims.ts";
import { reachBack, wantedOf } from "../plan/load-planned.ts";
import { type Plan, planMeters } from "../plan/plan-meters.ts";
import { openSince } from "../plan/retained.ts";
import { unitDays } from "../roll-up/refresh-units.ts";
import { leakKind, servedAt } from "../write-leaks.ts";

/** Meters processed at once, so that their days take little memory. */
const METERS = 20;

/** Cases of some places as they would be. */
export interface Replayed {
  /** Units by their ids, meters that belong to none by the negatives of theirs. */
  places: number[];
  cases: FoundCase[];
}

/**
 * Calculates the leak cases of a property as they would become with other settings: from all hours that are stored, by the
 * steps of a refresh after a change of settings, in memory. Reads only.
 */
export async function* replayCases(
  tx: Transactional,
  inventory: Inventory,
  settings: LeakSettings,
  now: number,
): AsyncGenerator<Replayed> {
  for (const meters of metersTogether(inventory)) {
    yield await replayPlaces(tx, inventory, meters, settings, now);
  }
}

/** The meters of a property in groups of about METERS; all that ever were at a unit are in one. */
function metersTogether({ byId, byUnit }: Inventory): Meter[][] {
  const groups: Meter[][] = [];
  const seen = new Set<number>();
  for (const first of byId.values()) {
    if (seen.has(first.meterId)) continue;
    seen.add(first.meterId);
    const together = [first];
    for (const meter of together) {
      for (const { unitId } of meter.installations) {
        for (const { meterId } of byUnit.get(unitId) ?? []) {
          const other = byId.get(meterId);
          if (other === undefined || seen.has(meterId)) continue;
          seen.add(meterId);
          together.push(other);
        }
      }
    }
    const last = groups.at(-1);
    if (last !== undefined && last.length + together.length <= METERS) last.push(...together);
    else groups.push(together);
  }
  return groups;
}

async function replayPlaces(
  tx: Transactional,
  inventory: Inventory,
  meters: Meter[],
  settings: LeakSettings,
  now: number,
): Promise<Replayed> {
  const { propertyId, timeZone } = inventory;
  const places = [
    ...new Set(
      meters.flatMap(({ meterId, installations }) => [...installations.map(({ unitId }) => unitId), -meterId]),
    ),
  ];
  const leaks = await loadLeaks(tx, propertyId, places);
  // No state was calculated with this fingerprint: every meter starts from the beginning.
  const fingerprint = fingerprintOf(["replay", settings]);
  const days: WorkDay[] = [];
  const replayed: WorkDay[] = [];
  let left = meters.map(({ meterId }) => lookAt(meterId));
  while (left.length > 0) {
    const planned = await planMeters(tx, inventory, fingerprint, left, now);
    left = planned.left;
    const loaded = await loadDays(tx, inventory, planned.plans.map(wantedOf));
    await reachBack(tx, inventory, planned.plans, loaded);
    for (const plan of planned.plans) {
      // A year of one meter takes some tens of milliseconds: requests go first.
      await setImmediate();
      forgetLeaks(leaks, plan, openSince(inventory));
      const { advance, atHand } = advancePlan(plan, loaded.get(plan.meter.meterId) ?? [], timeZone, settings, now);
      for (const leak of advance.leaks) {
        const { unitId, attachedTo, pointId, until } = servedAt(plan.meter, leak.startedAt);
        const { startedAt, endedAt, lastConfirmedAt, openedAt, confidence, suspected } = leak;
        const { meterId } = plan.meter;
        removeLeak(leaks, meterId, startedAt);
        if (suspected) continue;
        const place = unitId ?? -meterId;
        const of = leaks.get(place) ?? [];
        leaks.set(place, of);
        const times = { startedAt, endedAt, lastConfirmedAt, openedAt };
        const served = { pointId, leftAt: Number.isFinite(until) ? until : null };
        of.push({ meterId, kind: leakKind(attachedTo), ...times, gallons: leak.totalGallons, confidence, ...served });
      }
      for (const day of atHand) if (day.touched) day.totals = totalsOf(day);
      days.push(...atHand);
      const kept = atHand.filter((day) => day.day >= (inventory.hoursFrom ?? 0));
      replayed.push(...kept.filter((day) => day.day >= plan.fromDay || day.touched));
    }
  }
  const found = [...leaks].filter(([, of]) => of.length > 0);
  for (const [, of] of found) of.sort((a, b) => a.startedAt - b.startedAt || a.meterId - b.meterId);
  const loaded = await withDaysAndEvents(tx, propertyId, timeZone, new Map(found));
  const leakDays = await replayedDays(tx, inventory, replayed, days);
  const cases = loaded.flatMap((place) => {
    const now = leakDays.get(place.place) ?? new Map<string, LeakDay | null>();
    const kept = place.days.filter(({ day }) => !now.has(day));
    const all = [...kept, ...[...now.values()].filter((day) => day !== null)];
    return casesOfPlace({ ...place, days: all.toSorted((a, b) => a.startsAt - b.startsAt) });
  });
  return { places, cases };
}

/** Leaves of a meter's leaks what a refresh leaves: those that opened before the hours that are processed. */
function forgetLeaks(leaks: Map<number, PlaceLeak[]>, { meter, state }: Plan, since: number): void {
  const isRestart = state.leak.processedUntil === 0 && since > 0;
  const at = state.leak.processedUntil || since;
  for (const [place, of] of leaks) {
    const kept = of.filter(({ meterId, openedAt }) => meterId !== meter.meterId || openedAt < at);
    const ended = (leak: PlaceLeak) =>
      isRestart && leak.meterId === meter.meterId && (leak.endedAt === null || leak.endedAt > since)
        ? { ...leak, endedAt: since, lastConfirmedAt: Math.min(leak.lastConfirmedAt, since) }
        : leak;
    leaks.set(place, kept.map(ended));
  }
}

function removeLeak(leaks: Map<number, PlaceLeak[]>, meterId: number, startedAt: number): void {
  for (const [place, of] of leaks) {
    if (of.some((leak) => leak.meterId === meterId && leak.startedAt === startedAt)) {
      leaks.set(
        place,
        of.filter((leak) => leak.meterId !== meterId || leak.startedAt !== startedAt),
      );
    }
  }
}

/** What leaked in the hours in which a meter was in no unit. */
function leakedOutsideUnits(day: WorkDay, meter: Meter | undefined): number {
  let leaked = 0;
  for (const [slot, gallons] of (day.leakGallons ?? []).entries()) {
    if (gallons === 0 || meter === undefined) continue;
    if (servedAt(meter, day.startsAt + slot * HOUR_MS).unitId === null) leaked += gallons;
  }
  return leaked;
}

/**
 * By place and day what leaked on the days that were processed; null: nothing. Days of a place that are not in it stay as
 * they are stored.
 */
async function replayedDays(
  tx: Transactional,
  inventory: Inventory,
  replayed: WorkDay[],
  days: WorkDay[],
): Promise<Map<number, Map<string, LeakDay | null>>> {
  const { timeZone, byId } = inventory;
  const found = new Map<number, Map<string, LeakDay | null>>();
  const note = (place: number, number: number, leaked: LeakDay["leaked"] | null) => {
    const ofPlace = found.get(place) ?? new Map<string, LeakDay | null>();
    found.set(place, ofPlace);
    const { startsAt, endsAt } = localDay(timeZone, number);
    const day = dayText(number);
    ofPlace.set(day, leaked === null ? null : { day, startsAt, endsAt, leaked });
  };
  const leaking: WorkDay[] = [];
  for (const day of replayed) {
    const leaked = day.leakGallons?.reduce((sum, gallons) => sum + gallons, 0) ?? 0;
    if (leaked > 0) leaking.push(day);
    for (const { unitId } of byId.get(day.meterId)?.installations ?? []) note(unitId, day.day, null);
    const own = { "toilet leak": 0, "water heater": 0, "other leak": leakedOutsideUnits(day, byId.get(day.meterId)) };
    note(-day.meterId, day.day, own["other leak"] > 0 ? own : null);
  }
  const { units } = await unitDays(tx, inventory, leaking, days);
  for (const { unitId, day, toiletLeak, heaterLeak, otherLeak } of units) {
    if (toiletLeak + heaterLeak + otherLeak === 0) continue;
    note(unitId, day, { "toilet leak": toiletLeak, "water heater": heaterLeak, "other leak": otherLeak });
  }
  return found;
}
