import { placedAt } from "../../ingest/place/place-of-reading.ts";
import { rejudge } from "../../ingest/rejudge/rejudge.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import { openSince } from "../../metering/plan/retained.ts";
import { inventoryAtWork, type RepairWork } from "../repair-work.ts";

/**
 * Decides again on the hours of volumes whose rejection has changed: the same volume may have arrived again as a
 * reading like any other, once its point was allowed to pass that much.
 */
export async function rejudgeVolumes(
  work: RepairWork,
  volumes: readonly { meter_id: number; measured_at: Date; minutes: number | null }[],
): Promise<void> {
  if (volumes.length === 0) return;
  const { tx, propertyId } = work;
  await growInventory(tx, propertyId);
  const since = openSince(await inventoryAtWork(work));
  for (const { meter_id, measured_at, minutes } of volumes) {
    const from = placedAt({ at: measured_at.getTime(), minutes });
    if (from >= since) await rejudge(tx, propertyId, meter_id, { from, until: from + 1 });
  }
}
