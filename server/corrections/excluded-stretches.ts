import { sql } from "kysely";
import { rejudge } from "../ingest/rejudge/rejudge.ts";
import { growInventory } from "../metering/inventory/inventory.ts";
import type { Stretch } from "../metering/inventory/inventory-types.ts";
import { DAY_MS } from "../time/durations.ts";
import type { RepairWork } from "./repair-work.ts";

/** A stretch in which a meter's device values are excluded; milliseconds since the epoch, the end exclusive. */
export interface ExcludedStretch extends Stretch {
  meterId: number;
}

/**
 * Stores stretches in which only persons' values count, and decides again on the values in them. Adjacent ones are stored as
 * one: a volume of several hours is excluded where all of them are.
 */
export async function excludeStretches(work: RepairWork, excluded: ExcludedStretch[]): Promise<void> {
  if (excluded.length === 0) return;
  const { tx, propertyId, repairId } = work;
  const stretches = mergeNear(excluded, 0);
  const instants = (pick: (stretch: ExcludedStretch) => number) =>
    stretches.map((s) => new Date(pick(s)).toISOString());
  await sql`
    insert into excluded_stretches (property_id, meter_id, from_at, until_at, repair_id)
    select ${propertyId}::bigint, v.meter_id, v.from_at, v.until_at, ${repairId}::bigint
    from unnest(${stretches.map(({ meterId }) => meterId)}::bigint[], ${instants(({ from }) => from)}::timestamptz[],
      ${instants(({ until }) => until)}::timestamptz[]) as v (meter_id, from_at, until_at)
    returning id`.execute(tx);
  await reevaluateStretches(work, stretches);
}

/** Decides again on the values in stretches whose exclusion has changed, with the updated inventory. */
export async function reevaluateStretches({ tx, propertyId }: RepairWork, stretches: ExcludedStretch[]): Promise<void> {
  if (stretches.length === 0) return;
  await growInventory(tx, propertyId);
  // The cost is per day.
  for (const { meterId, from, until } of mergeNear(stretches, DAY_MS))
    await rejudge(tx, propertyId, meterId, { from, until });
}

/** The same stretches, with those of a meter that are at most so many milliseconds apart merged. */
function mergeNear(stretches: ExcludedStretch[], most: number): ExcludedStretch[] {
  const merged: ExcludedStretch[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.meterId - b.meterId || a.from - b.from)) {
    const last = merged.at(-1);
    if (last?.meterId === stretch.meterId && stretch.from - last.until <= most) {
      last.until = Math.max(last.until, stretch.until);
    } else merged.push({ ...stretch });
  }
  return merged;
}
