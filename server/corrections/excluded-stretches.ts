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

/** Stores stretches in which only persons' values count, and decides again on the values in them. */
export async function excludeStretches(work: RepairWork, stretches: ExcludedStretch[]): Promise<void> {
  if (stretches.length === 0) return;
  const { tx, propertyId, repairId } = work;
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
  for (const { meterId, from, until } of nearOnes(stretches)) await rejudge(tx, propertyId, meterId, { from, until });
}

/** The same stretches, with those of a meter within a day of one another merged: the cost is per day. */
function nearOnes(stretches: ExcludedStretch[]): ExcludedStretch[] {
  const merged: ExcludedStretch[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.meterId - b.meterId || a.from - b.from)) {
    const last = merged.at(-1);
    if (last?.meterId === stretch.meterId && stretch.from - last.until <= DAY_MS) {
      last.until = Math.max(last.until, stretch.until);
    } else merged.push({ ...stretch });
  }
  return merged;
}
