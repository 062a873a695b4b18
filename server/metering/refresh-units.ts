import type { Transactional } from "../database/connect.ts";
import type { Inventory } from "./inventory.ts";
import { loadDaysOf } from "./load-days.ts";
import { localDay } from "./local-day.ts";
import { rollUp } from "./roll-up.ts";
import { type UnitDay, unitDayOf } from "./unit-day.ts";
import type { WorkDay } from "./work-day.ts";

/** Adds up anew the units of meters whose days changed, and their property. */
export async function refreshUnits(
  tx: Transactional,
  inventory: Inventory,
  changed: WorkDay[],
  atHand: WorkDay[],
): Promise<void> {
  const { propertyId, timeZone } = inventory;
  const wanted = new Map<string, { unitId: number; day: number }>();
  for (const { meterId, day } of changed) {
    const unitId = inventory.byId.get(meterId)?.unitId ?? null;
    if (unitId !== null) wanted.set(`${unitId} ${day}`, { unitId, day });
  }
  const days = new Map(atHand.map((day) => [`${day.meterId} ${day.day}`, day]));
  const missing: { meterId: number; day: number }[] = [];
  for (const { unitId, day } of wanted.values()) {
    for (const { meterId } of inventory.byUnit.get(unitId) ?? []) {
      if (!days.has(`${meterId} ${day}`)) missing.push({ meterId, day });
    }
  }
  const meterIds = missing.map((key) => key.meterId);
  const loaded = await loadDaysOf(
    tx,
    propertyId,
    timeZone,
    meterIds,
    missing.map((key) => key.day),
  );
  for (const day of [...loaded.values()].flat()) days.set(`${day.meterId} ${day.day}`, day);
  const units: UnitDay[] = [];
  for (const { unitId, day } of wanted.values()) {
    const meters = (inventory.byUnit.get(unitId) ?? []).map(({ meterId, attachedTo }) => ({
      attachedTo,
      day: days.get(`${meterId} ${day}`) ?? null,
    }));
    units.push(unitDayOf(unitId, day, localDay(timeZone, day).hours, meters));
  }
  await rollUp(tx, propertyId, units);
}
