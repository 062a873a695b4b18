import type { Transactional } from "../../database/connect.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { type LocalDay, localDay } from "../../time/local-day.ts";
import { loadDaysOf } from "../days/load-days.ts";
import type { WorkDay } from "../days/work-day.ts";
import type { Inventory } from "../inventory/inventory-types.ts";
import { rollUp } from "./roll-up.ts";
import { hasAnyData, type MeterOnDay, type UnitDay, unitDayOf } from "./unit-day.ts";

type InstallationOnDay = Omit<MeterOnDay, "day"> & { meterId: number };

/**
 * Recalculates the units of meters whose days changed, and their property.
 * @param atHand days that need not be read again
 */
export async function refreshUnits(
  tx: Transactional,
  inventory: Inventory,
  changed: WorkDay[],
  atHand: WorkDay[],
): Promise<void> {
  const { units, silent } = await unitDays(tx, inventory, changed, atHand);
  await rollUp(tx, inventory.propertyId, units, silent);
}

/**
 * What the units of meters used and leaked on the days that changed, and the days on which they have no data. A day of which
 * the hours of a meter were archived is in neither, and stays as it is.
 */
export async function unitDays(
  tx: Transactional,
  inventory: Inventory,
  changed: WorkDay[],
  atHand: WorkDay[],
): Promise<{ units: UnitDay[]; silent: { unitId: number; day: number }[] }> {
  const { timeZone } = inventory;
  const wanted = new Map<string, { unitId: number; day: LocalDay }>();
  for (const { meterId, day } of changed) {
    // Also units where it was removed: they must not keep its values.
    for (const { unitId } of inventory.byId.get(meterId)?.installations ?? []) {
      wanted.set(`${unitId} ${day}`, { unitId, day: localDay(timeZone, day) });
    }
  }
  const days = new Map(atHand.map((day) => [`${day.meterId} ${day.day}`, day]));
  const missing: { meterId: number; day: number }[] = [];
  for (const { unitId, day } of wanted.values()) {
    for (const { meterId } of installationsOn(inventory, unitId, day)) {
      if (!days.has(`${meterId} ${day.day}`)) missing.push({ meterId, day: day.day });
    }
  }
  const meterIds = missing.map((key) => key.meterId);
  const numbers = missing.map((key) => key.day);
  const loaded = await loadDaysOf(tx, inventory, meterIds, numbers);
  for (const day of [...loaded.values()].flat()) days.set(`${day.meterId} ${day.day}`, day);
  const units: UnitDay[] = [];
  const silent: { unitId: number; day: number }[] = [];
  for (const { unitId, day } of wanted.values()) {
    const meters = installationsOn(inventory, unitId, day).map(
      ({ meterId, ...installation }): MeterOnDay => ({
        ...installation,
        day: days.get(`${meterId} ${day.day}`) ?? null,
      }),
    );
    if (day.day < (inventory.hoursFrom ?? 0) && meters.some(isArchived)) continue;
    if (hasAnyData(meters)) units.push(unitDayOf(unitId, day.day, day.hours, meters));
    else silent.push({ unitId, day: day.day });
  }
  return { units, silent };
}

/** Whether a meter's hours of a day were archived, while another one's are kept because a later volume needs them. */
function isArchived({ day }: MeterOnDay): boolean {
  return (
    day !== null &&
    day.totals.gallonsTotal !== null &&
    day.estimated === null &&
    day.gallons.every((value) => value === null)
  );
}

/**
 * Who was in service at a unit on a day, from and until when of it, in slots. The hour in which a meter moves counts
 * where it moves to, and nowhere twice.
 */
function installationsOn(
  { byUnit, byId }: Inventory,
  unitId: number,
  { startsAt, endsAt, hours }: LocalDay,
): InstallationOnDay[] {
  const slotOf = (at: number) => (at >= endsAt ? hours : Math.max(0, (at - startsAt) / HOUR_MS));
  return (byUnit.get(unitId) ?? []).flatMap((installation) => {
    const { meterId, pointId, attachedTo } = installation;
    const left = slotOf(installation.until);
    const services = byId.get(meterId)?.services ?? [];
    const movesOn = services.some((next) => next.from >= installation.until && slotOf(next.from) < Math.ceil(left));
    const [from, until] = [slotOf(installation.from), movesOn ? Math.floor(left) : left];
    return from < until ? [{ meterId, pointId, attachedTo, from, until }] : [];
  });
}
