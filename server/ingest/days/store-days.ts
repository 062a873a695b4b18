import type { Transactional } from "../../database/connect.ts";
import { dayText, type LocalDay } from "../../time/local-day.ts";
import { type DayKey, insertDays, lockDays, updateDays } from "./day-rows.ts";
import { type DayValue, deriveHours, emptyDay, mergeValue, type StoredDay, type Verdict } from "./merge-day.ts";

/** New values of one meter for one local day. */
export interface DayBundle extends DayKey {
  localDay: LocalDay;
  values: DayValue[];
}

/** What became of a bundle: a verdict for each of its values, in their order. */
export interface StoredBundle {
  bundle: DayBundle;
  verdicts: Verdict[];
  /** The first hour that follows from intervals in another way than before; null: none. */
  firstDerived: number | null;
}

/**
 * Merges bundles into the stored days under row locks, in the order of their keys so that two senders never wait for
 * each other in a circle. Each (meter, day) is in one bundle.
 */
export async function storeDays(tx: Transactional, propertyId: number, bundles: DayBundle[]): Promise<StoredBundle[]> {
  const sorted = bundles.toSorted((a, b) => a.meterId - b.meterId || a.day - b.day);
  const done: StoredBundle[] = [];
  let open = sorted;
  while (open.length > 0) {
    const stored = await lockDays(tx, propertyId, open);
    const updates: [DayBundle, StoredDay][] = [];
    const inserts: [DayBundle, StoredDay, StoredBundle][] = [];
    for (const bundle of open) {
      const before = stored.get(`${bundle.meterId} ${dayText(bundle.day)}`);
      const { hours, startsAt, endsAt } = bundle.localDay;
      const day = before ?? emptyDay(hours);
      const verdicts = bundle.values.map((value) => mergeValue(day, value));
      const result = { bundle, verdicts, firstDerived: deriveHours(day, (endsAt - startsAt) / 60_000) };
      if (before === undefined) {
        inserts.push([bundle, day, result]);
        continue;
      }
      done.push(result);
      if (result.verdicts.some((verdict) => verdict.result === "new")) updates.push([bundle, day]);
    }
    if (updates.length > 0) await updateDays(tx, propertyId, updates);
    const written =
      inserts.length > 0
        ? await insertDays(
            tx,
            propertyId,
            inserts.map(([bundle, day]) => [bundle, day]),
          )
        : new Set<string>();
    // A day that somebody else began meanwhile is there now: merged in the next round.
    open = [];
    for (const [bundle, , result] of inserts) {
      if (written.has(`${bundle.meterId} ${dayText(bundle.day)}`)) done.push(result);
      else open.push(bundle);
    }
  }
  return done;
}
