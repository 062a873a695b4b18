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
  volumes: readonly { meter_id: number; measured_at: Date }[],
): Promise<void> {
  if (volumes.length === 0) return;
  const { tx, propertyId } = work;
  await growInventory(tx, propertyId);
  const since = openSince(await inventoryAtWork(work));
  for (const { meter_id, measured_at } of volumes) {
    const from = measured_at.getTime();
    if (from >= since) await rejudge(tx, propertyId, meter_id, { from, until: from + 1 });
  }
}
