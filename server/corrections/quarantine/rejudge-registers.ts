import { keepChanges } from "../../ingest/changes.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import type { RepairWork } from "../repair-work.ts";

/** Has meters processed again from their first register on whose decision has changed. */
export async function reevaluateRegisters(
  { tx, propertyId }: RepairWork,
  registers: readonly { meter_id: number; measured_at: Date }[],
): Promise<void> {
  await growInventory(tx, propertyId);
  const from = new Map<number, number>();
  for (const { meter_id, measured_at } of registers) {
    from.set(meter_id, Math.min(measured_at.getTime(), from.get(meter_id) ?? Number.POSITIVE_INFINITY));
  }
  await keepChanges(tx, propertyId, from);
}
