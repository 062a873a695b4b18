import { loadDays } from "../../metering/days/load-days.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";
import { firstOpenDay, openSince } from "../../metering/plan/retained.ts";
import { localDayAt } from "../../time/local-day.ts";
import { rejectClosed } from "../closed-days.ts";
import type { RepairWork } from "../repair-work.ts";
import type { HeldStretch } from "./quarantine-ids.ts";

/**
 * What can still be decided of stretches of registers: one that began on days that are closed begins with its first register
 * on an open day.
 * @throws ProblemError invalid_fields for a stretch without one
 */
export async function findOpenParts(
  { tx }: RepairWork,
  inventory: Inventory,
  stretches: HeldStretch[],
): Promise<HeldStretch[]> {
  const since = openSince(inventory);
  const found: HeldStretch[] = [];
  for (const stretch of stretches) {
    const { meter_id: meterId, measured_at, last_at } = stretch;
    rejectClosed(inventory, last_at.getTime(), "quarantine_ids");
    if (measured_at.getTime() >= since) {
      found.push(stretch);
      continue;
    }
    const wanted = [{ meterId, from: firstOpenDay(inventory) ?? 0 }];
    const end = localDayAt(inventory.timeZone, last_at.getTime()).day + 1;
    const days = (await loadDays(tx, inventory, wanted, end)).get(meterId) ?? [];
    const [first] = days.flatMap((day) => (day.registerSeconds ?? []).map((second) => day.startsAt + second * 1000));
    found.push({ ...stretch, measured_at: new Date(first ?? last_at) });
  }
  return found;
}
